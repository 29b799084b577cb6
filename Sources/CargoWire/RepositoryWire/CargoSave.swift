package import CargoDomain

/// The body of a request to save a cargo: its stored form, with the version that was loaded, and the facts that it has raised since.
package struct CargoSave: CanonicallyEncodable, InputValue {
    /// `{"cargo","facts"}`.
    package static let shape = Shape.members(.required("cargo", Cargo.shape), .required("facts", RaisedFacts.shape))

    /// The cargo with its raised facts.
    package let cargo: Cargo

    /// Wraps a changed cargo.
    package init(_ cargo: Cargo) { self.cargo = cargo }

    /// Reconstitutes the cargo, then adds its facts.
    package init(input: Input) throws(DomainError) {
        let cargo: Cargo = try input.value("cargo")
        self.cargo = cargo.raising(try RaisedFacts.read(try input.value("facts"), of: .cargo))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"cargo":"#)
        cargo.write(to: &writer)
        writer.raw(#","facts":"#)
        cargo.raisedFacts.write(to: &writer)
        writer.raw("}")
    }
}
