/// A handling history held against a plan (DLV-3 to DLV-5).
struct HandlingJudgement {
    /// What the history says of the cargo now.
    let progress: DeliveryProgress
    /// One flag for each event of the history, in its order: whether it was expected.
    let isExpected: [Bool]
    /// The last unexpected event's activity, if any was unexpected.
    let lastUnexpected: HandlingActivity?
    /// The plan's entry due, if there is a plan and it is not at its end.
    let activityDue: HandlingActivity?

    /// Judges each event after the routing start; those up to it, that very instant included, only say where the cargo was.
    init(of history: HandlingHistory, itinerary: Itinerary?, routingStart: Handled?) {
        let plan = itinerary.map { Plan(itinerary: $0, routingStart: routingStart) }
        var position = plan?.startPosition
        var isMisdirected = plan?.startsMisdirected ?? false
        var isExpected: [Bool] = []
        var lastUnexpected: HandlingActivity?

        for event in history.events {
            guard let itinerary, let plan, let due = position, Self.isJudged(event, after: routingStart) else {
                isExpected.append(true)
                continue
            }
            let activity = event.activity
            let isOnPlan: Bool
            if activity.type == .customs {
                isOnPlan = itinerary.calls(at: activity.location)
            } else if let found = plan.position(of: activity, from: due) {
                isOnPlan = true
                position = found + 1
                isMisdirected = false
            } else {
                isOnPlan = false
            }
            if !isOnPlan {
                isMisdirected = true
                lastUnexpected = activity
            }
            isExpected.append(isOnPlan)
        }

        let lastMove = history.events.last { $0.activity.type != .customs }
        progress = DeliveryProgress(
            lastHandled: history.lastEvent?.handled,
            isMisdirected: isMisdirected,
            planPosition: position,
            unloadedAt: lastMove?.activity.type == .unload ? lastMove?.activity.location : nil
        )
        self.isExpected = isExpected
        self.lastUnexpected = lastUnexpected
        activityDue = plan.flatMap { plan in position.flatMap { plan.entry(at: $0) } }
    }

    private static func isJudged(_ event: HandlingEvent, after routingStart: Handled?) -> Bool {
        guard let routingStart else { return true }
        return event.completionTime > routingStart.completionTime
    }
}
