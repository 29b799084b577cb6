import CargoDomain

/// How a value looks as JSON: the shape that its reader checks, and the JSON Schema that documents it.
///
/// The schemas of the wire types are the source of the API description (`/openapi.json`).
package struct Schema: Sendable {
    /// The name that a document gives the schema; nil if it is written wherever it is used.
    package let name: String?
    /// The JSON types and member names that a reader checks.
    package let shape: Shape
    /// The JSON Schema (2020-12); parts that have names are references to `#/components/schemas`.
    package let definition: Input
    /// A valid value; nil if there is none to show.
    package let example: Input?
    /// The members of an object, sorted by name.
    package let members: [Member]
    private let parts: [Schema]

    private init(
        named name: String? = nil,
        _ shape: Shape,
        _ definition: Input,
        example: Input? = nil,
        members: [Member] = [],
        parts: [Schema] = []
    ) {
        self.name = name
        self.shape = shape
        self.definition = definition
        self.example = example
        self.members = members
        self.parts = parts
    }

    /// A member of an object.
    package struct Member: Sendable {
        /// The member's name.
        package let name: String
        /// The schema of its value.
        package let schema: Schema
        /// Whether every documented object has it.
        package let isRequired: Bool
        /// Whether a reader refuses an object without it, if it is required.
        var isRead = true
        /// What it means, if its schema doesn't say enough.
        package let description: String?
        /// The value in the object's example; an optional member without one is left out.
        package let example: Input?

        /// A required member, whose example is that of its schema unless another one is given.
        package static func required(_ name: String, _ schema: Schema, _ description: String? = nil, example: Input? = nil) -> Member {
            Member(name: name, schema: schema, isRequired: true, description: description, example: example ?? schema.example)
        }

        /// A member that every response has, although a reader doesn't require it.
        package static func served(_ name: String, _ schema: Schema, example: Input? = nil) -> Member {
            Member(name: name, schema: schema, isRequired: true, isRead: false, description: nil, example: example ?? schema.example)
        }

        /// An optional member, which the object's example has only if an example is given.
        package static func optional(_ name: String, _ schema: Schema, _ description: String? = nil, example: Input? = nil) -> Member {
            Member(name: name, schema: schema, isRequired: false, description: description, example: example)
        }
    }

    // MARK: Making schemas

    /// Any value.
    package static let any = Schema(.any, [:])

    /// True or false.
    package static let boolean = Schema(.boolean, ["type": "boolean"], example: false)

    /// An object with any members.
    package static func anyObject(orNull: Bool = false, example: Input? = nil) -> Schema {
        Schema(.any, ["type": orNull ? ["object", "null"] : "object"], example: example)
    }

    /// An object whose members have any names, and values that the given JSON Schema describes.
    package static func map(of values: Input, example: Input) -> Schema {
        Schema(.any, ["type": "object", "additionalProperties": values], example: example)
    }

    /// Text.
    package static func text(
        _ name: String? = nil,
        pattern: String? = nil,
        length: ClosedRange<Int64>? = nil,
        _ description: String? = nil,
        example: Input? = nil
    ) -> Schema {
        let definition = object([
            "type": "string", "pattern": pattern.map(Input.text),
            "minLength": length.flatMap { $0.lowerBound > 0 ? .integer($0.lowerBound) : nil },
            "maxLength": length.flatMap { limit($0.upperBound) }, "description": description.map(Input.text),
            "examples": name == nil ? nil : example.map { [$0] },
        ])
        return Schema(named: name, .text, definition, example: example)
    }

    /// One of these words.
    package static func words(_ name: String? = nil, _ words: [String]) -> Schema {
        Schema(named: name, .text, ["type": "string", "enum": .list(words.map(Input.text))], example: words.first.map(Input.text))
    }

    /// An integer in the range, which may be no wider than ±(2^53−1).
    package static func integer(
        _ name: String? = nil,
        in range: ClosedRange<Int64>,
        _ description: String? = nil,
        example: Input? = nil
    ) -> Schema {
        let definition = object([
            "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            "description": description.map(Input.text),
        ])
        return Schema(named: name, .integer, definition, example: example ?? .integer(max(range.lowerBound, 0)))
    }

    /// A list of values.
    package static func list(of element: Schema, count: ClosedRange<Int64>? = nil) -> Schema { named(nil, listOf: element, count: count) }

    /// A list of values, with a name.
    package static func named(_ name: String?, listOf element: Schema, count: ClosedRange<Int64>? = nil, example: Input? = nil) -> Schema {
        let definition = object([
            "type": "array", "items": element.reference, "minItems": count.map { .integer($0.lowerBound) },
            "maxItems": count.flatMap { limit($0.upperBound) },
        ])
        return Schema(named: name, .list(element.shape), definition, example: example ?? element.example.map { [$0] }, parts: [element])
    }

    /// An object with these members, given in any order, and no others.
    package static func object(_ name: String?, _ members: Member..., description: String? = nil, dependent: Input? = nil) -> Schema {
        object(name, members, description: description, dependent: dependent)
    }

    /// An object with these members, given in any order, and no others.
    /// - Parameter dependent: for members that require others, their names.
    package static func object(_ name: String?, _ members: [Member], description: String? = nil, dependent: Input? = nil) -> Schema {
        let members = members.sorted { $0.name.precedesByUTF16($1.name) }
        let required = members.filter(\.isRequired)
        let definition = object([
            "type": "object", "additionalProperties": false, "required": required.isEmpty ? nil : .list(required.map { .text($0.name) }),
            "properties": Input(members: members.map { .init(name: $0.name, value: $0.schema.reference(describing: $0.description)) }),
            "dependentRequired": dependent, "description": description.map(Input.text),
        ])
        let isComplete = required.allSatisfy { $0.example != nil }
        let example = Input(members: members.compactMap { member in member.example.map { .init(name: member.name, value: $0) } })
        return Schema(
            named: name,
            .object(members.map { $0.isRequired && $0.isRead ? .required($0.name, $0.schema.shape) : .optional($0.name, $0.schema.shape) }),
            definition,
            example: isComplete ? example : nil,
            members: members,
            parts: members.map(\.schema)
        )
    }

    /// A value that exactly one of these schemas describes.
    package static func oneOf(_ schemas: [Schema]) -> Schema {
        Schema(.any, ["oneOf": .list(schemas.map(\.reference))], example: schemas.first?.example, parts: schemas)
    }

    /// The object without a member, under another name.
    package func without(_ member: String, named name: String) -> Schema {
        .object(name, members.filter { $0.name != member })
    }

    /// The object with at least one member.
    /// - Parameter isShape: whether an empty one is of the wrong shape, rather than a breach of a rule.
    package func nonempty(isShape: Bool = true) -> Schema {
        guard case .object(let fields, _) = shape, case .object(let keywords) = definition else { return self }
        let definition = Input(members: keywords + [.init(name: "minProperties", value: 1)])
        return Schema(
            named: name,
            .object(fields, isEmptyAllowed: !isShape),
            definition,
            example: example,
            members: members,
            parts: parts
        )
    }

    /// The schema with an example of its own.
    package func showing(_ example: Input) -> Schema {
        Schema(named: name, shape, definition, example: example, members: members, parts: parts)
    }

    // MARK: Writing documents

    /// The schema as a part of a document: a reference if it has a name.
    package var reference: Input { name.map { ["$ref": .text("#/components/schemas/" + $0)] } ?? definition }

    /// The reference with a description beside it.
    package func reference(describing description: String?) -> Input {
        guard let description, case .object(let members) = reference else { return reference }
        return Input(members: members + [.init(name: "description", value: .text(description))])
    }

    /// Adds this schema and its parts to the components of a document, each with its example, if they have names.
    package func add(to components: inout [String: Input]) {
        if let name {
            guard components[name] == nil, case .object(let members) = definition else { return }
            components[name] =
                definition["examples"] == nil && definition["enum"] == nil && definition["type"] != "integer"
                ? Input(members: members + (example.map { [.init(name: "example", value: $0)] } ?? [])) : definition
        }
        for part in parts { part.add(to: &components) }
    }

    /// The largest length or count, unless it is the largest integer on the wire, which means that there is no limit.
    private static func limit(_ bound: Int64) -> Input? { bound == Version.maximum ? nil : .integer(bound) }

    /// An object of the members that have a value.
    private static func object(_ members: KeyValuePairs<String, Input?>) -> Input {
        Input(members: members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }
}

/// A type whose JSON form is documented.
package protocol Described {
    /// How its values look as JSON.
    static var schema: Schema { get }
}

extension InputValue where Self: Described {
    /// The shape of the schema.
    package static var shape: Shape { schema.shape }
}

extension Array: Described where Element: Described {
    /// A list of elements.
    package static var schema: Schema { .list(of: Element.schema) }
}
