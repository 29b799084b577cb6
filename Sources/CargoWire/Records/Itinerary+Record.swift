package import CargoDomain

extension Itinerary: CanonicallyEncodable, InputValue {
    /// `{"legs":[Leg]}`.
    package static let shape = Shape.members(.required("legs", [Leg].shape))

    /// Reads an itinerary: leg by leg, then ITN-1 and ITN-2.
    package init(input: Input) throws(DomainError) {
        try self.init(try input.value("legs", as: [Leg].self))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"legs":"#)
        legs.write(to: &writer)
        writer.raw("}")
    }
}
