/// Compares a handling history with a plan (DLV-3 to DLV-5).
struct HandlingJudgement {
    /// The cargo's progress after the last event.
    let progress: DeliveryProgress
    /// Whether each event of the history was expected, in the history's order.
    let isExpected: [Bool]
    /// The activity of the last unexpected event, if any.
    let lastUnexpected: HandlingActivity?
    /// The plan's next entry; `nil` without a plan, or once the plan is complete.
    let activityDue: HandlingActivity?

    /// Judges each event completed after the routing start.
    ///
    /// Events up to and including that instant only update the cargo's position.
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
