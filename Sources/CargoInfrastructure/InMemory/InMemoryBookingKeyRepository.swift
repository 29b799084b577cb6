import CargoApplication
import CargoDomain

/// The booking idempotency keys of an in-memory store.
struct InMemoryBookingKeyRepository: BookingKeyRepository {
    let store: InMemoryStore

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        store.atomically { world in world.bookings[key] }
    }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        store.atomically { world in
            if let first = world.bookings[key] { return first }
            world.bookings[key] = reservation
            return reservation
        }
    }
}
