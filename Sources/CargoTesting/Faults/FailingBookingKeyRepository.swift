public import CargoApplication
public import CargoDomain

/// A repository of booking keys that fails on demand and otherwise does what the wrapped one does.
public struct FailingBookingKeyRepository: BookingKeyRepository {
    private let wrapped: any BookingKeyRepository
    private let faults: FaultInjection

    /// Puts a repository behind a fault injection.
    public init(_ wrapped: any BookingKeyRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `findBookingKey` or calls on.
    public func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        await faults.run(.findBookingKey, .findBookingKey(key)) { await wrapped.find(key) }
    }

    /// Fails as `reserveBookingKey` or calls on.
    public func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        await faults.run(.reserveBookingKey, .reserveBookingKey(key, for: reservation)) { await wrapped.reserve(key, for: reservation) }
    }
}
