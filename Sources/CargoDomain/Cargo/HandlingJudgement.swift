/// Compares a handling history with a plan (DLV-3 to DLV-5).
struct HandlingJudgement {
    /// The last activity at which the cargo was routed, as the history has it.
    let routingStart: CompletedActivity?
    /// The cargo's progress after the last event.
    let progress: DeliveryProgress
    /// Whether each event of the history was expected, in the history's order (DLV-4).
    let isExpected: [Bool]
    /// When each entry of the plan was done, by its index; entries whose scan was missed have no time (EST-1).
    let actualTimes: PlanTimes

    /// Derives the routing start from the history, then judges each event after it.
    init(
        of history: HandlingHistory,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart stored: CompletedActivity?
    ) {
        let lastHandled = history.lastEvent?.handled
        let lastMove = history.events.last { $0.handled.isMove }?.handled
        guard let itinerary else {
            routingStart = nil
            progress = DeliveryProgress(lastHandled: lastHandled, lastMove: lastMove, isMisdirected: false, planPosition: nil)
            isExpected = history.events.map { _ in true }
            actualTimes = PlanTimes()
            return
        }
        let place = stored.flatMap { Self.routingStart(notAfter: $0, in: history) }
        let start = place.map { history.events[$0].handled }
        var walk = PlanWalk(itinerary: itinerary, routingStart: start, destination: routeSpecification.destination)
        isExpected = history.events.enumerated().map { walk.take($1.handled, isJudged: $0 > place ?? -1) }
        routingStart = start
        progress = DeliveryProgress(
            lastHandled: lastHandled,
            lastMove: lastMove,
            isMisdirected: walk.isMisdirected,
            planPosition: walk.position
        )
        actualTimes = walk.actualTimes
    }

    /// Returns the place of the last RECEIVE, UNLOAD or LOAD at or before the stored routing start.
    ///
    /// A routing start only moves back: it follows the history if the event that it was taken from is retracted.
    private static func routingStart(notAfter stored: CompletedActivity, in history: HandlingHistory) -> Int? {
        history.events.prefix(history.count(upTo: stored)).lastIndex { $0.activity.type.canStartRouting }
    }
}

/// A walk through a cargo's handling along its plan (DLV-4, DLV-5).
private struct PlanWalk {
    private let itinerary: Itinerary
    private let plan: Plan
    private let destination: UnLocode
    /// The last move so far, judged or not, and whether it was expected.
    private var previous: (activity: HandlingActivity, isExpected: Bool)?

    private(set) var position: Int
    private(set) var isMisdirected: Bool
    private(set) var actualTimes = PlanTimes()

    init(itinerary: Itinerary, routingStart: CompletedActivity?, destination: UnLocode) {
        self.itinerary = itinerary
        self.destination = destination
        plan = Plan(itinerary: itinerary, routingStart: routingStart)
        position = plan.startPosition
        isMisdirected = plan.startsMisdirected
        if let routingStart, plan.startsLoaded { actualTimes[Plan.firstLoad] = routingStart.completionTime }
    }

    /// Takes the next event of the history and returns whether it was expected.
    /// - Parameter isJudged: whether it comes after the routing start, and is compared with the plan.
    mutating func take(_ handled: CompletedActivity, isJudged: Bool) -> Bool {
        guard handled.isMove else { return !isJudged || itinerary.calls(at: handled.activity.location) }
        let isExpected = isJudged ? judge(move: handled) : true
        previous = (handled.activity, isExpected)
        return isExpected
    }

    private mutating func judge(move: CompletedActivity) -> Bool {
        if let previous, previous.activity == move.activity { return previous.isExpected }
        let isExpected = advance(to: move) || isRestow(move.activity)
        isMisdirected = !isExpected
        return isExpected
    }

    /// Moves past the entry that the move completes, if there is one.
    private mutating func advance(to move: CompletedActivity) -> Bool {
        if let found = plan.position(of: move.activity, from: position) {
            actualTimes[found] = move.completionTime
            position = found + 1
            return true
        }
        guard isClaimAtDestination(move.activity) else { return false }
        position = plan.count
        return true
    }

    /// Whether the customer claims the cargo where the specification wants it, though the plan ends elsewhere.
    private func isClaimAtDestination(_ activity: HandlingActivity) -> Bool {
        guard activity == .claim(at: destination), let previous = previous?.activity else { return false }
        return previous.location == destination && (previous.type == .unload || previous.type == .receive)
    }

    /// Whether the cargo is put ashore where it is due to be loaded, or back onto the voyage that it is due to be unloaded from.
    private func isRestow(_ activity: HandlingActivity) -> Bool {
        guard let due = plan.entry(at: position) else { return false }
        return switch (activity.type, due.type) {
        case (.unload, .load): activity.location == due.location
        case (.load, .unload): activity.voyageNumber == due.voyageNumber
        default: false
        }
    }
}

extension HandlingType {
    /// Whether a route can start at such an activity (DLV-3).
    var canStartRouting: Bool {
        switch self {
        case .receive, .unload, .load: true
        case .customs, .claim: false
        }
    }
}
