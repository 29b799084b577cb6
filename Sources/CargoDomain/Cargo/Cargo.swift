/// What a customer wants transported, and how that goes: an aggregate root, identified by its tracking id (CRG-1 to CRG-7).
///
/// A cargo is a value. Every operation gives a new one, which carries the facts raised since the cargo was loaded, or throws and changes
/// nothing. There are two doors: `book` for a new cargo, `reconstitute` for a stored one.
public struct Cargo: Sendable {
    /// The identity.
    public let trackingId: TrackingId
    /// Who booked it.
    public let customerId: CustomerId
    /// Where it was booked from; fixed, whatever is changed later.
    public let origin: UnLocode
    /// What the customer wants now.
    public let routeSpecification: RouteSpecification
    /// The route, if one is assigned.
    public let itinerary: Itinerary?
    /// What had been done last when the route was assigned: events up to it are not judged against the plan.
    public let routingStart: Handled?
    /// How the transport goes.
    public let delivery: Delivery
    /// How often it was saved: 0 before the first time.
    public let version: Int64
    /// The facts raised since it was loaded, in order; a repository stores them together with the cargo (REP-3).
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

    /// Books a new cargo: version 0, not routed, not received; raises `CargoBooked` (CRG-1).
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

    /// Brings a cargo back from storage: applies what is always true, knows no "now", raises nothing (DLV-10).
    /// - Throws: `integer_out_of_range` for a version below 0 or beyond 2^53−1; `corrupt_record` with rule `DLV-10` where the stored
    ///   delivery disagrees with what follows from the rest.
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

    /// Whether both are the same cargo, whatever became of them (CRG-7).
    public func isSameCargo(as other: Cargo) -> Bool { trackingId == other.trackingId }

    /// This cargo with another specification, itinerary or progress, and its delivery derived again.
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
        return copy(routeSpecification: specification, itinerary: itinerary, routingStart: start, delivery: delivery, raising: facts)
    }

    /// This cargo, with more facts to tell: those that an operation raised, or, of a cargo that was changed elsewhere and brought here to be
    /// stored, those that were raised there.
    package func raising(_ facts: [DomainFact]) -> Cargo {
        copy(routeSpecification: routeSpecification, itinerary: itinerary, routingStart: routingStart, delivery: delivery, raising: facts)
    }

    private func copy(
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: Handled?,
        delivery: Delivery,
        raising facts: [DomainFact]
    ) -> Cargo {
        Cargo(
            trackingId: trackingId,
            customerId: customerId,
            origin: origin,
            routeSpecification: routeSpecification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: delivery,
            version: version,
            raisedFacts: raisedFacts + facts
        )
    }
}

extension Cargo: Hashable {
    /// Compares the whole state; facts not yet stored do not count.
    ///
    /// For identity see `isSameCargo(as:)` (CRG-7).
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
