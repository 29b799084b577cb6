extension Cargo {
    /// Works out what the present schedules make of this cargo's route, without changing the cargo (EST-1 to EST-6).
    /// - Parameters:
    ///   - history: the whole handling history.
    ///   - voyages: the voyages of the itinerary's legs; those that aren't registered are missing.
    /// - Throws: `handling_of_other_cargo` if the history belongs to another cargo; `cargo_not_routed` without an itinerary.
    public func outlook(after history: HandlingHistory, voyages: [VoyageNumber: Voyage]) throws(DomainError) -> Outlook {
        let judgement = try judge(history)
        guard let itinerary, let position = judgement.progress.planPosition else { throw .rule(.cargoNotRouted) }
        let derivation = OutlookDerivation(
            of: itinerary,
            judgement: judgement,
            position: position,
            history: history,
            voyages: voyages
        )
        return derivation.outlook(for: routeSpecification, isCancelled: isCancelled)
    }

    /// Keeps an estimate as the last one announced, and raises what it changes (CRG-10).
    ///
    /// `EstimatedArrivalChanged` comes first, then `RouteDisrupted` or `RouteRestored`. The cargo keeps no estimate that is as planned
    /// (EST-7).
    /// - Throws: `cargo_not_routed` without an itinerary.
    public func announcing(_ estimate: Estimate) throws(DomainError) -> Cargo {
        guard let itinerary else { throw .rule(.cargoNotRouted) }
        let planned = Estimate.asPlanned(itinerary)
        let before = self.estimate ?? planned
        var facts: [DomainFact] = []
        if estimate.estimatedArrival != before.estimatedArrival {
            facts.append(
                .estimatedArrivalChanged(
                    estimatedArrival: estimate.estimatedArrival,
                    plannedArrival: itinerary.lastUnloadTime,
                    previous: before.estimatedArrival
                )
            )
        }
        if let disruption = estimate.disruption {
            if disruption != before.disruption { facts.append(.routeDisrupted(disruption: disruption)) }
        } else if before.disruption != nil {
            facts.append(.routeRestored)
        }
        return with(estimate: estimate == planned ? nil : estimate).raising(facts)
    }

    /// Returns whether a leg on a voyage isn't unloaded yet, and the cargo is neither claimed nor cancelled (UC-9).
    package func waits(for voyage: VoyageNumber) -> Bool {
        guard let itinerary, let position = delivery.planPosition, !isCancelled, delivery.transportStatus != .claimed else { return false }
        return itinerary.legs.enumerated().contains { index, leg in
            leg.voyageNumber == voyage && position <= Plan.load(ofLeg: index) + 1
        }
    }
}
