public import CargoDomain

extension Cargo {
    /// A cargo booked on day 0, routed if an itinerary is given, then handled; traps where a rule refuses any of it.
    ///
    /// With version 0 it is as before its first save and carries all the facts raised; with another one it is as it comes from storage
    /// and carries none.
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
            if let itinerary { cargo = try cargo.assignToRoute(itinerary) }
            if !events.isEmpty { cargo = try cargo.deriveDeliveryProgress(HandlingHistory(trackingId: cargo.trackingId, events: events)) }
            return version == 0 ? cargo : try cargo.reconstituted(atVersion: version)
        }
    }

    /// This cargo as storage gives it back: through reconstitution, at a version, without facts.
    /// - Throws: `integer_out_of_range`, and `corrupt_record` where the cargo is in a state that DLV-10 refuses.
    public func reconstituted(atVersion version: Int64) throws(DomainError) -> Cargo {
        try .reconstitute(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: Delivery.Stored(delivery),
            version: version
        )
    }
}

extension Delivery.Stored {
    /// A delivery member by member, as a record holds it.
    public init(_ delivery: Delivery) {
        self.init(
            currentVoyage: delivery.currentVoyage,
            estimatedArrival: delivery.estimatedArrival,
            isMisdirected: delivery.isMisdirected,
            isUnloadedAtDestination: delivery.isUnloadedAtDestination,
            lastHandled: delivery.lastHandled,
            lastKnownLocation: delivery.lastKnownLocation,
            nextExpectedActivity: delivery.nextExpectedActivity,
            planPosition: delivery.planPosition.map { Int64($0) },
            routingStatus: delivery.routingStatus,
            transportStatus: delivery.transportStatus,
            unloadedAt: delivery.unloadedAt
        )
    }
}
