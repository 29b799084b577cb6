import CargoApplication
import CargoDomain
import Synchronization

/// A consumer that does what a check says and notes what it was given.
final class RecordingConsumer: OutboxHandler {
    struct Notes: Sendable {
        /// The events delivered, in order.
        var delivered: [DomainEvent] = []
        /// The ids of all events handed over, tries that failed included.
        var tries: [String] = []
        /// Aggregates of which an event is being handled.
        var inHand: Set<String> = []
        /// Aggregates of which two events were handled at once.
        var overlaps: Set<String> = []
    }

    let timeLimit: Int64 = 1000
    private let notes = Mutex(Notes())
    private let answer: @Sendable (DomainEvent, _ attempt: Int) async -> DeliveryOutcome

    /// - Parameter answer: is told the event and how often it was handed over, this time counted.
    init(_ answer: @escaping @Sendable (DomainEvent, Int) async -> DeliveryOutcome = { _, _ in .delivered }) { self.answer = answer }

    func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        let aggregate = "\(event.aggregateType):\(event.aggregateId)"
        let attempt = notes.withLock { notes in
            notes.tries.append(event.eventId)
            if !notes.inHand.insert(aggregate).inserted { notes.overlaps.insert(aggregate) }
            return notes.tries.count { $0 == event.eventId }
        }
        // Others get the chance to come in between.
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

/// Lanes as a process sees them that can be killed: from then on nothing that it saves is stored.
final class MortalLanes: OutboxLaneStore {
    private let real: any OutboxLaneStore
    private let isDead = Mutex(false)

    init(_ real: any OutboxLaneStore) { self.real = real }

    func kill() { isDead.withLock { $0 = true } }

    func lanes(of consumer: ConsumerName) async -> Result<[OutboxLane], DomainError> {
        isDead.withLock { $0 } ? .failure(.technical(.storeUnavailable)) : await real.lanes(of: consumer)
    }

    func save(_ lane: OutboxLane, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        isDead.withLock { $0 } ? .failure(.technical(.storeUnavailable)) : await real.save(lane, of: consumer)
    }
}
