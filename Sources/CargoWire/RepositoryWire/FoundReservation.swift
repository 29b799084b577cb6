package import CargoApplication
package import CargoDomain

/// The response to a look-up of an idempotency key.
package struct FoundReservation: CanonicallyEncodable, InputValue {
    /// `{"reservation"?}`.
    package static let shape = Shape.members(.optional("reservation", BookingReservation.shape))

    /// The key's reservation, or nil if it has none.
    package let reservation: BookingReservation?

    /// Wraps the result of a look-up.
    package init(_ reservation: BookingReservation?) { self.reservation = reservation }

    /// Reads the response.
    package init(input: Input) throws(DomainError) { reservation = try input.valueIfPresent("reservation") }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        guard let reservation else { return writer.raw("{}") }
        writer.raw(#"{"reservation":"#)
        reservation.write(to: &writer)
        writer.raw("}")
    }
}
