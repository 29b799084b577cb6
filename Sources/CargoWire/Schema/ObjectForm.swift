/// How values of a type are written as a JSON object; the same list of members is the object's schema.
///
/// A form calls a closure for each member. What a store writes for each save has a writer by hand instead, because that is faster; a test
/// compares what it writes with its schema.
package struct ObjectForm<Value>: Sendable {
    /// The schema of the object.
    package let schema: Schema
    private let members: [Member]

    /// Creates a form from its members, given in any order.
    package init(_ name: String?, _ members: Member..., description: String? = nil, dependent: Input? = nil) {
        self.init(name, members, description: description, dependent: dependent)
    }

    /// Creates a form from its members, given in any order.
    package init(_ name: String?, _ members: [Member], description: String? = nil, dependent: Input? = nil) {
        self.members = members.sorted { $0.description.name.precedesByUTF16($1.description.name) }
        schema = .object(name, members.map(\.description), description: description, dependent: dependent)
    }

    /// Writes the members in the order of their names, and leaves out what is absent.
    /// - Parameter omitted: the name of an optional member that isn't written.
    package func write(_ value: Value, to writer: inout JSONWriter, without omitted: String? = nil) {
        writer.raw("{")
        var isFirst = true
        for member in members where omitted == nil || member.description.name != omitted {
            if member.write(value, &writer, isFirst) { isFirst = false }
        }
        writer.raw("}")
    }

    /// A member: its name, its schema and how it is written.
    package struct Member: Sendable {
        let description: Schema.Member
        /// Writes the member with its name, unless it is absent; returns whether it did.
        let write: @Sendable (Value, inout JSONWriter, _ isFirst: Bool) -> Bool

        /// A member that every value has.
        /// - Parameter isRequired: false if some documents leave the member out.
        package static func member<Part: CanonicallyEncodable & Described & SendableMetatype>(
            _ name: StaticString,
            _ part: @escaping @Sendable (Value) -> Part,
            _ description: String? = nil,
            schema: Schema = Part.schema,
            isRequired: Bool = true,
            example: Input? = nil
        ) -> Member {
            let text = "\(name)"
            return Member(
                description: isRequired
                    ? .required(text, schema, description, example: example) : .optional(text, schema, description, example: example)
            ) { value, writer, isFirst in
                writer.name(name, isFirst: isFirst)
                part(value).write(to: &writer)
                return true
            }
        }

        /// A member that is left out if its value is nil.
        /// - Parameter isRequired: true if no object with this form lacks it.
        package static func optional<Part: CanonicallyEncodable & Described & SendableMetatype>(
            _ name: StaticString,
            _ part: @escaping @Sendable (Value) -> Part?,
            _ description: String? = nil,
            schema: Schema = Part.schema,
            isRequired: Bool = false,
            example: Input? = nil
        ) -> Member {
            let text = "\(name)"
            return Member(
                description: isRequired
                    ? .required(text, schema, description, example: example) : .optional(text, schema, description, example: example)
            ) { value, writer, isFirst in
                guard let part = part(value) else { return false }
                writer.name(name, isFirst: isFirst)
                part.write(to: &writer)
                return true
            }
        }
    }
}

/// A type that has a form, which writes it and describes it.
package protocol WireObject: CanonicallyEncodable, Described {
    /// How its values are written.
    static var form: ObjectForm<Self> { get }
}

extension WireObject {
    /// The schema of the form.
    package static var schema: Schema { form.schema }

    /// Writes the value as its form says.
    package func write(to writer: inout JSONWriter) { Self.form.write(self, to: &writer) }
}

extension JSONWriter {
    /// Writes a member's name and its colon, after a comma unless it is the first.
    @inline(__always)
    fileprivate mutating func name(_ name: StaticString, isFirst: Bool) {
        raw(isFirst ? "\"" : ",\"")
        raw(name)
        raw("\":")
    }
}
