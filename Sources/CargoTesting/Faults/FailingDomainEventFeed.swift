public import CargoDomain

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
