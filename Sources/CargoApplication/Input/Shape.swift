public import CargoDomain

/// What a value must look like before its parts are read: JSON types and names of members, nothing of their meaning.
public indirect enum Shape: Sendable {
    /// Anything at all.
    case any
    /// Text.
    case text
    /// A whole number, one beyond ±(2^53−1) too: its size is a matter of its value.
    case integer
    /// True or false.
    case boolean
    /// A list whose elements all look alike.
    case list(Shape)
    /// An object with these members and no others; make one with `members(_:)`, which sorts them.
    case object([Field])

    /// A member that an object must or may have.
    public struct Field: Sendable {
        /// The member's name, ASCII.
        public let name: String
        /// What its value must look like.
        public let shape: Shape
        /// Whether it may not be absent.
        public let isRequired: Bool

        /// A member that must be there.
        public static func required(_ name: String, _ shape: Shape) -> Field { Field(name: name, shape: shape, isRequired: true) }

        /// A member that may be absent.
        public static func optional(_ name: String, _ shape: Shape) -> Field { Field(name: name, shape: shape, isRequired: false) }
    }

    /// An object with these members, given in any order, and no others.
    public static func members(_ fields: Field...) -> Shape {
        .object(fields.sorted { $0.name.precedesByUTF16($1.name) })
    }

    /// Where the value first differs from the shape, or nil if it does not.
    ///
    /// Goes depth first, the members of an object in the order of their names, expected and present ones together. The place is a path such
    /// as `routeSpecification.origin` or `legs[0].loadTime`; that of the value itself is the path given.
    public func firstBreach(in value: Input, at path: String = "") -> String? {
        switch (self, value) {
        case (.any, _), (.text, .text), (.integer, .integer), (.integer, .hugeInteger), (.boolean, .boolean):
            return nil
        case (.list(let shape), .list(let elements)):
            for (index, element) in elements.enumerated() {
                if let breach = shape.firstBreach(in: element, at: "\(path)[\(index)]") { return breach }
            }
            return nil
        case (.object(let fields), .object(let members)):
            return Self.firstBreach(in: members, of: fields, at: path)
        case (.text, _), (.integer, _), (.boolean, _), (.list, _), (.object, _):
            return path
        }
    }

    /// Checks the value and names the first breach.
    /// - Throws: `shape_invalid`, with the path.
    public func check(_ value: Input, at path: String = "") throws(DomainError) {
        if let breach = firstBreach(in: value, at: path) { throw .shapeInvalid(path: breach) }
    }

    private static func firstBreach(in members: [Input.Member], of fields: [Field], at path: String) -> String? {
        let prefix = path.isEmpty ? "" : path + "."
        var fields = fields[...]
        for member in members {
            while let field = fields.first, field.name.precedesByUTF16(member.name) {
                if field.isRequired { return prefix + field.name }
                fields.removeFirst()
            }
            guard let field = fields.first, field.name.hasSameScalars(as: member.name) else { return prefix + member.name }
            if let breach = field.shape.firstBreach(in: member.value, at: prefix + member.name) { return breach }
            fields.removeFirst()
        }
        return fields.first { $0.isRequired }.map { prefix + $0.name }
    }
}
