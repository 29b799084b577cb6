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
    let permille: @Sendable () -> Int64
    let report: @Sendable (RelayNotice) -> Void
    /// Sleeps for milliseconds; returns early when the task is cancelled.
    let sleep: @Sendable (Int64) async -> Void
}
