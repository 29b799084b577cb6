import CargoApplication
import CargoDomain
import Synchronization

/// A backend, relays that read it, and the clock they share.
struct RelayBench: Sendable {
    let backend: RepositoryBackend
    let partitions: any OutboxPartitionStore
    let consumer: ConsumerName
    let clock = FixedClock()
    private let notices = NoticeList()

    init(_ backend: RepositoryBackend) throws {
        guard let partitions = backend.outboxPartitions else { throw Disagreement(expected: "a backend with partitions", actual: "none") }
        self.backend = backend
        self.partitions = partitions
        consumer = try ConsumerName("contract")
    }

    var told: [RelayNotice] { notices.all }

    var deadLetters: DeadLetterQueue { DeadLetterQueue(consumer: consumer, feed: backend.events, partitions: partitions, clock: clock) }

    /// Creates a relay with three attempts, pauses of 1 and 4 seconds, and leases of 10 seconds.
    func relay(
        _ owner: String,
        _ handler: RecordingConsumer,
        over backend: RepositoryBackend? = nil,
        partitions: (any OutboxPartitionStore)? = nil,
        concurrency: Int = 4,
        pageSize: Int = 10
    ) -> OutboxRelay {
        OutboxRelay(
            consumer: consumer,
            owner: owner,
            feed: (backend ?? self.backend).events,
            partitions: partitions ?? backend?.outboxPartitions ?? self.partitions,
            handler: handler,
            clock: clock,
            policy: RelayPolicy(maximumAttempts: 3, leaseDuration: .seconds(10), pageSize: pageSize, concurrency: concurrency),
            permille: { 1000 },
            // Only the bench's clock moves time forward.
            sleep: { _ in await OutboxRelay.sleep(.seconds(86_400)) },
            report: { [notices] in notices.add($0) }
        )
    }

    /// Runs a relay until it has nothing left to do.
    /// - Returns: when to check again; `nil` if only a new event can bring more work.
    @discardableResult
    func drain(_ relay: inout OutboxRelay) async throws -> Instant? {
        for _ in 0..<1000 {
            switch try success(of: "polling", await relay.poll()) {
            case .worked: continue
            case .idle(let until): return until
            }
        }
        throw Disagreement(expected: "a relay that becomes idle", actual: "1000 polls that found work")
    }

    /// Books cargos, then changes each deadline `changes` times.
    ///
    /// The events of different cargos are interleaved.
    func fill(_ ids: [String], changes: Int = 1) async throws {
        for id in ids { try await backend.saved(.stub(id)) }
        for change in 0..<changes {
            for id in ids { try await changeDeadline(id, day: 61 + change) }
        }
    }

    func changeDeadline(_ id: String, day: Int) async throws {
        try await backend.saved(try await backend.cargo(.stub(id)).changingDeadline(to: .stub(day: day), at: .stub()))
    }

    /// Checks that every event was delivered (exactly once if `once` is true), and the events of each aggregate in order.
    func expectAll(_ delivered: [DomainEvent], once: Bool = true) async throws {
        let all = try await backend.allEvents()
        try expect("the events delivered", Set(delivered.map(\.eventId)).sorted(), is: all.map(\.eventId).sorted())
        if once { try expect("the number of deliveries", delivered.count, is: all.count) }
        try expectOrder(delivered)
    }

    /// Checks that the first deliveries of each aggregate's events happened in the order of the events.
    func expectOrder(_ delivered: [DomainEvent]) throws {
        var seen: [String: [String]] = [:]
        for event in delivered where !(seen[event.aggregateId]?.contains(event.eventId) ?? false) {
            seen[event.aggregateId, default: []].append(event.eventId)
        }
        for (id, ids) in seen {
            let order = Dictionary(delivered.map { ($0.eventId, $0.sequence) }, uniquingKeysWith: { first, _ in first })
            let sequences = ids.compactMap { order[$0] }
            try expect(sequences == sequences.sorted(), "the events of \(id) in order", butGot: "\(ids)")
        }
    }
}

/// The notices that the relays reported.
private final class NoticeList: Sendable {
    private let notices = Mutex<[RelayNotice]>([])

    var all: [RelayNotice] { notices.withLock { $0 } }

    func add(_ notice: RelayNotice) { notices.withLock { $0.append(notice) } }
}
