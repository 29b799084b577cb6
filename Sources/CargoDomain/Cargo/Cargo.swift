/// A customer's cargo, its route and its delivery: an aggregate root, identified by its tracking id (CRG-1 to CRG-7).
///
/// A cargo is an immutable value. Each operation returns a new cargo that carries the facts raised since it was loaded, or throws and
/// changes nothing. Create a cargo with `book`, or restore a stored one with `reconstitute`.
public struct Cargo: Sendable {
    /// The cargo's identity.
    public let trackingId: TrackingId
    /// The customer who booked it.
    public let customerId: CustomerId
    /// Where it was booked from.
    ///
    /// This never changes, even if the route is respecified.
    public let origin: UnLocode
    /// The origin, destination and deadline that the customer wants now.
    public let routeSpecification: RouteSpecification
    /// The assigned route, if any.
    public let itinerary: Itinerary?
    /// The cargo's last activity at the time its route was assigned.
    ///
    /// Events up to and including it aren't compared with the plan.
    public let routingStart: Handled?
    /// The state of the transport.
    public let delivery: Delivery
    /// How many times the cargo was saved: 0 until the first save.
    public let version: Int64
    /// The facts raised since the cargo was loaded, in order.
    ///
    /// A repository stores them together with the cargo (REP-3).
    public let raisedFacts: [DomainFact]

    private init(
        trackingId: TrackingId,
        customerId: CustomerId,
        origin: UnLocode,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: Handled?,
        delivery: Delivery,
        version: Int64,
        raisedFacts: [DomainFact]
    ) {
        self.trackingId = trackingId
        self.customerId = customerId
        self.origin = origin
        self.routeSpecification = routeSpecification
        self.itinerary = itinerary
        self.routingStart = routingStart
        self.delivery = delivery
        self.version = version
        self.raisedFacts = raisedFacts
    }

    /// Books a new cargo with version 0, no route and no handling, and raises `CargoBooked` (CRG-1).
    /// - Throws: `deadline_not_in_future`.
    public static func book(
        trackingId: TrackingId,
        customerId: CustomerId,
        routeSpecification: RouteSpecification,
        at now: Instant
    ) throws(DomainError) -> Cargo {
        try routeSpecification.checkDeadline(isAfter: now)
        return Cargo(
            trackingId: trackingId,
            customerId: customerId,
            origin: routeSpecification.origin,
            routeSpecification: routeSpecification,
            itinerary: nil,
            routingStart: nil,
            delivery: Delivery(progress: .none, routeSpecification: routeSpecification, itinerary: nil, routingStart: nil),
            version: 0,
            raisedFacts: [
                .cargoBooked(customerId: customerId, origin: routeSpecification.origin, routeSpecification: routeSpecification)
            ]
        )
    }

    /// Restores a stored cargo (DLV-10).
    ///
    /// Checks only the rules that always hold, so a cargo whose deadline has passed can still be loaded. Raises no events.
    /// - Throws: `integer_out_of_range` for a version below 0 or above 2^53−1; `corrupt_record` with rule `DLV-10` if the stored delivery
    ///   contradicts what the cargo's other properties imply.
    public static func reconstitute(
        trackingId: TrackingId,
        customerId: CustomerId,
        origin: UnLocode,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: Handled?,
        delivery stored: Delivery.Stored,
        version: Int64
    ) throws(DomainError) -> Cargo {
        try Version.check(version)
        guard
            let delivery = Delivery.reconstitute(
                stored,
                routeSpecification: routeSpecification,
                itinerary: itinerary,
                routingStart: routingStart
            )
        else { throw .corruptRecord(rule: "DLV-10", id: trackingId.text) }
        return Cargo(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: delivery,
            version: version,
            raisedFacts: []
        )
    }

    /// Returns this cargo as its repository loads it after the next save: at version n + 1, without raised facts (REP-2).
    ///
    /// A repository stores this value together with the events from `DomainEvent.events(raisedBy:storedAs:at:)`.
    /// - Throws: `integer_out_of_range` if the version is already 2^53−1.
    public func saved() throws(DomainError) -> Cargo {
        copy(version: try Version.next(after: version), raisedFacts: [])
    }

    /// Returns whether both values are the same cargo, even if their state differs (CRG-7).
    public func isSameCargo(as other: Cargo) -> Bool { trackingId == other.trackingId }

    /// Returns this cargo with another specification, itinerary or progress, and derives its delivery again.
    func with(
        routeSpecification: RouteSpecification? = nil,
        route: (itinerary: Itinerary, start: Handled?)? = nil,
        progress: DeliveryProgress? = nil,
        raising facts: [DomainFact] = []
    ) -> Cargo {
        let specification = routeSpecification ?? self.routeSpecification
        let itinerary = route?.itinerary ?? self.itinerary
        let start = route == nil ? routingStart : route?.start
        let delivery = Delivery(
            progress: progress ?? self.delivery.progress,
            routeSpecification: specification,
            itinerary: itinerary,
            routingStart: start
        )
        return Cargo(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: specification,
            itinerary: itinerary,
            routingStart: start,
            delivery: delivery,
            version: version,
            raisedFacts: raisedFacts + facts
        )
    }

    /// Returns this cargo with more raised facts: those of an operation, or those received with a cargo that another process wants to save.
    package func raising(_ facts: [DomainFact]) -> Cargo {
        copy(version: version, raisedFacts: raisedFacts + facts)
    }

    private func copy(version: Int64, raisedFacts: [DomainFact]) -> Cargo {
        Cargo(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: delivery,
            version: version,
            raisedFacts: raisedFacts
        )
    }
}

extension Cargo: Hashable {
    /// Compares the whole state except for the raised facts.
    ///
    /// To compare identities, use `isSameCargo(as:)` (CRG-7).
    public static func == (left: Self, right: Self) -> Bool {
        left.trackingId == right.trackingId && left.customerId == right.customerId && left.origin == right.origin
            && left.routeSpecification == right.routeSpecification && left.itinerary == right.itinerary
            && left.routingStart == right.routingStart && left.delivery == right.delivery && left.version == right.version
    }

    /// Hashes the identity and the version.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(trackingId)
        hasher.combine(version)
    }
}
