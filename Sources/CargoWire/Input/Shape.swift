package import CargoDomain

/// The JSON types and member names that a value must have before its parts are parsed.
package indirect enum Shape: Sendable {
    /// Any value.
    case any
    /// Text.
    case text
    /// An integer of any size; reading the value checks its range.
    case integer
    /// True or false.
    case boolean
    /// A list whose elements all have this shape.
    case list(Shape)
    /// An object with these members and no others, at least one of them if it may not be empty. Use `members(_:)` to create one: it sorts the
    /// members.
    case object([Field], isEmptyAllowed: Bool = true)

    /// A required or optional member of an object.
    package struct Field: Sendable {
        /// The member's name, ASCII.
        package let name: String
        /// The shape of its value.
        package let shape: Shape
        /// Whether the member is required.
        package let isRequired: Bool

        /// A required member.
        package static func required(_ name: String, _ shape: Shape) -> Field { Field(name: name, shape: shape, isRequired: true) }

        /// An optional member.
        package static func optional(_ name: String, _ shape: Shape) -> Field { Field(name: name, shape: shape, isRequired: false) }
    }

    /// An object with these members, given in any order, and no others.
    package static func members(_ fields: Field...) -> Shape {
        .object(fields.sorted { $0.name.precedesByUTF16($1.name) })
    }

    /// Returns the path at which the value first differs from the shape, or nil if it matches.
    ///
    /// Compares depth first, and the members of an object in the order of their names, expected and present ones together. The result is a
    /// path such as `routeSpecification.origin` or `legs[0].loadTime`; the path of the value itself is `path`.
    package func firstBreach(in value: Input, at path: String = "") -> String? {
        breach(in: value).map { $0.spelled(after: path) }
    }

    private func breach(in value: Input) -> Breach? {
        switch (self, value) {
        case (.any, _), (.text, .text), (.integer, .integer), (.integer, .hugeInteger), (.boolean, .boolean):
            return nil
        case (.list(let shape), .list(let elements)):
            for index in elements.indices {
                // safe: index is an index of elements
                if let breach = shape.breach(in: elements[index]) { return breach.inside(.element(index)) }
            }
            return nil
        case (.object(let fields, let isEmptyAllowed), .object(let members)):
            return members.isEmpty && !isEmptyAllowed ? Breach() : Self.breach(in: members, of: fields)
        case (.text, _), (.integer, _), (.boolean, _), (.list, _), (.object, _):
            return Breach()
        }
    }

    /// Checks the value against the shape.
    /// - Throws: `shape_invalid` with the path of the first mismatch.
    package func check(_ value: Input, at path: String = "") throws(DomainError) {
        if let breach = firstBreach(in: value, at: path) { throw .shapeInvalid(path: breach) }
    }

    /// Compares two sorted lists in one pass.
    private static func breach(in members: [Input.Member], of fields: [Field]) -> Breach? {
        var next = 0
        for member in members {
            while next < fields.count, !fields[next].name.hasSameScalars(as: member.name), fields[next].name.precedesByUTF16(member.name) {
                // safe: the loop's condition holds that next is an index of fields
                if fields[next].isRequired { return Breach(.member(fields[next].name)) }
                next += 1
            }
            guard next < fields.count, fields[next].name.hasSameScalars(as: member.name) else { return Breach(.member(member.name)) }
            // safe: the guard above holds that next is an index of fields
            if let breach = fields[next].shape.breach(in: member.value) { return breach.inside(.member(member.name)) }
            next += 1
        }
        // safe: next is at most the count
        return fields[next...].first(where: \.isRequired).map { Breach(.member($0.name)) }
    }

    /// The place at which a value differs from its shape; formatted as a path only on demand.
    private struct Breach {
        enum Step {
            case member(String)
            case element(Int)
        }

        /// Innermost first.
        private var steps: [Step] = []

        init() {}

        init(_ step: Step) { steps = [step] }

        func inside(_ step: Step) -> Breach {
            var outer = self
            outer.steps.append(step)
            return outer
        }

        func spelled(after path: String) -> String {
            steps.reversed().reduce(into: path) { path, step in
                switch step {
                case .member(let name): path += path.isEmpty ? name : "." + name
                case .element(let index): path += "[\(index)]"
                }
            }
        }
    }
}
