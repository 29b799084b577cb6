public import CargoDomain

/// Books a cargo (CRG-1).
///
/// Checks in this order: both locations are registered; origin and destination differ (RTE-1); the tracking id is free, or draws one; the
/// deadline is in the future (RTE-2). With an idempotency key, repeating a booking returns the same tracking id and books nothing twice, even if
/// the first attempt was interrupted.
public struct BookCargo: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// A booking.
    public struct Request: Sendable {
        /// The cargo must be unloaded at its destination before this instant.
        public let arrivalDeadline: Instant
        /// The customer.
        public let customerId: CustomerId
        /// The destination.
        public let destination: UnLocode
        /// Identifies the booking, so that repeating it is safe.
        public let idempotencyKey: IdempotencyKey?
        /// The origin.
        public let origin: UnLocode
        /// What people outside know the cargo by.
        public let references: [CargoReference]
        /// The cargo's tracking id; if nil, the store draws one.
        public let trackingId: TrackingId?

        /// Creates a request.
        public init(
            from origin: UnLocode,
            to destination: UnLocode,
            by arrivalDeadline: Instant,
            for customerId: CustomerId,
            trackingId: TrackingId? = nil,
            references: [CargoReference] = [],
            idempotencyKey: IdempotencyKey? = nil
        ) {
            self.arrivalDeadline = arrivalDeadline
            self.customerId = customerId
            self.destination = destination
            self.idempotencyKey = idempotencyKey
            self.origin = origin
            self.references = references
            self.trackingId = trackingId
        }
    }

    /// The booked cargo.
    public struct Response: Hashable, Sendable {
        /// The cargo's tracking id.
        public let trackingId: TrackingId

        /// Creates a response, for a fake in a test.
        public init(trackingId: TrackingId) { self.trackingId = trackingId }
    }

    /// A cargo that was booked, now or earlier with the same key, and got references.
    package struct Outcome: Sendable {
        /// The cargo's tracking id.
        package let trackingId: TrackingId
        /// Whether the cargo was booked now.
        package let isNew: Bool
        /// Whether it got references that it didn't have.
        package let hasNewReferences: Bool
    }

    /// Books the cargo, then adds the references that it lacks (`AddReference`).
    ///
    /// Books nothing if the cargo can't have all of them. If this is interrupted, repeating it with the same key adds the rest.
    /// - Returns: the cargo's tracking id, or one of the errors `location_not_found`, `route_origin_is_destination`, `tracking_id_in_use`,
    ///   `tracking_ids_exhausted`, `deadline_not_in_future`, `idempotency_key_reused`, `references_too_many`, `container_already_assigned`
    ///   and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await executeWithOutcome(request).map { Response(trackingId: $0.trackingId) }
    }

    /// Does the same, and tells what was done.
    package func executeWithOutcome(_ request: Request) async -> Result<Outcome, DomainError> {
        await outcome { () async throws(DomainError) in
            let (trackingId, isNew) = try await book(request)
            let hasNewReferences = try await add(request.references, to: trackingId)
            return Outcome(trackingId: trackingId, isNew: isNew, hasNewReferences: hasNewReferences)
        }
    }

    private func book(_ request: Request) async throws(DomainError) -> (trackingId: TrackingId, isNew: Bool) {
        try await kit.checkKnown([request.origin, request.destination])
        let specification = try RouteSpecification(
            origin: request.origin,
            destination: request.destination,
            arrivalDeadline: request.arrivalDeadline
        )
        if let key = request.idempotencyKey, let reservation = try await kit.store.idempotencyKeys.find(key).get() {
            return try await complete(reservation, for: request, specification)
        }
        let trackingId = try await freeTrackingId(request.trackingId)
        let cargo = try book(trackingId, for: request, specification)
        guard let key = request.idempotencyKey else {
            try await save(cargo)
            return (trackingId, true)
        }
        let wanted = BookingReservation(trackingId: trackingId, customerId: request.customerId, routeSpecification: specification)
        let reservation = try await kit.store.idempotencyKeys.reserve(key, for: wanted).get()
        return try await complete(reservation, for: request, specification)
    }

    /// Books the reserved cargo, unless an earlier or concurrent request has booked it.
    private func complete(
        _ reservation: BookingReservation,
        for request: Request,
        _ specification: RouteSpecification
    ) async throws(DomainError) -> (trackingId: TrackingId, isNew: Bool) {
        let trackingId = reservation.trackingId
        let wanted = BookingReservation(trackingId: trackingId, customerId: request.customerId, routeSpecification: specification)
        guard reservation == wanted, request.trackingId == nil || request.trackingId == trackingId else {
            throw .idempotencyKeyReused(trackingId)
        }
        if try await isBooked(reservation) { return (trackingId, false) }
        do throws(DomainError) {
            try await save(try book(trackingId, for: request, specification))
        } catch {
            guard error.code == .trackingIdInUse, try await isBooked(reservation) else { throw error }
            return (trackingId, false)
        }
        return (trackingId, true)
    }

    /// Whether the reserved cargo is booked.
    ///
    /// Throws if the id belongs to a different booking.
    private func isBooked(_ reservation: BookingReservation) async throws(DomainError) -> Bool {
        guard let cargo = try await find(reservation.trackingId) else { return false }
        guard cargo.customerId == reservation.customerId, cargo.origin == reservation.routeSpecification.origin else {
            throw .trackingIdInUse(reservation.trackingId)
        }
        return true
    }

    private func freeTrackingId(_ wanted: TrackingId?) async throws(DomainError) -> TrackingId {
        guard let wanted else { return try await kit.store.cargos.nextTrackingId().get() }
        guard try await find(wanted) == nil else { throw .trackingIdInUse(wanted) }
        return wanted
    }

    private func find(_ trackingId: TrackingId) async throws(DomainError) -> Cargo? {
        switch await kit.store.cargos.findByTrackingId(trackingId) {
        case .success(let cargo): return cargo
        case .failure(let error):
            switch error.code {
            case .cargoNotFound: return nil
            case .cargoArchived: throw .trackingIdInUse(trackingId)
            default: throw error
            }
        }
    }

    /// The booked cargo.
    ///
    /// Checks that it can have the references, but leaves it without them.
    private func book(
        _ id: TrackingId,
        for request: Request,
        _ specification: RouteSpecification
    ) throws(DomainError) -> Cargo {
        let cargo = try Cargo.book(trackingId: id, customerId: request.customerId, routeSpecification: specification, at: kit.clock.now())
        try Self.check(request.references, canBeAddedTo: cargo)
        return cargo
    }

    /// Adds the references that a cargo lacks, all or none.
    /// - Returns: whether there were any.
    private func add(_ references: [CargoReference], to trackingId: TrackingId) async throws(DomainError) -> Bool {
        if references.isEmpty { return false }
        let cargo = try await kit.store.cargos.findByTrackingId(trackingId).get()
        let missing = references.filter { !cargo.references.contains($0) }
        try Self.check(missing, canBeAddedTo: cargo)
        for reference in missing {
            _ = try await Retry.onConflict { () async throws(DomainError) in
                try await AddReference(kit).execute(.init(reference, to: trackingId)).get()
            }
        }
        return !missing.isEmpty
    }

    private static func check(_ references: [CargoReference], canBeAddedTo cargo: Cargo) throws(DomainError) {
        var cargo = cargo
        for reference in references { cargo = try cargo.adding(reference) }
    }

    private func save(_ cargo: Cargo) async throws(DomainError) {
        if case .failure(let error) = await kit.store.cargos.save(cargo) {
            throw error.code == .concurrencyConflict ? .trackingIdInUse(cargo.trackingId) : error
        }
    }
}
