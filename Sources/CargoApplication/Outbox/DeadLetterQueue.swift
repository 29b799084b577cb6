public import CargoDomain

/// Lists, retries and discards a consumer's dead letters.
public struct DeadLetterQueue: Sendable {
    private let consumer: ConsumerName
    private let feed: any DomainEventFeed
    private let partitions: any OutboxPartitionStore
    private let clock: any DomainClock

    /// Creates a queue with the same parts as a relay.
    public init(consumer: ConsumerName, feed: any DomainEventFeed, partitions: any OutboxPartitionStore, clock: any DomainClock) {
        self.consumer = consumer
        self.feed = feed
        self.partitions = partitions
        self.clock = clock
    }

    /// An aggregate whose events are held, with the event that failed.
    public struct Entry: Hashable, Sendable {
        /// The held events.
        public let held: HeldAggregate
        /// The event that failed or can't be read.
        public let event: FeedEntry
    }

    /// Returns every held aggregate, including those with a scheduled retry, in the order of the failed events.
    public func entries() async -> Result<[Entry], DomainError> {
        do throws(DomainError) {
            var entries: [Entry] = []
            for held in try await partitions.partitions(of: consumer).get().flatMap(\.held) {
                guard let first = held.sequences.first else { continue }
                entries.append(Entry(held: held, event: try await feed.entry(at: first).get()))
            }
            return .success(entries.sorted { $0.event.sequence < $1.event.sequence })
        } catch {
            return .failure(error)
        }
    }

    /// Returns the latest end of any relay's lease; nil if no partition is leased.
    public func leasedUntil() async -> Result<Instant?, DomainError> {
        let now = clock.now()
        return await partitions.partitions(of: consumer).map { partitions in
            partitions.filter { !$0.isAvailable(at: now) }.compactMap { $0.lease?.until }.max()
        }
    }

    /// Makes the first held event of an aggregate due now, with as many attempts as a new event.
    ///
    /// An event that still can't be read becomes a dead letter again.
    /// - Returns: whether the event is held; `store_locked` while a relay works on its partition.
    public func retry(eventAt sequence: Int64) async -> Result<Bool, DomainError> {
        await change(eventAt: sequence) { partition, held, now in
            partition.recordFailure(held.aggregate, attempts: 0, notBefore: now, reason: held.reason)
        }
    }

    /// Discards the first held event of an aggregate, so that the events behind it are delivered.
    /// - Returns: whether the event was held; `store_locked` while a relay works on its partition.
    public func discard(eventAt sequence: Int64) async -> Result<Bool, DomainError> {
        await change(eventAt: sequence) { partition, held, now in partition.removeFirst(sequence, of: held.aggregate, at: now) }
    }

    private func change(
        eventAt sequence: Int64,
        _ change: (inout OutboxPartition, HeldAggregate, _ now: Instant) -> Void
    ) async -> Result<Bool, DomainError> {
        do throws(DomainError) {
            let now = clock.now()
            for stored in try await partitions.partitions(of: consumer).get() {
                guard let held = stored.held.first(where: { $0.sequences.first == sequence }) else { continue }
                guard stored.isAvailable(at: now) else {
                    throw .technical(.storeLocked, cause: "a relay works on partition \(stored.number)")
                }
                var partition = stored
                partition.releaseLease()
                change(&partition, held, now)
                guard try await partitions.save(partition, of: consumer).get() else {
                    throw .technical(.storeLocked, cause: "a relay has taken partition \(stored.number)")
                }
                return .success(true)
            }
            return .success(false)
        } catch {
            return .failure(error)
        }
    }
}
