/// The state of a cargo's transport: a pure function of route specification, itinerary, routing start and handling history.
///
/// It doesn't depend on the current time (DLV-9). Rules DLV-1 to DLV-10.
public struct Delivery: Hashable, Sendable {
    let progress: DeliveryProgress

    /// Whether the cargo is not yet received, in port, on board or claimed (DLV-1).
    public let transportStatus: TransportStatus
    /// Whether the itinerary satisfies the route specification (DLV-2).
    public let routingStatus: RoutingStatus
    /// When the last leg is planned to unload the cargo; `nil` unless the cargo is on track (DLV-6).
    public let plannedArrival: Instant?
    /// The activity expected next (DLV-7).
    ///
    /// While the cargo is on track, that is the plan's next entry, and `nil` at the end of the plan. Otherwise, it is CLAIM if the cargo is
    /// unloaded at its destination, and `nil` if it isn't.
    public let nextExpectedActivity: HandlingActivity?
    /// Whether the last move unloaded the cargo at its destination (DLV-8).
    public let isUnloadedAtDestination: Bool

    /// The last event of any type.
    public var lastHandled: CompletedActivity? { progress.lastHandled }
    /// The last event that moved the cargo: any but CUSTOMS (DLV-1).
    public var lastMove: CompletedActivity? { progress.lastMove }
    /// Whether the cargo has left its route (DLV-5).
    public var isMisdirected: Bool { progress.isMisdirected }
    /// The 0-based index of the plan's next entry; the length of the plan once it is complete; `nil` without an itinerary.
    public var planPosition: Int? { progress.planPosition }
    /// Where the last move took place (DLV-1).
    public var lastKnownLocation: UnLocode? { lastMove?.activity.location }
    /// The port where the cargo lies; `nil` unless it is in port (DLV-1).
    public var currentPort: UnLocode? { transportStatus == .inPort ? lastKnownLocation : nil }
    /// The voyage that carries the cargo; `nil` unless it is on board (DLV-1).
    public var currentVoyage: VoyageNumber? { transportStatus == .onboardCarrier ? lastMove?.activity.voyageNumber : nil }
    /// Whether the routing status is ROUTED and the cargo isn't misdirected (DLV-6).
    public var isOnTrack: Bool { routingStatus == .routed && !isMisdirected }

    init(progress: DeliveryProgress, routeSpecification: RouteSpecification, itinerary: Itinerary?, routingStart: CompletedActivity?) {
        let destination = routeSpecification.destination
        let lastMove = progress.lastMove?.activity
        let isUnloadedAtDestination = lastMove?.type == .unload && lastMove?.location == destination
        self.progress = progress
        self.isUnloadedAtDestination = isUnloadedAtDestination
        transportStatus = TransportStatus(after: progress.lastMove)
        routingStatus = RoutingStatus(of: itinerary, for: routeSpecification)
        if let itinerary, routingStatus == .routed, !progress.isMisdirected {
            plannedArrival = itinerary.lastUnloadTime
            nextExpectedActivity = progress.planPosition.flatMap { Plan(itinerary: itinerary, routingStart: routingStart).entry(at: $0) }
        } else {
            plannedArrival = nil
            nextExpectedActivity = isUnloadedAtDestination ? .claim(at: destination) : nil
        }
    }

    /// Derives a delivery from a handling history.
    ///
    /// A routing start is ignored if there is no itinerary, and replaced by what the history has in its place.
    public static func derived(
        from history: HandlingHistory,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: CompletedActivity?
    ) -> Delivery {
        let judgement = HandlingJudgement(
            of: history,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart
        )
        return Delivery(
            progress: judgement.progress,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: judgement.routingStart
        )
    }
}

/// The part of a delivery that comes from the handling history.
///
/// Everything else follows from the cargo's other state (DLV-10).
struct DeliveryProgress: Hashable, Sendable {
    /// The last event of any type.
    let lastHandled: CompletedActivity?
    /// The last event that moved the cargo: any but CUSTOMS (DLV-1).
    let lastMove: CompletedActivity?
    /// Whether the cargo has left its route (DLV-5).
    let isMisdirected: Bool
    /// The 0-based index of the plan's next entry; the length of the plan once it is complete; `nil` without an itinerary (DLV-3, DLV-4).
    let planPosition: Int?

    /// The progress of a cargo without handling and without an itinerary.
    static let none = DeliveryProgress(lastHandled: nil, lastMove: nil, isMisdirected: false, planPosition: nil)

    /// Returns the progress of the same cargo at the start of a new plan (CRG-2).
    func starting(_ plan: Plan) -> DeliveryProgress {
        DeliveryProgress(
            lastHandled: lastHandled,
            lastMove: lastMove,
            isMisdirected: plan.startsMisdirected,
            planPosition: plan.startPosition
        )
    }
}
