package import CargoApplication
package import CargoDomain

/// The stored form of what an idempotency key stands for, in canonical JSON.
package enum BookingReservationRecord {
    /// The bytes to store.
    package static func encode(_ reservation: BookingReservation) -> [UInt8] { reservation.canonicalBytes }

    /// Decodes a reservation from its stored bytes.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> BookingReservation {
        try StoredRecord.decode(bytes, identity: (TrackingId.self, name: "trackingId"))
    }
}

extension BookingReservation: CanonicallyEncodable, Described, InputValue {
    /// `{"customerId","routeSpecification","trackingId"}`.
    package static let schema = Schema.object(
        "BookingReservation",
        .required("customerId", CustomerId.schema),
        .required("routeSpecification", RouteSpecification.schema),
        .required("trackingId", TrackingId.schema)
    )

    /// Reads a stored reservation.
    package init(input: Input) throws(DomainError) {
        let customerId: CustomerId = try input.value("customerId")
        let routeSpecification: RouteSpecification = try input.value("routeSpecification")
        let trackingId: TrackingId = try input.value("trackingId")
        self.init(trackingId: trackingId, customerId: customerId, routeSpecification: routeSpecification)
    }

    /// Writes the stored shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"customerId":"#)
        writer.plain(customerId.text)
        writer.raw(#","routeSpecification":"#)
        routeSpecification.write(to: &writer)
        writer.raw(#","trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw("}")
    }
}
