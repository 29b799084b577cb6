/// The state of a cargo's transport: a pure function of route specification, itinerary, routing start and handling history.
///
/// It doesn't depend on the current time (DLV-9). Rules DLV-1 to DLV-10.
public struct Delivery: Hashable, Sendable {
    let progress: DeliveryProgress

    /// Whether the cargo is not yet received, in port, on board or claimed (DLV-1).
    public let transportStatus: TransportStatus
    /// Whether the itinerary satisfies the route specification (DLV-2).
    public let routingStatus: RoutingStatus
    /// When the last leg unloads the cargo; `nil` unless the cargo is on track (DLV-6).
    public let estimatedArrival: Instant?
    /// The activity that the plan expects next; `nil` unless the cargo is on track, and once the plan is complete (DLV-7).
    public let nextExpectedActivity: HandlingActivity?
    /// Whether the last activity, ignoring CUSTOMS, unloaded the cargo at its destination (DLV-8).
    public let isUnloadedAtDestination: Bool

    /// The last activity and its time (DLV-1).
    public var lastHandled: Handled? { progress.lastHandled }
    /// Whether the cargo has left its route (DLV-5).
    public var isMisdirected: Bool { progress.isMisdirected }
    /// The 0-based index of the plan's next entry; the length of the plan once it is complete; `nil` without an itinerary.
    public var planPosition: Int? { progress.planPosition }
    /// Where the cargo was unloaded; `nil` if anything but CUSTOMS happened since (DLV-8).
    public var unloadedAt: UnLocode? { progress.unloadedAt }
    /// Where the last activity took place (DLV-1).
    public var lastKnownLocation: UnLocode? { lastHandled?.activity.location }
    /// The voyage that carries the cargo; `nil` unless it is on board (DLV-1).
    public var currentVoyage: VoyageNumber? { transportStatus == .onboardCarrier ? lastHandled?.activity.voyageNumber : nil }
    /// Whether the routing status is ROUTED and the cargo isn't misdirected (DLV-6).
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

    /// Derives a delivery from a handling history.
    ///
    /// A routing start is ignored if there is no itinerary.
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
