public import CargoApplication
public import CargoDomain

/// A handling event repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingHandlingEventRepository: HandlingEventRepository {
    private let wrapped: any HandlingEventRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any HandlingEventRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `findHistory`; otherwise forwards.
    public func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await faults.run(.findHistory, .findHistory(of: trackingId)) { await wrapped.findHistory(of: trackingId) }
    }

    /// Fails if a fault is set for `findRetracted`; otherwise forwards.
    public func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        await faults.run(.findRetracted, .findRetracted(of: trackingId)) { await wrapped.findRetracted(of: trackingId) }
    }
}

/// A unit of work that fails on demand and otherwise forwards to the wrapped one.
public struct FailingHandlingUnitOfWork: HandlingUnitOfWork {
    private let wrapped: any HandlingUnitOfWork
    private let faults: FaultInjection

    /// Wraps a unit of work.
    public init(_ wrapped: any HandlingUnitOfWork, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `saveHandlingEvent` or `saveCargo`, checked in this order; otherwise forwards.
    public func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await faults.run(.saveHandlingEvent, .saveHandlingEvent(event, after: history, with: cargo)) {
            await faults.run(.saveCargo) { await wrapped.save(event, after: history, with: cargo) }
        }
    }

    /// Fails if a fault is set for `retractHandlingEvent` or `saveCargo`, checked in this order; otherwise forwards.
    public func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError>
    {
        await faults.run(.retractHandlingEvent, .retractHandlingEvent(retraction, after: history, with: cargo)) {
            await faults.run(.saveCargo) { await wrapped.retract(retraction, after: history, with: cargo) }
        }
    }
}

/// A booking key repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingIdempotencyKeyRepository: IdempotencyKeyRepository {
    private let wrapped: any IdempotencyKeyRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any IdempotencyKeyRepository, faults: FaultInjection) {
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

/// An outbox that fails on demand and otherwise forwards to the wrapped one.
public struct FailingDomainEventFeed: DomainEventFeed {
    private let wrapped: any DomainEventFeed
    private let faults: FaultInjection

    /// Wraps an outbox.
    public init(_ wrapped: any DomainEventFeed, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `readEvents`; otherwise forwards.
    public func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await faults.run(.readEvents, .readEvents(after: sequence, limit: limit)) { await wrapped.events(after: sequence, limit: limit) }
    }

    /// Fails if a fault is set for `readEvents`; otherwise forwards.
    public func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await faults.run(.readEvents, .readEntries(after: sequence, limit: limit)) { await wrapped.entries(after: sequence, limit: limit) }
    }
}
