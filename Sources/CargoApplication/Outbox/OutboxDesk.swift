public import CargoDomain

/// Lists and resolves dead letters.
public struct OutboxDesk: Sendable {
    private let consumer: ConsumerName
    private let feed: any DomainEventFeed
    private let lanes: any OutboxLaneStore
    private let clock: any DomainClock

    /// Creates a desk with the same parts as a relay.
    public init(consumer: ConsumerName, feed: any DomainEventFeed, lanes: any OutboxLaneStore, clock: any DomainClock) {
        self.consumer = consumer
        self.feed = feed
        self.lanes = lanes
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
    public func held() async -> Result<[Entry], DomainError> {
        do throws(DomainError) {
            var entries: [Entry] = []
            for held in try await lanes.lanes(of: consumer).get().flatMap(\.held) {
                guard let first = held.sequences.first else { continue }
                entries.append(Entry(held: held, event: try await feed.entry(at: first).get()))
            }
            return .success(entries.sorted { $0.event.sequence < $1.event.sequence })
        } catch {
            return .failure(error)
        }
    }

    /// Returns the latest end of any relay's lease; nil if no lane is leased.
    public func lentUntil() async -> Result<Instant?, DomainError> {
        let now = clock.now()
        return await lanes.lanes(of: consumer).map { lanes in lanes.filter { !$0.isFree(at: now) }.compactMap { $0.lease?.until }.max() }
    }

    /// What to do with a held event.
    public enum Decision: Hashable, Sendable {
        /// Retry it now, with as many attempts as a new event. An event that still can't be read becomes a dead letter again.
        case retry
        /// Discard it and deliver the events behind it.
        case discard
    }

    /// Retries or discards the event that an aggregate's other events wait for.
    /// - Returns: whether the event is held; `store_locked` while a relay works on its lane.
    public func decide(_ decision: Decision, onEventAt sequence: Int64) async -> Result<Bool, DomainError> {
        do throws(DomainError) {
            let now = clock.now()
            for stored in try await lanes.lanes(of: consumer).get() {
                guard let held = stored.held.first(where: { $0.sequences.first == sequence }) else { continue }
                guard stored.isFree(at: now) else { throw .technical(.storeLocked, cause: "a relay works on lane \(stored.number)") }
                var lane = stored
                lane.free()
                switch decision {
                case .retry: lane.failAgain(held.aggregate, attempts: 0, notBefore: now, reason: held.reason)
                case .discard: lane.letGo(sequence, of: held.aggregate, at: now)
                }
                guard try await lanes.save(lane, of: consumer).get() else {
                    throw .technical(.storeLocked, cause: "a relay has taken lane \(stored.number)")
                }
                return .success(true)
            }
            return .success(false)
        } catch {
            return .failure(error)
        }
    }
}
