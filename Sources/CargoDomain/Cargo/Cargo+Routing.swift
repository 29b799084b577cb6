extension Cargo {
    /// Assigns a route, or replaces the current one, and raises `CargoRouted` (CRG-2).
    ///
    /// The route starts where the cargo is, and the route specification follows: if its origin changes, `RouteRespecified` comes first. The
    /// same route again changes nothing (CRG-0).
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`; `itinerary_starts_elsewhere` if the route starts at another place or on another
    ///   voyage than the cargo; `route_origin_is_destination`; `itinerary_not_satisfying` if the route ends elsewhere or too late.
    public func assigned(to itinerary: Itinerary) throws(DomainError) -> Cargo {
        try checkOpen()
        try checkStart(of: itinerary)
        let specification = try routeSpecification.starting(at: itinerary.firstLoadLocation)
        guard specification.isSatisfied(by: itinerary) else { throw .rule(.itineraryNotSatisfying) }
        let start = delivery.lastMove
        let progress = delivery.progress.starting(Plan(itinerary: itinerary, routingStart: start))
        let routed = with(routeSpecification: specification, itinerary: itinerary, tracking: (progress, start))
        guard routed != self else { return self }
        let respecified = specification == routeSpecification ? [] : [DomainFact.routeRespecified(routeSpecification: specification)]
        return routed.with {
            $0.estimate = nil
            $0.promisedArrival = promisedArrival ?? itinerary.lastUnloadTime
        }
        .raising(respecified + [.cargoRouted(itinerary: itinerary)], since: self)
    }

    /// Replaces the route specification and raises `RouteRespecified` (CRG-3).
    ///
    /// The itinerary stays assigned, even if it no longer satisfies the specification. An equal specification changes nothing (CRG-0).
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`, `deadline_not_in_future`.
    public func specifyingNewRoute(_ routeSpecification: RouteSpecification, at now: Instant) throws(DomainError) -> Cargo {
        try checkOpen()
        guard routeSpecification != self.routeSpecification else { return self }
        try routeSpecification.checkDeadline(isAfter: now)
        return respecified(routeSpecification, raising: .routeRespecified(routeSpecification: routeSpecification))
    }

    /// Changes the destination and raises `DestinationChanged` (CRG-4).
    ///
    /// The new specification starts where the cargo can next change its route, and keeps the deadline. So a cargo can be delivered where it
    /// lies, or sent back. The present destination changes nothing (CRG-0).
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`, `route_origin_is_destination`.
    public func changingDestination(to destination: UnLocode) throws(DomainError) -> Cargo {
        try checkOpen()
        guard destination != routeSpecification.destination else { return self }
        let origins = [nextRoutableLocation, routeSpecification.origin, origin].compactMap { $0 }
        let changed = try RouteSpecification(
            origin: origins.first { $0 != destination } ?? destination,
            destination: destination,
            arrivalDeadline: routeSpecification.arrivalDeadline
        )
        return respecified(changed, raising: .destinationChanged(routeSpecification: changed))
    }

    /// Changes the arrival deadline and raises `DeadlineChanged` (CRG-5).
    ///
    /// The present deadline changes nothing (CRG-0).
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`, `deadline_not_in_future`.
    public func changingDeadline(to arrivalDeadline: Instant, at now: Instant) throws(DomainError) -> Cargo {
        try checkOpen()
        guard arrivalDeadline != routeSpecification.arrivalDeadline else { return self }
        let changed = try RouteSpecification(
            origin: routeSpecification.origin,
            destination: routeSpecification.destination,
            arrivalDeadline: arrivalDeadline
        )
        try changed.checkDeadline(isAfter: now)
        return respecified(changed, raising: .deadlineChanged(routeSpecification: changed))
    }

    /// The plan's next entry, whether or not the cargo is on track; `nil` without an itinerary and at the end of the plan.
    var activityDue: HandlingActivity? {
        guard let itinerary, let position = delivery.planPosition else { return nil }
        return Plan(itinerary: itinerary, routingStart: routingStart).entry(at: position)
    }

    private func respecified(_ routeSpecification: RouteSpecification, raising fact: DomainFact) -> Cargo {
        let isElsewhere = routeSpecification.destination != self.routeSpecification.destination
        let respecified = with(routeSpecification: routeSpecification).with { if isElsewhere { $0.promisedArrival = nil } }
        return respecified.raising([fact], since: self)
    }

    /// Puts a leg on another voyage, raises `VoyageSubstituted`, and recomputes the delivery from the history (CRG-13).
    ///
    /// A cargo that was rolled over, or whose ship was replaced: the leg's ports and planned times stay what was promised. The same voyage
    /// changes nothing (CRG-0).
    /// - Parameters:
    ///   - index: the leg's 0-based index.
    ///   - voyage: the voyage that carries the leg now.
    ///   - history: the whole handling history.
    /// - Throws: `handling_of_other_cargo`, `cargo_cancelled`, `cargo_already_claimed`, `cargo_not_routed`; `integer_out_of_range` if there is no
    ///   such leg; `leg_already_loaded`.
    public func substitutingVoyage(ofLeg index: Int64, with voyage: VoyageNumber, history: HandlingHistory) throws(DomainError) -> Cargo {
        try checkBelongs(history)
        let leg = try openLeg(at: index)
        guard !isLoaded(forLeg: leg.index) else { throw .rule(.legAlreadyLoaded) }
        guard leg.value.voyageNumber != voyage else { return self }
        let substituted = with(itinerary: leg.itinerary.riding(voyage, onLeg: leg.index))
            .raising([.voyageSubstituted(leg: index, previous: leg.value.voyageNumber, voyageNumber: voyage)])
        return try substituted.derivingDeliveryProgress(from: history)
    }

    /// Finds a leg of a cargo that takes commands.
    /// - Throws: `cargo_cancelled`, `cargo_already_claimed`, `cargo_not_routed`; `integer_out_of_range` if there is no such leg.
    package func openLeg(at index: Int64) throws(DomainError) -> (itinerary: Itinerary, index: Int, value: Leg) {
        try checkOpen()
        guard let itinerary else { throw .rule(.cargoNotRouted) }
        guard index >= 0, index < itinerary.legs.count else { throw .invalid(.integerOutOfRange, text: String(index)) }
        return (itinerary, Int(index), itinerary.legs[Int(index)])
    }

    /// Returns the 0-based index of the first leg that is to be loaded onto a voyage at a location; `nil` if there is none, and for a cargo
    /// that is cancelled or claimed (UC-14).
    package func legToLoad(onto voyage: VoyageNumber, at location: UnLocode) -> Int64? {
        guard let itinerary, !isCancelled, delivery.transportStatus != .claimed else { return nil }
        let index = itinerary.legs.indices.first { index in
            let leg = itinerary.legs[index]
            return leg.voyageNumber == voyage && leg.loadLocation == location && !isLoaded(forLeg: index)
        }
        return index.map { Int64($0) }
    }

    /// Returns whether the LOAD of the leg at an index is done (EST-1).
    private func isLoaded(forLeg index: Int) -> Bool { delivery.planPosition.map { $0 > Plan.load(ofLeg: index) } ?? false }

    /// Checks that a route starts where the cargo is, and on its voyage if it is on board.
    private func checkStart(of itinerary: Itinerary) throws(DomainError) {
        let first = itinerary.legs[0]
        let expected = delivery.lastKnownLocation ?? routeSpecification.origin
        let voyage = delivery.currentVoyage
        guard first.loadLocation == expected, voyage == nil || voyage == first.voyageNumber else {
            throw .itineraryStartsElsewhere(actual: first.loadLocation, expected: expected, aboard: voyage)
        }
    }

    /// The port that the cargo is in, or at which it will leave its voyage by plan; `nil` if there is none.
    private var nextRoutableLocation: UnLocode? {
        switch delivery.transportStatus {
        case .inPort: return delivery.lastKnownLocation
        case .onboardCarrier:
            guard !delivery.isMisdirected, let due = activityDue, due.type == .unload, due.voyageNumber == delivery.currentVoyage else {
                return nil
            }
            return due.location
        case .notReceived, .claimed: return nil
        }
    }
}
