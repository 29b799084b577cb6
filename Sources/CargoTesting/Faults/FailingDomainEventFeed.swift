public import CargoDomain

/// An outbox that fails on demand and otherwise does what the wrapped one does.
public struct FailingDomainEventFeed: DomainEventFeed {
    private let wrapped: any DomainEventFeed
    private let faults: FaultInjection

    /// Puts an outbox behind a fault injection.
    public init(_ wrapped: any DomainEventFeed, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `readEvents` or calls on.
    public func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await faults.run(.readEvents, .readEvents(after: sequence, limit: limit)) { await wrapped.events(after: sequence, limit: limit) }
    }

    /// Fails as `readEvents` or calls on.
    public func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await faults.run(.readEvents, .readEntries(after: sequence, limit: limit)) { await wrapped.entries(after: sequence, limit: limit) }
    }
}
