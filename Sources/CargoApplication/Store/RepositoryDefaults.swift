import CargoDomain

/// The outbox of a backend without one.
struct EmptyOutbox: DomainEventFeed {
    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        Result { () throws(DomainError) in
            try PageLimit.check(limit)
            return []
        }
    }
}

/// The idempotency keys of a backend that doesn't store them, kept as long as the process runs.
actor IdempotencyKeysInMemory: IdempotencyKeyRepository {
    private var reservations: [IdempotencyKey: BookingReservation] = [:]

    func find(_ key: IdempotencyKey) -> Result<BookingReservation?, DomainError> { .success(reservations[key]) }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) -> Result<BookingReservation, DomainError> {
        if let first = reservations[key] { return .success(first) }
        reservations[key] = reservation
        return .success(reservation)
    }
}
