extension Delivery {
    /// A delivery as read from storage, not yet checked against the cargo it belongs to.
    public struct Stored: Hashable, Sendable {
        let lastHandled: CompletedActivity?
        let lastMove: CompletedActivity?
        let isMisdirected: Bool
        let planPosition: Int64?
        /// What follows from the progress and the cargo; `nil` if the record followed other rules, so that it can't be compared.
        let derived: Derived?

        /// The members of a stored delivery that can be derived again.
        struct Derived: Hashable, Sendable {
            let currentVoyage: VoyageNumber?
            let isUnloadedAtDestination: Bool
            let lastKnownLocation: UnLocode?
            let nextExpectedActivity: HandlingActivity?
            let plannedArrival: Instant?
            let routingStatus: RoutingStatus
            let transportStatus: TransportStatus
        }

        /// Takes the stored members, each already parsed into its type.
        public init(
            currentVoyage: VoyageNumber?,
            isMisdirected: Bool,
            isUnloadedAtDestination: Bool,
            lastHandled: CompletedActivity?,
            lastKnownLocation: UnLocode?,
            lastMove: CompletedActivity?,
            nextExpectedActivity: HandlingActivity?,
            planPosition: Int64?,
            plannedArrival: Instant?,
            routingStatus: RoutingStatus,
            transportStatus: TransportStatus
        ) {
            self.lastHandled = lastHandled
            self.lastMove = lastMove
            self.isMisdirected = isMisdirected
            self.planPosition = planPosition
            derived = Derived(
                currentVoyage: currentVoyage,
                isUnloadedAtDestination: isUnloadedAtDestination,
                lastKnownLocation: lastKnownLocation,
                nextExpectedActivity: nextExpectedActivity,
                plannedArrival: plannedArrival,
                routingStatus: routingStatus,
                transportStatus: transportStatus
            )
        }

        /// Takes what only the history yields, for a record whose other members can't be trusted.
        public init(lastHandled: CompletedActivity?, lastMove: CompletedActivity?, isMisdirected: Bool, planPosition: Int64?) {
            self.lastHandled = lastHandled
            self.lastMove = lastMove
            self.isMisdirected = isMisdirected
            self.planPosition = planPosition
            derived = nil
        }

        /// Creates the stored form of a delivery.
        public init(_ delivery: Delivery) {
            self.init(
                currentVoyage: delivery.currentVoyage,
                isMisdirected: delivery.isMisdirected,
                isUnloadedAtDestination: delivery.isUnloadedAtDestination,
                lastHandled: delivery.lastHandled,
                lastKnownLocation: delivery.lastKnownLocation,
                lastMove: delivery.lastMove,
                nextExpectedActivity: delivery.nextExpectedActivity,
                planPosition: delivery.planPosition.map { Int64($0) },
                plannedArrival: delivery.plannedArrival,
                routingStatus: delivery.routingStatus,
                transportStatus: delivery.transportStatus
            )
        }
    }

    /// Derives the delivery again and compares it with the stored one (DLV-10).
    /// - Returns: `nil` if they differ.
    static func reconstitute(
        _ stored: Stored,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: CompletedActivity?
    ) -> Delivery? {
        if let routingStart, itinerary == nil || !routingStart.activity.type.canStartRouting { return nil }
        guard let progress = stored.progress(along: itinerary) else { return nil }
        let delivery = Delivery(
            progress: progress,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart
        )
        return stored.derived == nil || stored == Stored(delivery) ? delivery : nil
    }
}

extension Delivery.Stored {
    /// Returns the progress; `nil` if no history can lead to it.
    fileprivate func progress(along itinerary: Itinerary?) -> DeliveryProgress? {
        if isMisdirected, itinerary == nil || lastMove == nil { return nil }
        guard (planPosition == nil) == (itinerary == nil), isLastMoveConsistent else { return nil }
        if let itinerary, let planPosition, !(0...Int64(Plan.count(of: itinerary))).contains(planPosition) { return nil }
        return DeliveryProgress(
            lastHandled: lastHandled,
            lastMove: lastMove,
            isMisdirected: isMisdirected,
            planPosition: planPosition.map { Int($0) }
        )
    }

    /// Whether the last move is the last event, or comes before it if that is CUSTOMS.
    private var isLastMoveConsistent: Bool {
        guard let lastHandled, !lastHandled.isMove else { return lastMove == lastHandled }
        return lastMove.map { $0.isMove && $0 < lastHandled } ?? true
    }
}
