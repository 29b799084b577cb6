package import CargoDomain

/// The body of a request to save a voyage: its stored form, with the version that was loaded, and the facts that it has raised since.
package struct VoyageSave: WireObject, InputValue {
    /// The voyage and the facts that it raised.
    package static let form = ObjectForm<VoyageSave>(
        "VoyageSave",
        .member("facts", \.voyage.raisedFacts, example: []),
        .member("voyage", \.voyage, example: Voyage.schema.example?.replacing("version", with: 0)),
        description: "The voyage with the version that was loaded, 0 if new, and the facts raised since."
    )

    /// The voyage with its raised facts.
    package let voyage: Voyage

    /// Wraps a changed voyage.
    package init(_ voyage: Voyage) { self.voyage = voyage }

    /// Reconstitutes the voyage, then adds its facts.
    package init(input: Input) throws(DomainError) {
        let voyage: Voyage = try input.value("voyage")
        self.voyage = voyage.raising(try RaisedFacts.read(try input.value("facts"), of: .voyage))
    }
}
