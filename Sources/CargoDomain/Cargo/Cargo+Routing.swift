extension Cargo {
    /// Assigns a route, or replaces the current one, and raises `CargoRouted` (CRG-2).
    ///
    /// A cargo that is in port can only take a route that starts at that port.
    /// - Throws: `cargo_already_claimed`; `itinerary_not_satisfying` if the itinerary doesn't satisfy the route specification;
    ///   `itinerary_starts_elsewhere` if the cargo is in another port.
    public func assigned(to itinerary: Itinerary) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        guard routeSpecification.isSatisfied(by: itinerary) else { throw .rule(.itineraryNotSatisfying) }
        if delivery.transportStatus == .inPort, delivery.lastKnownLocation != itinerary.firstLoadLocation {
            throw .rule(.itineraryStartsElsewhere)
        }
        let start = delivery.lastHandled
        return with(
            route: (itinerary, start),
            progress: delivery.progress.starting(Plan(itinerary: itinerary, routingStart: start)),
            raising: [.cargoRouted(itinerary: itinerary)]
        )
    }

    /// Replaces the route specification and raises `RouteRespecified` (CRG-3).
    ///
    /// The itinerary stays assigned, even if it no longer satisfies the specification.
    /// - Throws: `cargo_already_claimed`, `deadline_not_in_future`.
    public func specifyingNewRoute(_ routeSpecification: RouteSpecification, at now: Instant) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        try routeSpecification.checkDeadline(isAfter: now)
        return with(routeSpecification: routeSpecification, raising: [.routeRespecified(routeSpecification: routeSpecification)])
    }

    /// Changes the destination and raises `DestinationChanged` (CRG-4).
    ///
    /// The new specification starts at the place where the cargo can next change its route and keeps the deadline.
    /// - Throws: `cargo_already_claimed`, `destination_unchanged`, `cargo_position_unknown`, `route_origin_is_destination`,
    ///   `deadline_not_in_future`.
    public func changingDestination(to destination: UnLocode, at now: Instant) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        guard destination != routeSpecification.destination else { throw .rule(.destinationUnchanged) }
        guard let origin = nextRoutableLocation else { throw .rule(.cargoPositionUnknown) }
        let changed = try RouteSpecification(
            origin: origin,
            destination: destination,
            arrivalDeadline: routeSpecification.arrivalDeadline
        )
        try changed.checkDeadline(isAfter: now)
        return with(routeSpecification: changed, raising: [.destinationChanged(routeSpecification: changed)])
    }

    /// Changes the arrival deadline and raises `DeadlineChanged` (CRG-5).
    /// - Throws: `cargo_already_claimed`, `deadline_not_in_future`.
    public func changingDeadline(to arrivalDeadline: Instant, at now: Instant) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        let changed = try RouteSpecification(
            origin: routeSpecification.origin,
            destination: routeSpecification.destination,
            arrivalDeadline: arrivalDeadline
        )
        try changed.checkDeadline(isAfter: now)
        return with(routeSpecification: changed, raising: [.deadlineChanged(routeSpecification: changed)])
    }

    /// Where a new route can start: the specified origin before receipt, then the port that the cargo is in or will next be unloaded at.
    ///
    /// `nil` for a cargo on board if it is misdirected, has no itinerary, or isn't due to be unloaded from its current voyage.
    private var nextRoutableLocation: UnLocode? {
        switch delivery.transportStatus {
        case .notReceived: return routeSpecification.origin
        case .inPort, .claimed: return delivery.lastKnownLocation
        case .onboardCarrier:
            guard let itinerary, !delivery.isMisdirected, let position = delivery.planPosition else { return nil }
            let due = Plan(itinerary: itinerary, routingStart: routingStart).entry(at: position)
            return due?.type == .unload && due?.voyageNumber == delivery.currentVoyage ? due?.location : nil
        }
    }

    private func checkNotClaimed() throws(DomainError) {
        guard delivery.transportStatus != .claimed else { throw .rule(.cargoAlreadyClaimed) }
    }
}
