package import CargoDomain

extension Itinerary: CanonicallyEncodable, Described, InputValue {
    /// `{"legs":[Leg]}`.
    package static let schema = Schema.object("Itinerary", .required("legs", .list(of: Leg.schema, count: 1...100)))

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

extension Leg: CanonicallyEncodable {
    /// Writes `{"loadLocation","loadTime","unloadLocation","unloadTime","voyageNumber"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"loadLocation":"#)
        writer.unLocode(loadLocation)
        writer.raw(#","loadTime":"#)
        writer.instant(loadTime)
        writer.raw(#","unloadLocation":"#)
        writer.unLocode(unloadLocation)
        writer.raw(#","unloadTime":"#)
        writer.instant(unloadTime)
        writer.raw(#","voyageNumber":"#)
        writer.plain(voyageNumber.text)
        writer.raw("}")
    }
}
