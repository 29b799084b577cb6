package import CargoDomain

extension CarrierMovement: CanonicallyEncodable {
    /// Writes `{"arrivalLocation","arrivalTime","departureLocation","departureTime"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"arrivalLocation":"#)
        writer.unLocode(arrivalLocation)
        writer.raw(#","arrivalTime":"#)
        writer.instant(arrivalTime)
        writer.raw(#","departureLocation":"#)
        writer.unLocode(departureLocation)
        writer.raw(#","departureTime":"#)
        writer.instant(departureTime)
        writer.raw("}")
    }
}
