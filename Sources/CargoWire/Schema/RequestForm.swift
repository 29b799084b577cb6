import CargoApplication
package import CargoDomain

/// The members of a request, declared once: what reads them from input, what writes them, and the request's schema.
///
/// ```swift
/// static let form = RequestForm(nil, .required("origin", UnLocode.self), .optional("limit", Int64.self))
/// let (origin, limit) = try Self.form.read(input)
/// let input = Self.form.input(origin, limit)
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

    /// Writes the fields as input, without those that are nil.
    package func input(_ parts: repeat each Part) -> Input {
        var members: [Input.Member] = []
        repeat members += (each fields).write(each parts)
        return Input(members: members)
    }
}

/// How a field of a request is read and written, and the members that it consists of.
package struct RequestField<Part: Sendable>: Sendable {
    let members: [Schema.Member]
    let read: @Sendable (inout RequestReader) -> Result<Part, DomainError>
    /// Nothing for a field that the kit never sends.
    let write: @Sendable (Part) -> [Input.Member]

    init(
        members: [Schema.Member],
        write: @escaping @Sendable (Part) -> [Input.Member] = { _ in [] },
        read: @escaping @Sendable (inout RequestReader) -> Result<Part, DomainError>
    ) {
        self.members = members
        self.read = read
        self.write = write
    }
}

extension Input.Member {
    /// A member with a value as the value's type writes it.
    package init(_ name: String, _ value: some CanonicallyEncodable) { self.init(name: name, value: Input(value)) }
}

extension Input {
    /// A value as its type writes it.
    package init(_ value: some CanonicallyEncodable) {
        let bytes = value.canonicalBytes
        let parsed = bytes.withUnsafeBytes { raw in Result { () throws(DomainError) in try JSONParser.parse(raw, hugeIntegers: .kept) } }
        // safe: what the kit writes is JSON
        self = (try? parsed.get()) ?? .object([])
    }
}

extension RequestField {
    /// A required value, described by another schema than its type's.
    package static func required(
        _ name: String,
        _ type: Part.Type,
        _ description: String? = nil,
        schema: Schema,
        example: Input? = nil
    ) -> Self where Part: InputValue & CanonicallyEncodable & SendableMetatype {
        Self(members: [.required(name, schema, description, example: example)]) {
            [.init(name, $0)]
        } read: {
            $0.required(name)
        }
    }

    /// A required value.
    package static func required(_ name: String, _ type: Part.Type, _ description: String? = nil, example: Input? = nil) -> Self
    where Part: InputValue & CanonicallyEncodable & Described & SendableMetatype {
        .required(name, type, description, schema: Part.schema, example: example)
    }

    /// An optional value, described by another schema than its type's.
    package static func optional<Value: InputValue & CanonicallyEncodable & SendableMetatype>(
        _ name: String,
        _ type: Value.Type,
        _ description: String? = nil,
        schema: Schema,
        example: Input? = nil
    ) -> Self where Part == Value? {
        Self(members: [.optional(name, schema, description, example: example)]) {
            $0.map { [.init(name, $0)] } ?? []
        } read: {
            $0.optional(name)
        }
    }

    /// An optional value.
    package static func optional<Value: InputValue & CanonicallyEncodable & Described & SendableMetatype>(
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
        Self(members: [.optional(name, .integer(in: range, description), example: example)]) {
            [.init(name: name, value: .integer(Int64($0)))]
        } read: {
            $0.count(name, in: range, default: value)
        }
    }
}

extension RequestField<Int> {
    /// `limit`, the size of a page.
    package static var limit: Self { .count("limit", in: PageSize.range, default: 100) }
}

extension RequestField<CargoReference> {
    /// `type` and `value`; the text of a value is judged only if its type is valid.
    package static var reference: Self {
        Self(members: CargoReference.schema.members) {
            [.init("type", $0.type), .init("value", $0.value)]
        } read: {
            $0.requiredReference()
        }
    }
}

extension RequestField<Int64?> {
    /// An optional integer of at least 0.
    package static func natural(_ name: String) -> Self {
        Self(members: [.optional(name, .natural())]) {
            $0.map { [.init(name, $0)] } ?? []
        } read: {
            $0.optional(name, in: 0...Version.maximum)
        }
    }
}
