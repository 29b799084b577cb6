public import CargoDomain

/// The operations that people and programs perform on cargos, voyages and locations: a method for each use case.
///
/// `CargoKit` performs them in this process, on a store; `CargoClient` in `CargoRemote` has a service perform them. Code that is written for this protocol works
/// with both:
///
/// ```swift
/// func reroute(_ cargo: TrackingId, _ desk: some CargoOperations) async throws(DomainError) {
///     guard let best = try await desk.routes(for: cargo).first else { return }
///     try await desk.assign(best, to: cargo)
/// }
/// ```
/// Every method throws a `DomainError`; each one's use case documents the codes.
public protocol CargoOperations: Sendable {
    /// The clock for completion times that a call leaves out.
    var clock: any DomainClock { get }

    /// Performs an operation.
    /// - Returns: the operation's response.
    func perform<Operation: UseCase>(
        _ operation: Operation.Type,
        _ request: Operation.Request
    ) async -> Result<Operation.Response, DomainError>
}

extension CargoOperations {
    // MARK: Booking

    /// Books a cargo and returns its tracking id (`BookCargo`).
    /// - Parameters:
    ///   - origin: the location where the cargo starts.
    ///   - destination: the location where it ends.
    ///   - arrivalDeadline: the cargo must be unloaded at its destination before this instant.
    ///   - customerId: the customer.
    ///   - trackingId: the cargo's tracking id; if nil, the store draws one.
    ///   - idempotencyKey: makes it safe to repeat the booking.
    public func book(
        from origin: UnLocode,
        to destination: UnLocode,
        by arrivalDeadline: Instant,
        for customerId: CustomerId,
        trackingId: TrackingId? = nil,
        idempotencyKey: IdempotencyKey? = nil
    ) async throws(DomainError) -> TrackingId {
        let request = BookCargo.Request(
            from: origin,
            to: destination,
            by: arrivalDeadline,
            for: customerId,
            trackingId: trackingId,
            idempotencyKey: idempotencyKey
        )
        return try await perform(BookCargo.self, request).get().trackingId
    }

    /// Changes a cargo's origin, destination and deadline (`SpecifyRoute`).
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - origin: the location where its route starts.
    ///   - destination: the location where it ends.
    ///   - arrivalDeadline: the cargo must be unloaded at its destination before this instant.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func specifyRoute(
        of trackingId: TrackingId,
        from origin: UnLocode,
        to destination: UnLocode,
        by arrivalDeadline: Instant,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        let request = SpecifyRoute.Request(
            of: trackingId,
            from: origin,
            to: destination,
            by: arrivalDeadline,
            expectedVersion: expectedVersion
        )
        return try await perform(SpecifyRoute.self, request).get()
    }

    /// Changes a cargo's destination (`ChangeDestination`).
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - destination: its new destination.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func changeDestination(
        of trackingId: TrackingId,
        to destination: UnLocode,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(ChangeDestination.self, .init(of: trackingId, to: destination, expectedVersion: expectedVersion)).get()
    }

    /// Changes a cargo's deadline (`ChangeDeadline`).
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - arrivalDeadline: the cargo must be unloaded at its destination before this instant.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func changeDeadline(
        of trackingId: TrackingId,
        to arrivalDeadline: Instant,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(ChangeDeadline.self, .init(of: trackingId, to: arrivalDeadline, expectedVersion: expectedVersion)).get()
    }

    /// Cancels the booking of a cargo that wasn't received yet (`CancelBooking`).
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - reason: why it is cancelled.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func cancelBooking(
        of trackingId: TrackingId,
        because reason: Reason,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(CancelBooking.self, .init(of: trackingId, because: reason, expectedVersion: expectedVersion)).get()
    }

    /// Reinstates a cancelled booking (`ReinstateBooking`).
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func reinstateBooking(of trackingId: TrackingId, expectedVersion: Int64? = nil) async throws(DomainError) -> CargoRevision {
        try await perform(ReinstateBooking.self, .init(of: trackingId, expectedVersion: expectedVersion)).get()
    }

    /// Adds a reference to a cargo (`AddReference`).
    /// - Parameters:
    ///   - reference: what people outside know the cargo by.
    ///   - trackingId: the cargo.
    @discardableResult
    public func addReference(_ reference: CargoReference, to trackingId: TrackingId) async throws(DomainError) -> CargoRevision {
        try await perform(AddReference.self, .init(reference, to: trackingId)).get()
    }

    /// Removes a reference from a cargo (`RemoveReference`).
    /// - Parameters:
    ///   - reference: the reference.
    ///   - trackingId: the cargo.
    @discardableResult
    public func removeReference(_ reference: CargoReference, from trackingId: TrackingId) async throws(DomainError) -> CargoRevision {
        try await perform(RemoveReference.self, .init(reference, from: trackingId)).get()
    }

    // MARK: Routing

    /// Finds routes for a cargo from where it is, best first; returns an empty list if none meets the deadline (`FindRoutes`).
    ///
    /// Only voyages that depart from now on count. A cargo at sea continues on its voyage.
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - limit: the maximum number of routes, 1 to 100.
    ///   - maxLegs: the maximum number of legs of a route, 1 to 16.
    ///   - minimumConnection: the minimum time between two voyages, in whole milliseconds.
    public func routes(
        for trackingId: TrackingId,
        limit: Int = 10,
        maxLegs: Int = 8,
        minimumConnection: Duration = .zero
    ) async throws(DomainError) -> [Itinerary] {
        let request = FindRoutes.Request(for: trackingId, limit: limit, maxLegs: maxLegs, minimumConnection: minimumConnection)
        return try await findRoutes(request).itineraries
    }

    /// Finds routes for a cargo, and those that miss its deadline if no route meets it (`FindRoutes`).
    public func findRoutes(_ request: FindRoutes.Request) async throws(DomainError) -> FindRoutes.Response {
        try await perform(FindRoutes.self, request).get()
    }

    /// Assigns a route to a cargo (`AssignRoute`).
    /// - Parameters:
    ///   - itinerary: the route, such as one that `routes(for:)` found.
    ///   - trackingId: the cargo.
    ///   - expectedVersion: the version that the cargo must have; nil accepts any.
    @discardableResult
    public func assign(
        _ itinerary: Itinerary,
        to trackingId: TrackingId,
        expectedVersion: Int64? = nil
    ) async throws(DomainError) -> CargoRevision {
        try await perform(AssignRoute.self, .init(itinerary, to: trackingId, expectedVersion: expectedVersion)).get()
    }

    // MARK: Handling and tracking

    /// Registers what was done to a cargo and updates its delivery (`RegisterHandlingEvent`).
    /// - Parameters:
    ///   - type: what was done.
    ///   - trackingId: the cargo.
    ///   - location: where it was done.
    ///   - voyageNumber: the voyage, required for `load` and `unload` and prohibited otherwise.
    ///   - completionTime: when it was done; if nil, now.
    @discardableResult
    public func handle(
        _ type: HandlingType,
        of trackingId: TrackingId,
        at location: UnLocode,
        on voyageNumber: VoyageNumber? = nil,
        completed completionTime: Instant? = nil
    ) async throws(DomainError) -> RegisterHandlingEvent.Response {
        let request = RegisterHandlingEvent.Request(
            trackingId: trackingId,
            type: type,
            location: location,
            voyageNumber: voyageNumber,
            completionTime: completionTime ?? clock.now()
        )
        return try await perform(RegisterHandlingEvent.self, request).get()
    }

    /// Retracts a handling event that was registered by mistake, and updates the cargo (`RetractHandlingEvent`).
    /// - Parameters:
    ///   - type: what was registered.
    ///   - trackingId: the cargo.
    ///   - location: where it was registered.
    ///   - voyageNumber: the voyage, required for `load` and `unload` and prohibited otherwise.
    ///   - completionTime: when it was completed, exactly as registered.
    ///   - reason: why it is retracted.
    @discardableResult
    public func retract(
        _ type: HandlingType,
        of trackingId: TrackingId,
        at location: UnLocode,
        on voyageNumber: VoyageNumber? = nil,
        completed completionTime: Instant,
        because reason: Reason
    ) async throws(DomainError) -> RetractHandlingEvent.Response {
        let request = RetractHandlingEvent.Request(
            trackingId: trackingId,
            type: type,
            location: location,
            voyageNumber: voyageNumber,
            completionTime: completionTime,
            reason: reason
        )
        return try await perform(RetractHandlingEvent.self, request).get()
    }

    /// Returns where a cargo is and how its transport goes (`TrackCargo`).
    public func track(_ trackingId: TrackingId) async throws(DomainError) -> CargoTrackingView {
        try await perform(TrackCargo.self, CargoRequest(trackingId: trackingId)).get()
    }

    /// Returns a cargo's handling events in order of completion (`ListHandlingEvents`).
    public func handlingEvents(of trackingId: TrackingId) async throws(DomainError) -> [HandlingEvent] {
        try await perform(ListHandlingEvents.self, CargoRequest(trackingId: trackingId)).get()
    }
}
