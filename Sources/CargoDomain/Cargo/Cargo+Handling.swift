extension Cargo {
    /// Derives the delivery from all that was done to the cargo and raises, for each fact that changed, its event (CRG-6).
    ///
    /// In this order: `CargoHandled`, `CargoMisdirected`, `CargoBackOnTrack`, `CargoArrived`, `CargoClaimed`.
    /// - Throws: `handling_of_other_cargo`.
    public func deriveDeliveryProgress(_ history: HandlingHistory) throws(DomainError) -> Cargo {
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

    /// Holds a history against this cargo's plan, for those who want to show it event by event.
    /// - Throws: `handling_of_other_cargo`.
    public func review(_ history: HandlingHistory) throws(DomainError) -> HandlingReview {
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

/// What was done to a misdirected cargo, and what should have been (CRG-6).
public struct Misdirection: Hashable, Sendable {
    /// The last unexpected event's activity, or the last event's where none was judged unexpected.
    public let actual: HandlingActivity
    /// The plan's entry due; absent at the plan's end.
    public let expected: HandlingActivity?

    init?(_ judgement: HandlingJudgement, of history: HandlingHistory) {
        guard let actual = judgement.lastUnexpected ?? history.lastEvent?.activity else { return nil }
        self.actual = actual
        expected = judgement.activityDue
    }
}

/// A handling history held against a cargo's plan.
public struct HandlingReview: Hashable, Sendable {
    /// The delivery that the history gives.
    public let delivery: Delivery
    /// One flag for each event, in the history's order; events up to the routing start, and all without an itinerary, are expected.
    public let isExpected: [Bool]
    /// What went wrong, while the cargo is misdirected.
    public let misdirection: Misdirection?
}
