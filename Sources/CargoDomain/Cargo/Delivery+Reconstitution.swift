extension Delivery {
    /// A delivery as read from storage, not yet checked against the cargo it belongs to.
    public struct Stored: Hashable, Sendable {
        let currentVoyage: VoyageNumber?
        let estimatedArrival: Instant?
        let isMisdirected: Bool
        let isUnloadedAtDestination: Bool
        let lastHandled: Handled?
        let lastKnownLocation: UnLocode?
        let nextExpectedActivity: HandlingActivity?
        let planPosition: Int64?
        let routingStatus: RoutingStatus
        let transportStatus: TransportStatus
        let unloadedAt: UnLocode?

        /// Takes the stored members, each already parsed into its type.
        public init(
            currentVoyage: VoyageNumber?,
            estimatedArrival: Instant?,
            isMisdirected: Bool,
            isUnloadedAtDestination: Bool,
            lastHandled: Handled?,
            lastKnownLocation: UnLocode?,
            nextExpectedActivity: HandlingActivity?,
            planPosition: Int64?,
            routingStatus: RoutingStatus,
            transportStatus: TransportStatus,
            unloadedAt: UnLocode?
        ) {
            self.currentVoyage = currentVoyage
            self.estimatedArrival = estimatedArrival
            self.isMisdirected = isMisdirected
            self.isUnloadedAtDestination = isUnloadedAtDestination
            self.lastHandled = lastHandled
            self.lastKnownLocation = lastKnownLocation
            self.nextExpectedActivity = nextExpectedActivity
            self.planPosition = planPosition
            self.routingStatus = routingStatus
            self.transportStatus = transportStatus
            self.unloadedAt = unloadedAt
        }

        /// Creates the stored form of a delivery.
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

    /// Derives the delivery again and compares it with the stored one (DLV-10).
    /// - Returns: `nil` if they differ.
    static func reconstitute(
        _ stored: Stored,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: Handled?
    ) -> Delivery? {
        if routingStart != nil, itinerary == nil { return nil }
        if stored.isMisdirected, itinerary == nil || stored.lastHandled == nil { return nil }
        guard (stored.planPosition == nil) == (itinerary == nil) else { return nil }
        var position: Int?
        if let itinerary, let planPosition = stored.planPosition {
            guard planPosition >= 0, planPosition <= Plan.count(of: itinerary) else { return nil }
            position = Int(planPosition)
        }
        switch stored.lastHandled?.activity.type {
        case .unload: guard stored.unloadedAt == stored.lastHandled?.activity.location else { return nil }
        case .receive, .load, .claim, nil: guard stored.unloadedAt == nil else { return nil }
        case .customs: break
        }

        let recomputed = Delivery(
            progress: DeliveryProgress(
                lastHandled: stored.lastHandled,
                isMisdirected: stored.isMisdirected,
                planPosition: position,
                unloadedAt: stored.unloadedAt
            ),
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart
        )
        let agrees =
            recomputed.transportStatus == stored.transportStatus
            && recomputed.routingStatus == stored.routingStatus
            && recomputed.lastKnownLocation == stored.lastKnownLocation
            && recomputed.currentVoyage == stored.currentVoyage
            && recomputed.estimatedArrival == stored.estimatedArrival
            && recomputed.nextExpectedActivity == stored.nextExpectedActivity
            && recomputed.isUnloadedAtDestination == stored.isUnloadedAtDestination
        return agrees ? recomputed : nil
    }
}
