public import CargoApplication
public import CargoDomain

extension Cargo {
    /// Returns a cargo that was booked on day 0, then routed if there is an itinerary, then handled.
    ///
    /// Traps if a rule refuses any of these steps.
    ///
    /// With version 0 the cargo is unsaved and carries the facts it raised. With another version it is as loaded from storage and carries
    /// none.
    public static func stub(
        _ trackingId: String = "ABC123",
        customer customerId: String = "CUST-1",
        routeSpecification: RouteSpecification = .stub(),
        itinerary: Itinerary? = nil,
        handled events: [HandlingEvent] = [],
        version: Int64 = 0
    ) -> Self {
        stubbed { () throws(DomainError) in
            var cargo = try Cargo.book(
                trackingId: .stub(trackingId),
                customerId: .stub(customerId),
                routeSpecification: routeSpecification,
                at: .stub()
            )
            if let itinerary { cargo = try cargo.assigned(to: itinerary) }
            if !events.isEmpty {
                cargo = try cargo.derivingDeliveryProgress(from: HandlingHistory(trackingId: cargo.trackingId, events: events))
            }
            return version == 0 ? cargo : try cargo.reconstituted(atVersion: version)
        }
    }

    /// Returns this cargo as if it were loaded from storage with a version: reconstituted, and without raised facts.
    /// - Throws: `integer_out_of_range`; `corrupt_record` if the cargo's state breaks DLV-10 or REF-2.
    public func reconstituted(atVersion version: Int64) throws(DomainError) -> Cargo {
        try .reconstitute(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: Delivery.Stored(delivery),
            estimate: estimate,
            cancellation: cancellation,
            promisedArrival: promisedArrival,
            holds: holds,
            pickUpBy: pickUpBy,
            references: references,
            version: version
        )
    }
}

extension IdempotencyKey {
    /// Returns a key with this text.
    ///
    /// Traps if the text isn't a valid key.
    public static func stub(_ text: String = "key-1") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension BookingReservation {
    /// Returns a reservation for a booking.
    ///
    /// Traps if an id isn't valid.
    public static func stub(
        _ trackingId: String = "ABC123",
        customer customerId: String = "CUST-1",
        routeSpecification: RouteSpecification = .stub()
    ) -> Self {
        Self(trackingId: .stub(trackingId), customerId: .stub(customerId), routeSpecification: routeSpecification)
    }
}
