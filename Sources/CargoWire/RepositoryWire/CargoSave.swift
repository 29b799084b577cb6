package import CargoDomain

/// A cargo on its way to be saved elsewhere: its stored form in the version that it was loaded in, and the facts that it raised since.
package struct CargoSave: CanonicallyEncodable, InputValue {
    /// `{"cargo","facts"}`.
    package static let shape = Shape.members(.required("cargo", Cargo.shape), .required("facts", RaisedFacts.shape))

    /// The cargo with its facts.
    package let cargo: Cargo

    /// Takes a cargo that an operation changed.
    package init(_ cargo: Cargo) { self.cargo = cargo }

    /// Reconstitutes the cargo, then gives it its facts.
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
