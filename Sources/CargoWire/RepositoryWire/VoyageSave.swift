package import CargoDomain

/// A voyage on its way to be saved elsewhere: its stored form in the version that it was loaded in, and the facts that it raised since.
package struct VoyageSave: CanonicallyEncodable, InputValue {
    /// `{"facts","voyage"}`.
    package static let shape = Shape.members(.required("facts", RaisedFacts.shape), .required("voyage", Voyage.shape))

    /// The voyage with its facts.
    package let voyage: Voyage

    /// Takes a voyage that an operation changed.
    package init(_ voyage: Voyage) { self.voyage = voyage }

    /// Reconstitutes the voyage, then gives it its facts.
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
