extension Cargo {
    /// Works out what the voyages' forecasts make of this cargo's route, without changing the cargo (EST-1 to EST-6).
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
        return derivation.outlook(of: self)
    }

    /// Returns since when a scan of this cargo, or its collection, is overdue; `nil` if it isn't (EST-6).
    ///
    /// The cargo must be derived from its history.
    /// - Parameters:
    ///   - now: the present time.
    ///   - outlook: the cargo's outlook; `nil` without a route.
    public func overdueSince(at now: Instant, outlook: Outlook?) -> Instant? { dueTime(by: outlook).flatMap { $0 < now ? $0 : nil } }

    /// When the next scan of this cargo, or its collection, is due; `nil` if it can't be overdue (EST-6).
    package func dueTime(by outlook: Outlook?) -> Instant? {
        guard delivery.isUnloadedAtDestination else { return outlook?.nextScan }
        return isCancelled ? nil : pickUpBy
    }

    /// Returns how much later than promised, or without a promise than planned, an estimate has the cargo arrive, in milliseconds; negative if
    /// it is early, `nil` without an estimated arrival or a route (EST-4).
    public func delay(by estimate: Estimate) -> Int64? {
        guard let arrival = estimate.estimatedArrival, let expected = promisedArrival ?? itinerary?.lastUnloadTime else { return nil }
        return arrival.epochMilliseconds - expected.epochMilliseconds
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
        return with { $0.estimate = estimate == planned ? nil : estimate }.raising(facts)
    }

    /// Returns whether a leg on a voyage isn't unloaded yet, and the cargo is neither claimed nor cancelled (UC-9).
    package func waits(for voyage: VoyageNumber) -> Bool {
        guard let itinerary, let position = delivery.planPosition, !isCancelled, delivery.transportStatus != .claimed else { return false }
        return itinerary.legs.enumerated().contains { index, leg in
            leg.voyageNumber == voyage && position <= Plan.load(ofLeg: index) + 1
        }
    }
}
