import CargoApplication
import CargoDomain
import Synchronization

/// An outbox handler that answers as the check specifies and records the events it receives.
final class RecordingConsumer: OutboxHandler {
    struct Notes: Sendable {
        /// The events delivered successfully, in order.
        var delivered: [DomainEvent] = []
        /// The ids of all events received, including failed attempts.
        var tries: [String] = []
        /// The aggregates that have an event in progress.
        var inHand: Set<String> = []
        /// The aggregates that had two events in progress at once.
        var overlaps: Set<String> = []
    }

    let timeout: Duration = .seconds(1)
    private let notes = Mutex(Notes())
    private let answer: @Sendable (DomainEvent, _ attempt: Int) async -> DeliveryOutcome

    /// - Parameter answer: receives the event and the number of the attempt, starting at 1.
    init(_ answer: @escaping @Sendable (DomainEvent, Int) async -> DeliveryOutcome = { _, _ in .delivered }) { self.answer = answer }

    func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        let aggregate = "\(event.aggregateType):\(event.aggregateId)"
        let attempt = notes.withLock { notes in
            notes.tries.append(event.eventId)
            if !notes.inHand.insert(aggregate).inserted { notes.overlaps.insert(aggregate) }
            return notes.tries.count { $0 == event.eventId }
        }
        // Let other tasks run in between.
        for _ in 0..<3 { await Task.yield() }
        let outcome = await answer(event, attempt)
        notes.withLock { notes in
            notes.inHand.remove(aggregate)
            if outcome == .delivered { notes.delivered.append(event) }
        }
        return outcome
    }

    var delivered: [DomainEvent] { notes.withLock { $0.delivered } }
    var ids: [String] { delivered.map(\.eventId) }
    var tries: [String] { notes.withLock { $0.tries } }
    var overlaps: Set<String> { notes.withLock { $0.overlaps } }
    var isIdle: Bool { notes.withLock { $0.inHand.isEmpty } }
}

/// A view of the partitions for a relay that gets killed: after `kill()` each call fails with `store_unavailable` and stores nothing.
final class KillablePartitionStore: OutboxPartitionStore {
    private let real: any OutboxPartitionStore
    private let isDead = Mutex(false)

    init(_ real: any OutboxPartitionStore) { self.real = real }

    func kill() { isDead.withLock { $0 = true } }

    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError> {
        isDead.withLock { $0 } ? .failure(.technical(.storeUnavailable)) : await real.partitions(of: consumer)
    }

    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        isDead.withLock { $0 } ? .failure(.technical(.storeUnavailable)) : await real.save(partition, of: consumer)
    }
}
