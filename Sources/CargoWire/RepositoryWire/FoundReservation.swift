package import CargoApplication
package import CargoDomain

/// What an idempotency key stands for, if anything.
package struct FoundReservation: CanonicallyEncodable, InputValue {
    /// `{"reservation"?}`.
    package static let shape = Shape.members(.optional("reservation", BookingReservation.shape))

    /// The reservation; nil where the key has none.
    package let reservation: BookingReservation?

    /// Takes what was found.
    package init(_ reservation: BookingReservation?) { self.reservation = reservation }

    /// Reads what was found.
    package init(input: Input) throws(DomainError) { reservation = try input.valueIfPresent("reservation") }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        guard let reservation else { return writer.raw("{}") }
        writer.raw(#"{"reservation":"#)
        reservation.write(to: &writer)
        writer.raw("}")
    }
}
