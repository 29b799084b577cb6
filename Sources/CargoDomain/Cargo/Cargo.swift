/// A customer's cargo, its route and its delivery: an aggregate root, identified by its tracking id (CRG-0 to CRG-18, REF-2 to REF-4).
///
/// A cargo is an immutable value. Each operation returns a new cargo that carries the facts raised since it was loaded, or throws and
/// changes nothing. Create a cargo with `book`, or restore a stored one with `reconstitute`.
public struct Cargo: Sendable {
    /// The cargo's identity.
    public let trackingId: TrackingId
    /// The customer who booked it.
    public private(set) var customerId: CustomerId
    /// Where it was booked from.
    ///
    /// This never changes, even if the route is respecified.
    public let origin: UnLocode
    /// The origin, destination and deadline that the customer wants now.
    public private(set) var routeSpecification: RouteSpecification
    /// The assigned route, if any.
    public private(set) var itinerary: Itinerary?
    /// The cargo's last move when its route was assigned, as far as the history still has it.
    ///
    /// Events up to and including it aren't compared with the plan (DLV-3, DLV-4).
    public private(set) var routingStart: CompletedActivity?
    /// The state of the transport.
    public private(set) var delivery: Delivery
    /// The estimate that was announced last; `nil` while that is as planned, and without a route (EST-7).
    public internal(set) var estimate: Estimate?
    /// When and why the booking was cancelled; `nil` if it stands (CRG-8).
    public internal(set) var cancellation: Cancellation?
    /// The arrival that the customer was told first; a re-route or another deadline doesn't change it, another destination removes it
    /// (CRG-12).
    public internal(set) var promisedArrival: Instant?
    /// What the cargo is held for, sorted by type (CRG-15).
    public internal(set) var holds: [Hold]
    /// Until when the cargo is to be collected at its destination, if that is known (CRG-14).
    public internal(set) var pickUpBy: Instant?
    /// What people outside know the cargo by: at most 100, all different, in the order of `CargoReference` (REF-2).
    public internal(set) var references: [CargoReference]
    /// How many times the cargo was saved: 0 until the first save.
    public private(set) var version: Int64
    /// The facts raised since the cargo was loaded, in order.
    ///
    /// A repository stores them together with the cargo (REP-3).
    public private(set) var raisedFacts: [DomainFact]

    private init(
        trackingId: TrackingId,
        customerId: CustomerId,
        origin: UnLocode,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: CompletedActivity?,
        delivery: Delivery,
        estimate: Estimate? = nil,
        cancellation: Cancellation? = nil,
        promisedArrival: Instant? = nil,
        holds: [Hold] = [],
        pickUpBy: Instant? = nil,
        references: [CargoReference] = [],
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
        self.estimate = estimate
        self.cancellation = cancellation
        self.promisedArrival = promisedArrival
        self.holds = holds
        self.pickUpBy = pickUpBy
        self.references = references
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
    /// - Throws: `integer_out_of_range` for a version below 0 or above 2^53−1; `holds_invalid` if the holds aren't sorted or two have
    ///   one type; `corrupt_record` with rule `REF-2` if the references aren't in
    ///   order, all different and at most 100; `corrupt_record` with rule `DLV-10` if the stored delivery
    ///   contradicts what the cargo's other properties imply, or if a cargo without an itinerary has an estimate.
    public static func reconstitute(
        trackingId: TrackingId,
        customerId: CustomerId,
        origin: UnLocode,
        routeSpecification: RouteSpecification,
        itinerary: Itinerary?,
        routingStart: CompletedActivity?,
        delivery stored: Delivery.Stored,
        estimate: Estimate? = nil,
        cancellation: Cancellation? = nil,
        promisedArrival: Instant? = nil,
        holds: [Hold] = [],
        pickUpBy: Instant? = nil,
        references: [CargoReference] = [],
        version: Int64
    ) throws(DomainError) -> Cargo {
        try Version.check(version)
        try check(holds)
        try check(references)
        guard estimate == nil || itinerary != nil,
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
            estimate: estimate,
            cancellation: cancellation,
            promisedArrival: promisedArrival,
            holds: holds,
            pickUpBy: pickUpBy,
            references: references,
            version: version,
            raisedFacts: []
        )
    }

    /// Returns this cargo as its repository loads it after the next save: at version n + 1, without raised facts (REP-2).
    ///
    /// A repository stores this value together with the events from `DomainEvent.events(raisedBy:storedAs:at:)`.
    /// - Throws: `integer_out_of_range` if the version is already 2^53−1.
    public func saved() throws(DomainError) -> Cargo {
        var saved = self
        saved.version = try Version.next(after: version)
        saved.raisedFacts = []
        return saved
    }

    /// Returns this cargo as if it had been loaded at another version, without raised facts.
    /// - Throws: `integer_out_of_range`.
    package func stored(as version: Int64) throws(DomainError) -> Cargo {
        try Version.check(version)
        var stored = self
        stored.version = version
        stored.raisedFacts = []
        return stored
    }

    /// Returns whether both values are the same cargo, even if their state differs (CRG-7).
    public func isSameCargo(as other: Cargo) -> Bool { trackingId == other.trackingId }

    /// Returns this cargo with another specification, itinerary, progress or routing start, and derives its delivery again.
    func with(
        routeSpecification: RouteSpecification? = nil,
        itinerary: Itinerary? = nil,
        tracking: (progress: DeliveryProgress, routingStart: CompletedActivity?)? = nil
    ) -> Cargo {
        var changed = self
        changed.routeSpecification = routeSpecification ?? self.routeSpecification
        changed.itinerary = itinerary ?? self.itinerary
        if let tracking { changed.routingStart = tracking.routingStart }
        changed.delivery = Delivery(
            progress: tracking?.progress ?? delivery.progress,
            routeSpecification: changed.routeSpecification,
            itinerary: changed.itinerary,
            routingStart: changed.routingStart
        )
        return changed
    }

    /// Returns this cargo with other properties, from which its delivery doesn't follow.
    func with(customerId: CustomerId? = nil, _ change: (inout Cargo) -> Void) -> Cargo {
        var changed = self
        changed.customerId = customerId ?? self.customerId
        change(&changed)
        return changed
    }

    /// Returns this cargo with more raised facts: those of an operation, or those received with a cargo that another process wants to save.
    package func raising(_ facts: [DomainFact]) -> Cargo {
        var changed = self
        changed.raisedFacts += facts
        return changed
    }
}

extension Cargo: Hashable {
    /// Compares the whole state except for the raised facts.
    ///
    /// To compare identities, use `isSameCargo(as:)` (CRG-7).
    public static func == (left: Self, right: Self) -> Bool {
        left.trackingId == right.trackingId && left.customerId == right.customerId && left.origin == right.origin
            && left.routeSpecification == right.routeSpecification && left.itinerary == right.itinerary
            && left.routingStart == right.routingStart && left.delivery == right.delivery && left.estimate == right.estimate
            && left.cancellation == right.cancellation && left.promisedArrival == right.promisedArrival && left.holds == right.holds
            && left.pickUpBy == right.pickUpBy && left.references == right.references && left.version == right.version
    }

    /// Hashes the identity and the version.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(trackingId)
        hasher.combine(version)
    }
}
