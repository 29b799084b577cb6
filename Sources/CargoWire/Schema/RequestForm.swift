import CargoApplication
package import CargoDomain

/// The members of a request, declared once: what reads them from input, and the request's schema.
///
/// ```swift
/// static let form = RequestForm(nil, .required("origin", UnLocode.self), .optional("limit", Int64.self))
/// let (origin, limit) = try Self.form.read(input)
/// ```
package struct RequestForm<each Part: Sendable>: Sendable {
    /// The schema of the request as a JSON object.
    package let schema: Schema
    /// The members as they were declared, which also describe the parameters of a URL.
    package let members: [Schema.Member]
    private let fields: (repeat RequestField<each Part>)

    /// Declares the members, in the order in which they are read.
    package init(_ name: String? = nil, _ fields: repeat RequestField<each Part>, description: String? = nil) {
        self.fields = (repeat each fields)
        var members: [Schema.Member] = []
        repeat members += (each fields).members
        self.members = members
        schema = .object(name, members, description: description)
    }

    /// Reads every field, then reports every invalid one at once.
    /// - Throws: `validation_failed` with one entry for each invalid field.
    package func read(_ input: Input) throws(DomainError) -> (repeat each Part) {
        var reader = RequestReader(input)
        let parts = (repeat (each fields).read(&reader))
        try reader.finish()
        return (repeat try (each parts).get())
    }
}

/// How a field of a request is read, and the members that it consists of.
package struct RequestField<Part: Sendable>: Sendable {
    let members: [Schema.Member]
    let read: @Sendable (inout RequestReader) -> Result<Part, DomainError>
}

extension RequestField {
    /// A required value, described by another schema than its type's.
    package static func required(
        _ name: String,
        _ type: Part.Type,
        _ description: String? = nil,
        schema: Schema,
        example: Input? = nil
    ) -> Self where Part: InputValue & SendableMetatype {
        Self(members: [.required(name, schema, description, example: example)]) { $0.required(name) }
    }

    /// A required value.
    package static func required(_ name: String, _ type: Part.Type, _ description: String? = nil, example: Input? = nil) -> Self
    where Part: InputValue & Described & SendableMetatype {
        .required(name, type, description, schema: Part.schema, example: example)
    }

    /// An optional value, described by another schema than its type's.
    package static func optional<Value: InputValue & SendableMetatype>(
        _ name: String,
        _ type: Value.Type,
        _ description: String? = nil,
        schema: Schema,
        example: Input? = nil
    ) -> Self where Part == Value? {
        Self(members: [.optional(name, schema, description, example: example)]) { $0.optional(name) }
    }

    /// An optional value.
    package static func optional<Value: InputValue & Described & SendableMetatype>(
        _ name: String,
        _ type: Value.Type,
        _ description: String? = nil,
        example: Input? = nil
    ) -> Self where Part == Value? {
        .optional(name, type, description, schema: Value.schema, example: example)
    }

    /// A number within a range, or a default; one outside the range is `integer_out_of_range`.
    package static func count(
        _ name: String,
        in range: ClosedRange<Int64>,
        default value: Int,
        _ description: String? = nil,
        example: Input? = nil
    ) -> Self where Part == Int {
        Self(members: [.optional(name, .integer(in: range, description), example: example)]) { $0.count(name, in: range, default: value) }
    }
}

extension RequestField<Int> {
    /// `limit`, the size of a page.
    package static var limit: Self { .count("limit", in: PageSize.range, default: 100) }
}

extension RequestField<CargoReference> {
    /// `type` and `value`; the text of a value is judged only if its type is valid.
    package static var reference: Self { Self(members: CargoReference.schema.members) { $0.requiredReference() } }
}
