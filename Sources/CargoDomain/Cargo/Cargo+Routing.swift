extension Cargo {
    /// Gives the cargo a route, or another one, that starts where the cargo is; raises `CargoRouted` (CRG-2).
    /// - Throws: `cargo_already_claimed`, `itinerary_not_satisfying`, `itinerary_starts_elsewhere`.
    public func assignToRoute(_ itinerary: Itinerary) throws(DomainError) -> Cargo {
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

    /// Replaces what the customer wants; the itinerary stays, fitting or not; raises `RouteRespecified` (CRG-3).
    /// - Throws: `cargo_already_claimed`, `deadline_not_in_future`.
    public func specifyNewRoute(_ routeSpecification: RouteSpecification, at now: Instant) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        try routeSpecification.checkDeadline(isAfter: now)
        return with(routeSpecification: routeSpecification, raising: [.routeRespecified(routeSpecification: routeSpecification)])
    }

    /// Sends the cargo somewhere else, from where it can next change its route; raises `DestinationChanged` (CRG-4).
    /// - Throws: `cargo_already_claimed`, `destination_unchanged`, `cargo_position_unknown`, `route_origin_is_destination`,
    ///   `deadline_not_in_future`.
    public func changeDestination(_ destination: UnLocode, at now: Instant) throws(DomainError) -> Cargo {
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

    /// Gives the cargo more or less time; raises `DeadlineChanged` (CRG-5).
    /// - Throws: `cargo_already_claimed`, `deadline_not_in_future`.
    public func changeDeadline(_ arrivalDeadline: Instant, at now: Instant) throws(DomainError) -> Cargo {
        try checkNotClaimed()
        let changed = try RouteSpecification(
            origin: routeSpecification.origin,
            destination: routeSpecification.destination,
            arrivalDeadline: arrivalDeadline
        )
        try changed.checkDeadline(isAfter: now)
        return with(routeSpecification: changed, raising: [.deadlineChanged(routeSpecification: changed)])
    }

    /// Where a new route can start: the specified origin before receipt, the port it is in, or the port where it is due to come ashore.
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
