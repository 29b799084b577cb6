public import CargoDomain

extension Cargo {
    /// A cargo made by booking one and doing random things to it that the rules admit; not yet saved, its facts still with it.
    public static func random(using generator: inout some RandomNumberGenerator) -> Cargo {
        var life = RandomCargoLife(using: &generator)
        for _ in 0..<Int.random(in: 0...12, using: &generator) { life.step(using: &generator) }
        return life.cargo
    }

    /// The same cargo as a store would give it back at that version, with no facts raised.
    public func reconstituted(atVersion version: Int64) throws(DomainError) -> Cargo {
        try .reconstitute(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: Delivery.Stored(
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
            ),
            version: version
        )
    }
}
