extension Cargo {
    /// Recomputes the delivery and the routing start from the whole handling history (CRG-6).
    ///
    /// Raises `CargoHandled` if the last event is another one than before, then what changed (CRG-9).
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo.
    public func derivingDeliveryProgress(from history: HandlingHistory) throws(DomainError) -> Cargo { derived(by: try judge(history)) }

    /// Registers a new event: raises `HandlingEventRegistered`, then recomputes the delivery from the history that has the event (UC-5, CRG-6).
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo.
    public func handled(by event: HandlingEvent, history: HandlingHistory) throws(DomainError) -> Cargo {
        let judgement = try judge(history)
        let isExpected = zip(history.events, judgement.isExpected).first { $0.0 == event }?.1 ?? true
        return raising([.handlingEventRegistered(event: event, isExpected: isExpected)]).derived(by: judgement)
    }

    /// Recomputes the delivery like `derivingDeliveryProgress`, and returns whether each event was expected, in the history's order.
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo.
    package func judged(by history: HandlingHistory) throws(DomainError) -> (cargo: Cargo, isExpected: [Bool]) {
        let judgement = try judge(history)
        return (derived(by: judgement), judgement.isExpected)
    }

    /// Raises `HandlingEventRetracted`, before the cargo is derived from the history that no longer has the event (HND-7).
    public func noting(retractionOf event: HandlingEvent, because reason: Reason) -> Cargo {
        raising([.handlingEventRetracted(event: event, reason: reason)])
    }

    /// Compares a handling history with this cargo's plan, event by event, without changing the cargo.
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo.
    public func review(of history: HandlingHistory) throws(DomainError) -> HandlingReview {
        let judgement = try judge(history)
        let derived = with(tracking: (judgement.progress, judgement.routingStart))
        return HandlingReview(delivery: derived.delivery, isExpected: judgement.isExpected, misdirection: derived.misdirection)
    }

    /// What happened to the cargo and what was due instead; `nil` unless it is misdirected (CRG-9).
    public var misdirection: Misdirection? {
        guard delivery.isMisdirected, let move = delivery.lastMove else { return nil }
        return Misdirection(actual: move.activity, expected: activityDue)
    }

    private func derived(by judgement: HandlingJudgement) -> Cargo {
        let lastHandled = judgement.progress.lastHandled
        return with(tracking: (judgement.progress, judgement.routingStart))
            .raising(lastHandled == delivery.lastHandled ? [] : [.cargoHandled(lastHandled: lastHandled)], since: self)
    }

    /// - Throws: `handling_of_other_cargo`.
    func checkBelongs(_ history: HandlingHistory) throws(DomainError) {
        guard history.trackingId == trackingId else { throw .rule(.handlingOfOtherCargo) }
    }

    func judge(_ history: HandlingHistory) throws(DomainError) -> HandlingJudgement {
        try checkBelongs(history)
        return HandlingJudgement(of: history, routeSpecification: routeSpecification, itinerary: itinerary, routingStart: routingStart)
    }
}

/// What happened to a misdirected cargo, and what the plan expected instead (CRG-9).
public struct Misdirection: Hashable, Sendable {
    /// The activity of the last move.
    public let actual: HandlingActivity
    /// The activity that the plan expects next; `nil` if the plan is complete.
    public let expected: HandlingActivity?

    /// Creates a misdirection, for a fake in a test.
    public init(actual: HandlingActivity, expected: HandlingActivity?) {
        self.actual = actual
        self.expected = expected
    }
}

/// The result of comparing a handling history with a cargo's plan.
public struct HandlingReview: Hashable, Sendable {
    /// The delivery derived from the history.
    public let delivery: Delivery
    /// Whether each event was expected, in the history's order.
    ///
    /// Events up to and including the routing start count as expected, and so do all events of a cargo without an itinerary.
    public let isExpected: [Bool]
    /// What went wrong; `nil` unless the cargo is misdirected.
    public let misdirection: Misdirection?
}
