import CargoDomain

/// The parts that a relay works with.
struct RelayParts: Sendable {
    let consumer: ConsumerName
    /// The relay's unique name.
    let owner: String
    let feed: any DomainEventFeed
    let partitions: any OutboxPartitionStore
    let handler: any OutboxHandler
    let clock: any DomainClock
    let policy: RelayPolicy
    /// Draws 500 to 1000.
    let permille: @Sendable () -> Int
    let report: @Sendable (RelayNotice) -> Void
    /// Returns early when the task is cancelled.
    let sleep: @Sendable (Duration) async -> Void

    /// When a lease taken now ends: not before the handler's time limit.
    func leaseEnd(from now: Instant) -> Instant { max(now.later(policy.leaseDuration), now.later(handler.timeout).later(.milliseconds(1))) }
}
