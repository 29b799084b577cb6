/// How a cargo's transport goes: a pure function of route specification, itinerary, routing start and handling history.
///
/// No clock is read for it (DLV-9). Rules DLV-1 to DLV-10.
public struct Delivery: Hashable, Sendable {
    let progress: DeliveryProgress

    /// Where the cargo is on its way (DLV-1).
    public let transportStatus: TransportStatus
    /// Whether its route does what the customer wants (DLV-2).
    public let routingStatus: RoutingStatus
    /// When it will be unloaded for the last time; only while on track (DLV-6).
    public let estimatedArrival: Instant?
    /// What should be done next; only while on track and before the plan's end (DLV-7).
    public let nextExpectedActivity: HandlingActivity?
    /// Whether the last thing done other than CUSTOMS unloaded it at the destination (DLV-8).
    public let isUnloadedAtDestination: Bool

    /// What was done last (DLV-1).
    public var lastHandled: Handled? { progress.lastHandled }
    /// Whether it is off its route (DLV-5).
    public var isMisdirected: Bool { progress.isMisdirected }
    /// The 0-based index of the plan's entry due; the plan's length at its end; absent without an itinerary.
    public var planPosition: Int? { progress.planPosition }
    /// Where it was unloaded, if nothing but CUSTOMS happened since (DLV-8).
    public var unloadedAt: UnLocode? { progress.unloadedAt }
    /// Where it was last seen (DLV-1).
    public var lastKnownLocation: UnLocode? { lastHandled?.activity.location }
    /// The voyage it is on, only while it is on one (DLV-1).
    public var currentVoyage: VoyageNumber? { transportStatus == .onboardCarrier ? lastHandled?.activity.voyageNumber : nil }
    /// ROUTED and not misdirected (DLV-6).
    public var isOnTrack: Bool { routingStatus == .routed && !isMisdirected }

    init(progress: DeliveryProgress, routeSpecification: RouteSpecification, itinerary: Itinerary?, routingStart: Handled?) {
        let routingStatus = RoutingStatus(of: itinerary, for: routeSpecification)
        var estimatedArrival: Instant?
        var next: HandlingActivity?
        if let itinerary, routingStatus == .routed, !progress.isMisdirected {
            estimatedArrival = itinerary.lastUnloadTime
            next = progress.planPosition.flatMap { Plan(itinerary: itinerary, routingStart: routingStart).entry(at: $0) }
        }
        self.progress = progress
        self.routingStatus = routingStatus
        self.estimatedArrival = estimatedArrival
        nextExpectedActivity = next
        transportStatus = TransportStatus(after: progress.lastHandled)
        isUnloadedAtDestination = progress.unloadedAt == routeSpecification.destination
    }

    /// Derives a delivery from all that was done to a cargo; a routing start without an itinerary is ignored.
    public static func derived(
        from history: HandlingHistory,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: Handled?
    ) -> Delivery {
        let start = itinerary == nil ? nil : routingStart
        let judgement = HandlingJudgement(of: history, itinerary: itinerary, routingStart: start)
        return Delivery(
            progress: judgement.progress,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: start
        )
    }
}
