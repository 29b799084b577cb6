package import CargoApplication
package import CargoDomain

/// The response to a look-up of an idempotency key.
package struct FoundReservation: WireObject, InputValue {
    /// The reservation, if there is one.
    package static let form = ObjectForm<FoundReservation>(
        "FoundReservation",
        .optional("reservation", \.reservation, example: BookingReservation.schema.example),
        description: "The key's reservation; empty if it has none."
    )

    /// The key's reservation, or nil if it has none.
    package let reservation: BookingReservation?

    /// Wraps the result of a look-up.
    package init(_ reservation: BookingReservation?) { self.reservation = reservation }

    /// Reads the response.
    package init(input: Input) throws(DomainError) { reservation = try input.valueIfPresent("reservation") }
}

/// The response to a request for a new tracking id.
package struct DrawnTrackingId: WireObject, InputValue {
    /// The id alone.
    package static let form = ObjectForm<DrawnTrackingId>("DrawnTrackingId", .member("trackingId", \.trackingId))

    /// The id.
    package let trackingId: TrackingId

    /// Wraps an id.
    package init(_ trackingId: TrackingId) { self.trackingId = trackingId }

    /// Reads the id.
    package init(input: Input) throws(DomainError) { trackingId = try input.value("trackingId") }
}
