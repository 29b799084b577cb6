extension Cargo {
    /// Recomputes the delivery from the whole handling history and raises an event for each fact that changed (CRG-6).
    ///
    /// Events are raised in this order: `CargoHandled`, `CargoMisdirected`, `CargoBackOnTrack`, `CargoArrived`, `CargoClaimed`.
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo.
    public func derivingDeliveryProgress(from history: HandlingHistory) throws(DomainError) -> Cargo {
        let judgement = try judge(history)
        let derived = with(progress: judgement.progress)
        let before = delivery
        let after = derived.delivery

        var facts: [DomainFact] = []
        if let handled = after.lastHandled, handled != before.lastHandled { facts.append(.cargoHandled(lastHandled: handled)) }
        if after.isMisdirected, !before.isMisdirected, let misdirection = Misdirection(judgement, of: history) {
            facts.append(.cargoMisdirected(actual: misdirection.actual, expected: misdirection.expected))
        }
        if before.isMisdirected, !after.isMisdirected { facts.append(.cargoBackOnTrack) }
        if after.isUnloadedAtDestination, !before.isUnloadedAtDestination {
            facts.append(.cargoArrived(location: routeSpecification.destination))
        }
        if after.transportStatus == .claimed, before.transportStatus != .claimed, let location = after.lastKnownLocation {
            facts.append(.cargoClaimed(location: location))
        }
        return derived.raising(facts)
    }

    /// Compares a handling history with this cargo's plan, event by event, without changing the cargo.
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo.
    public func review(of history: HandlingHistory) throws(DomainError) -> HandlingReview {
        let judgement = try judge(history)
        return HandlingReview(
            delivery: with(progress: judgement.progress).delivery,
            isExpected: judgement.isExpected,
            misdirection: judgement.progress.isMisdirected ? Misdirection(judgement, of: history) : nil
        )
    }

    private func judge(_ history: HandlingHistory) throws(DomainError) -> HandlingJudgement {
        guard history.trackingId == trackingId else { throw .rule(.handlingOfOtherCargo) }
        return HandlingJudgement(of: history, itinerary: itinerary, routingStart: routingStart)
    }
}

/// What happened to a misdirected cargo, and what the plan expected instead (CRG-6).
public struct Misdirection: Hashable, Sendable {
    /// The activity of the last unexpected event, or of the last event if each one was expected.
    public let actual: HandlingActivity
    /// The activity that the plan expects next; `nil` if the plan is complete.
    public let expected: HandlingActivity?

    /// Creates a misdirection, for a fake in a test.
    public init(actual: HandlingActivity, expected: HandlingActivity?) {
        self.actual = actual
        self.expected = expected
    }

    init?(_ judgement: HandlingJudgement, of history: HandlingHistory) {
        guard let actual = judgement.lastUnexpected ?? history.lastEvent?.activity else { return nil }
        self.actual = actual
        expected = judgement.activityDue
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
