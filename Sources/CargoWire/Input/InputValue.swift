package import CargoDomain

/// A value that can be read from input: first its whole shape is checked, then its parts are parsed.
package protocol InputValue {
    /// The shape that the input must have.
    static var shape: Shape { get }

    /// Reads input that has the right shape: members in the order of their names, depth first, then the rules for the whole value.
    /// - Throws: the error of the first invalid value or broken rule; `shape_invalid` if the shape is wrong after all.
    init(input: Input) throws(DomainError)
}

extension InputValue {
    /// Checks the whole shape, then reads the value.
    /// - Throws: `shape_invalid` with the path of the first mismatch; otherwise as `init(input:)`.
    package init(checking input: Input, at path: String = "") throws(DomainError) {
        try Self.shape.check(input, at: path)
        try self.init(input: input)
    }
}

extension Input {
    /// Reads the member with this name.
    /// - Throws: `shape_invalid` if there is no such member; otherwise as the value's `init(input:)`.
    package func value<Value: InputValue>(_ name: String, as type: Value.Type = Value.self) throws(DomainError) -> Value {
        // safe: an Input, whose subscript by name is optional
        guard let member = self[name] else { throw .shapeInvalid(path: name) }
        return try Value(input: member)
    }

    /// Reads the member with this name; returns nil if there is none.
    package func valueIfPresent<Value: InputValue>(_ name: String, as type: Value.Type = Value.self) throws(DomainError) -> Value? {
        // safe: an Input, whose subscript by name is optional
        guard let member = self[name] else { return nil }
        return try Value(input: member)
    }
}

extension Array: InputValue where Element: InputValue {
    /// A list whose elements have the element's shape.
    package static var shape: Shape { .list(Element.shape) }

    /// Reads the elements in order.
    package init(input: Input) throws(DomainError) {
        guard case .list(let inputs) = input else { throw .shapeInvalid(path: "") }
        self = []
        reserveCapacity(inputs.count)
        for input in inputs { append(try Element(input: input)) }
    }
}
