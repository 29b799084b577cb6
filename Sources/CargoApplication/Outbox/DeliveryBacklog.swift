public import CargoDomain

/// How far the deliveries to a consumer are behind, for monitoring.
public struct DeliveryBacklog: Hashable, Sendable {
    /// The dead letters, each of which an operator must retry or discard.
    public let deadLetters: Int
    /// The aggregates whose first held event is retried.
    public let retries: Int
    /// When the oldest event occurred that is neither delivered nor held by a dead letter; nil if there is no such event.
    public let oldest: Instant?

    /// Creates a backlog.
    public init(deadLetters: Int, retries: Int, oldest: Instant?) {
        self.deadLetters = deadLetters
        self.retries = retries
        self.oldest = oldest
    }

    /// How many events are read at once.
    ///
    /// Relays store a partition's position at least every 1000 events, so one or two pages reach the oldest undelivered one.
    private static let pageSize = 1000

    /// Measures the backlog of a consumer.
    /// - Parameters:
    ///   - consumer: the consumer, which may have no relay yet.
    ///   - feed: the outbox.
    ///   - partitions: the stored progress, in the same store.
    @concurrent
    public static func measure(
        _ consumer: ConsumerName,
        feed: any DomainEventFeed,
        partitions: any OutboxPartitionStore
    ) async -> Result<DeliveryBacklog, DomainError> {
        do throws(DomainError) {
            let all = OutboxPartition.all(try await partitions.partitions(of: consumer).get())
            let held = all.flatMap(\.held)
            let retried = held.filter { !$0.isDeadLetter }
            let times = [
                try await feed.time(of: retried.compactMap(\.sequences.first).min()), try await Self.firstUnread(feed, all),
            ]
            return .success(
                DeliveryBacklog(deadLetters: held.count - retried.count, retries: retried.count, oldest: times.compactMap(\.self).min())
            )
        } catch {
            return .failure(error)
        }
    }

    /// Returns when the first event occurred that the relays haven't read yet; nil if they have read all events that can be read.
    private static func firstUnread(_ feed: any DomainEventFeed, _ partitions: [OutboxPartition]) async throws(DomainError) -> Instant? {
        let positions = Dictionary(partitions.map { ($0.number, $0.position) }) { max($0, $1) }
        var cursor = positions.values.min() ?? 0
        while true {
            let page = try await feed.entries(after: cursor, limit: pageSize).get()
            for case .event(let event) in page {
                if event.sequence > positions[OutboxPartition.number(of: event), default: 0] { return event.occurredAt }
            }
            guard page.count == pageSize, let last = page.last else { return nil }
            cursor = last.sequence
        }
    }
}

extension DomainEventFeed {
    /// Returns when an event occurred; nil if there is no event or it can't be read.
    fileprivate func time(of sequence: Int64?) async throws(DomainError) -> Instant? {
        guard let sequence, case .event(let event) = try await entry(at: sequence).get() else { return nil }
        return event.occurredAt
    }
}
