package import CargoDomain

/// The body of a request to save a cargo: its stored form, with the version that was loaded, and the facts that it has raised since.
package struct CargoSave: WireObject, InputValue {
    /// The cargo and the facts that it raised.
    package static let form = ObjectForm<CargoSave>(
        "CargoSave",
        .member("cargo", \.cargo, example: Cargo.schema.example?.replacing("version", with: 0)),
        .member("facts", \.cargo.raisedFacts),
        description: "The cargo with the version that was loaded, 0 if new, and the facts raised since."
    )

    /// The cargo with its raised facts.
    package let cargo: Cargo

    /// Wraps a changed cargo.
    package init(_ cargo: Cargo) { self.cargo = cargo }

    /// Reconstitutes the cargo, then adds its facts.
    package init(input: Input) throws(DomainError) {
        let cargo: Cargo = try input.value("cargo")
        self.cargo = cargo.raising(try RaisedFacts.read(try input.value("facts"), of: .cargo))
    }
}
