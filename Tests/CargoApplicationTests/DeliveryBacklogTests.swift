import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("The backlog of a consumer")
struct DeliveryBacklogTests {
    private let clock = FixedClock()
    private let store: InMemoryStore

    init() { store = InMemoryStore(clock: clock, trackingIds: SequenceTrackingIdGenerator([])) }

    private struct Handler: OutboxHandler {
        let timeout: Duration = .seconds(1)
        let outcomes: [String: DeliveryOutcome]

        func handle(_ event: DomainEvent) async -> DeliveryOutcome { outcomes[event.aggregateId] ?? .delivered }
    }

    private func backlog() async throws -> DeliveryBacklog {
        let partitions = try #require(store.outboxPartitions)
        return try await DeliveryBacklog.measure(try ConsumerName("test"), feed: store.events, partitions: partitions).get()
    }

    /// Delivers all events with the given outcomes, and the rest successfully.
    private func relay(_ outcomes: [String: DeliveryOutcome]) async throws {
        var relay = OutboxRelay(
            consumer: try ConsumerName("test"),
            owner: "one",
            feed: store.events,
            partitions: try #require(store.outboxPartitions),
            handler: Handler(outcomes: outcomes),
            clock: clock,
            sleep: { _ in await OutboxRelay.sleep(.seconds(86_400)) }
        )
        while case .worked = try await relay.poll().get() {}
    }

    @Test func `an empty outbox has no backlog`() async throws {
        #expect(try await backlog() == DeliveryBacklog(deadLetters: 0, retries: 0, oldest: nil))
    }

    @Test func `without a relay the first event is the oldest`() async throws {
        let first = clock.now()
        try await store.cargos.save(.stub("FIRST")).get()
        try clock.advance(by: .seconds(60))
        try await store.cargos.save(.stub("SECOND")).get()
        #expect(try await backlog() == DeliveryBacklog(deadLetters: 0, retries: 0, oldest: first))
    }

    @Test func `delivered events and dead letters don't count as late, and retried ones do`() async throws {
        for id in ["DELIVERED", "REFUSED"] { try await store.cargos.save(.stub(id)).get() }
        try clock.advance(by: .seconds(60))
        let second = clock.now()
        try await store.cargos.save(.stub("FAILED")).get()
        try clock.advance(by: .seconds(60))
        try await relay(["REFUSED": .refused(reason: "no"), "FAILED": .failed(reason: "busy", retryAfter: nil)])
        #expect(try await backlog() == DeliveryBacklog(deadLetters: 1, retries: 1, oldest: second))
        try clock.advance(by: .seconds(3600))
        try await relay([:])
        #expect(try await backlog() == DeliveryBacklog(deadLetters: 1, retries: 0, oldest: nil))
        let later = clock.now()
        for number in 0..<40 { try await store.cargos.save(.stub("LATER-\(number)")).get() }
        #expect(try await backlog() == DeliveryBacklog(deadLetters: 1, retries: 0, oldest: later))
    }

    /// An outbox whose first events can't be read.
    private struct DamagedFeed: DomainEventFeed {
        let damaged: Int64
        let last: DomainEvent

        func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> { .success([]) }

        func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
            guard sequence < damaged else { return .success(sequence == damaged ? [.event(last)] : []) }
            let numbers = sequence + 1...min(damaged, sequence + Int64(limit))
            return .success(numbers.map { .unreadable(UnreadableEvent(sequence: $0, error: .technical(.corruptRecord))) })
        }
    }

    @Test func `events that can't be read have no time, however many there are`() async throws {
        try await store.cargos.save(.stub()).get()
        let event = try #require(try await store.events.events(after: 0, limit: 1).get().first)
        let feed = DamagedFeed(damaged: 2000, last: event)
        let partitions = try #require(store.outboxPartitions)
        let backlog = try await DeliveryBacklog.measure(try ConsumerName("test"), feed: feed, partitions: partitions).get()
        #expect(backlog == DeliveryBacklog(deadLetters: 0, retries: 0, oldest: event.occurredAt))
    }
}
