package import CargoDomain

/// A value that can be read from input: its shape is checked first, whole, and then its meaning.
package protocol InputValue {
    /// What the input must look like.
    static var shape: Shape { get }

    /// Reads input of the right shape: members in the order of their names, depth first, then the rules of the whole.
    /// - Throws: the code of the first value or rule that is broken; `shape_invalid` should the shape not be right after all.
    init(input: Input) throws(DomainError)
}

extension InputValue {
    /// Checks the shape, whole, and then reads the value.
    /// - Throws: `shape_invalid` with the path of the first breach, then as `init(input:)`.
    package init(checking input: Input, at path: String = "") throws(DomainError) {
        try Self.shape.check(input, at: path)
        try self.init(input: input)
    }
}

extension Input {
    /// Reads the member of that name.
    /// - Throws: `shape_invalid` where there is none, else as the value's reading.
    package func value<Value: InputValue>(_ name: String, as type: Value.Type = Value.self) throws(DomainError) -> Value {
        // safe: an Input, whose subscript by name is optional
        guard let member = self[name] else { throw .shapeInvalid(path: name) }
        return try Value(input: member)
    }

    /// Reads the member of that name, if there is one.
    package func valueIfPresent<Value: InputValue>(_ name: String, as type: Value.Type = Value.self) throws(DomainError) -> Value? {
        // safe: an Input, whose subscript by name is optional
        guard let member = self[name] else { return nil }
        return try Value(input: member)
    }
}

extension Array: InputValue where Element: InputValue {
    /// A list of what each element looks like.
    package static var shape: Shape { .list(Element.shape) }

    /// Reads the elements in order.
    package init(input: Input) throws(DomainError) {
        guard case .list(let inputs) = input else { throw .shapeInvalid(path: "") }
        self = []
        reserveCapacity(inputs.count)
        for input in inputs { append(try Element(input: input)) }
    }
}
