package import CargoDomain

/// The body of a request to save a voyage: its stored form, with the version that was loaded, and the facts that it has raised since.
package struct VoyageSave: CanonicallyEncodable, InputValue {
    /// `{"facts","voyage"}`.
    package static let shape = Shape.members(.required("facts", RaisedFacts.shape), .required("voyage", Voyage.shape))

    /// The voyage with its raised facts.
    package let voyage: Voyage

    /// Wraps a changed voyage.
    package init(_ voyage: Voyage) { self.voyage = voyage }

    /// Reconstitutes the voyage, then adds its facts.
    package init(input: Input) throws(DomainError) {
        let voyage: Voyage = try input.value("voyage")
        self.voyage = voyage.raising(try RaisedFacts.read(try input.value("facts"), of: .voyage))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"facts":"#)
        voyage.raisedFacts.write(to: &writer)
        writer.raw(#","voyage":"#)
        voyage.write(to: &writer)
        writer.raw("}")
    }
}
