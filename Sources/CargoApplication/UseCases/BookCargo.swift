public import CargoDomain

/// Books a cargo (CRG-1).
///
/// Checked in this order: both locations are known, RTE-1, the tracking id is free or one is drawn, RTE-2. With an idempotency key a
/// repetition of the same booking gives the same tracking id and books nothing twice, also when the first attempt was cut short.
public struct BookCargo: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// What to book.
    public struct Request: Sendable {
        /// The cargo must be unloaded at its destination strictly before this.
        public let arrivalDeadline: Instant
        /// Who books.
        public let customerId: CustomerId
        /// Where to.
        public let destination: UnLocode
        /// Names the booking, so that it can be repeated without harm.
        public let idempotencyKey: IdempotencyKey?
        /// Where from.
        public let origin: UnLocode
        /// The id that the cargo is to have; absent to have one drawn.
        public let trackingId: TrackingId?

        /// Asks for a booking.
        public init(
            arrivalDeadline: Instant,
            customerId: CustomerId,
            destination: UnLocode,
            origin: UnLocode,
            trackingId: TrackingId? = nil,
            idempotencyKey: IdempotencyKey? = nil
        ) {
            self.arrivalDeadline = arrivalDeadline
            self.customerId = customerId
            self.destination = destination
            self.idempotencyKey = idempotencyKey
            self.origin = origin
            self.trackingId = trackingId
        }
    }

    /// The cargo that was booked.
    public struct Response: Hashable, Sendable {
        /// Its identity.
        public let trackingId: TrackingId
    }

    /// Books.
    /// - Returns: `location_not_found`, `route_origin_is_destination`, `tracking_id_in_use`, `tracking_ids_exhausted`,
    ///   `deadline_not_in_future`, `idempotency_key_reused`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            try await environment.checkKnown([request.origin, request.destination])
            let specification = try RouteSpecification(
                origin: request.origin,
                destination: request.destination,
                arrivalDeadline: request.arrivalDeadline
            )
            if let key = request.idempotencyKey, let reservation = try await environment.bookingKeys.find(key).get() {
                return try await complete(reservation, for: request, specification)
            }
            let trackingId = try await freeTrackingId(request.trackingId)
            let cargo = try book(trackingId, for: request, specification)
            guard let key = request.idempotencyKey else {
                try await save(cargo)
                return Response(trackingId: trackingId)
            }
            let wanted = BookingReservation(trackingId: trackingId, customerId: request.customerId, routeSpecification: specification)
            return try await complete(try await environment.bookingKeys.reserve(key, for: wanted).get(), for: request, specification)
        }
    }

    /// Books what is reserved, unless that was done already: before, or by somebody else just now.
    private func complete(
        _ reservation: BookingReservation,
        for request: Request,
        _ specification: RouteSpecification
    ) async throws(DomainError) -> Response {
        let trackingId = reservation.trackingId
        let wanted = BookingReservation(trackingId: trackingId, customerId: request.customerId, routeSpecification: specification)
        guard reservation == wanted, request.trackingId == nil || request.trackingId == trackingId else {
            throw .idempotencyKeyReused(trackingId)
        }
        if try await !isBooked(reservation) {
            do throws(DomainError) {
                try await save(try book(trackingId, for: request, specification))
            } catch {
                guard error.code == .trackingIdInUse, try await isBooked(reservation) else { throw error }
            }
        }
        return Response(trackingId: trackingId)
    }

    /// Whether the cargo is there; another's cargo under the reserved id is refused.
    private func isBooked(_ reservation: BookingReservation) async throws(DomainError) -> Bool {
        guard let cargo = try await find(reservation.trackingId) else { return false }
        guard cargo.customerId == reservation.customerId, cargo.origin == reservation.routeSpecification.origin else {
            throw .trackingIdInUse(reservation.trackingId)
        }
        return true
    }

    private func freeTrackingId(_ wanted: TrackingId?) async throws(DomainError) -> TrackingId {
        guard let wanted else { return try await environment.cargos.nextTrackingId().get() }
        guard try await find(wanted) == nil else { throw .trackingIdInUse(wanted) }
        return wanted
    }

    private func find(_ trackingId: TrackingId) async throws(DomainError) -> Cargo? {
        switch await environment.cargos.findByTrackingId(trackingId) {
        case .success(let cargo): return cargo
        case .failure(let error):
            guard error.code == .cargoNotFound else { throw error }
            return nil
        }
    }

    private func book(_ id: TrackingId, for request: Request, _ specification: RouteSpecification) throws(DomainError) -> Cargo {
        try .book(trackingId: id, customerId: request.customerId, routeSpecification: specification, at: environment.clock.now())
    }

    private func save(_ cargo: Cargo) async throws(DomainError) {
        if case .failure(let error) = await environment.cargos.save(cargo) {
            throw error.code == .concurrencyConflict ? .trackingIdInUse(cargo.trackingId) : error
        }
    }
}
