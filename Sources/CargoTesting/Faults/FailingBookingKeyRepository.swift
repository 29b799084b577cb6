public import CargoApplication
public import CargoDomain

/// A booking key repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingBookingKeyRepository: BookingKeyRepository {
    private let wrapped: any BookingKeyRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any BookingKeyRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `findBookingKey`; otherwise forwards.
    public func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        await faults.run(.findBookingKey, .findBookingKey(key)) { await wrapped.find(key) }
    }

    /// Fails if a fault is set for `reserveBookingKey`; otherwise forwards.
    public func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        await faults.run(.reserveBookingKey, .reserveBookingKey(key, for: reservation)) { await wrapped.reserve(key, for: reservation) }
    }
}
