import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

@Suite("A store made of repositories")
struct StoreTests {
    private static let booking = BookCargo.Request(
        from: .stub("HKHKG"),
        to: .stub("SESTO"),
        by: .stub(day: 60),
        for: .stub(),
        idempotencyKey: .stub()
    )
    private let clock = FixedClock()
    private let inner: InMemoryStore

    init() { inner = InMemoryStore(clock: clock, trackingIds: SequenceTrackingIdGenerator([.stub("ID1"), .stub("ID2")])) }

    /// A store that counts how often it is closed.
    private final class Closing: CargoStore {
        let repositories: Repositories
        let closes = Mutex(0)

        init(_ repositories: Repositories) { self.repositories = repositories }

        func close() async { closes.withLock { $0 += 1 } }
    }

    @Test func `four repositories and a unit of work are enough to book with a key, handle and track`() async throws {
        let store = Repositories(
            cargos: inner.cargos,
            handlingEvents: inner.handlingEvents,
            handlingUnitOfWork: inner.handlingUnitOfWork,
            voyages: inner.voyages,
            locations: inner.locations
        )
        #expect(store.outboxPartitions == nil)
        let kit = CargoKit(store: store, clock: clock)
        for code in ["HKHKG", "SESTO"] { try await kit.registerLocation(.stub(code), named: LocationName(code)) }
        let ids = [
            try await BookCargo(kit).execute(Self.booking).get().trackingId,
            try await BookCargo(kit).execute(Self.booking).get().trackingId,
        ]
        #expect(ids == [.stub("ID1"), .stub("ID1")])
        #expect(try await kit.handle(.receive, of: ids[0], at: .stub("HKHKG")).isNew)
        #expect(try await kit.track(ids[0]).events.count == 1)
        #expect(try await kit.events() == [])
        #expect(await store.events.events(after: 0, limit: 0).failure == .invalid(.integerOutOfRange, text: "0"))
    }

    @Test func `replacing a repository of a store keeps what belongs to the others`() {
        #expect(inner.replacing(voyages: inner.voyages, idempotencyKeys: inner.idempotencyKeys).outboxPartitions != nil)
    }

    @Test func `use cases read the replacement repository, and closing also closes the original store`() async throws {
        let other = InMemoryStore(clock: clock)
        try await other.locations.save([.stub("SESTO", name: "Elsewhere")]).get()
        try await inner.locations.save([.stub("SESTO", name: "Stockholm")]).get()
        let closing = Closing(inner.repositories)
        let store = closing.replacing(locations: other.locations)
        #expect(try await CargoKit(store: store, clock: clock).location(.stub("SESTO")).name.text == "Elsewhere")
        await store.replacing(voyages: other.voyages).close()
        #expect(closing.closes.withLock(\.self) == 1)
    }

    private struct Refusal: Error {}

    @Test(.timeLimit(.minutes(10))) func `a relay passes each event to a closure, and again if the closure throws`() async throws {
        try await inner.cargos.save(.stub()).get()
        try await inner.cargos.save(.stub("OTHER")).get()
        let handled = Mutex<[String]>([])
        let notices = Mutex<[RelayNotice]>([])
        let store = inner
        let relay = OutboxRelay(store, clock: clock, report: { notice in notices.withLock { $0.append(notice) } }) { event in
            handled.withLock { $0.append(event.aggregateId) }
            if event.aggregateId == "OTHER" { throw Refusal() }
        }
        await relay.run { if case .success(.idle) = $0 { true } else { false } }
        #expect(handled.withLock { $0.sorted() } == ["ABC123", "OTHER"])
        let reasons = notices.withLock { $0.compactMap { if case .failed(_, 1, let reason, _) = $0 { reason } else { nil } } }
        #expect(reasons == ["Refusal()"])
        let partitions = try #require(store.outboxPartitions)
        let deadLetters = DeadLetterQueue(consumer: .standard, feed: store.events, partitions: partitions, clock: clock)
        #expect(try await deadLetters.entries().get().map(\.held.aggregate) == ["Cargo:OTHER"])
    }

    @Test(.timeLimit(.minutes(10))) func `a relay over a store without checkpoints starts with the first event`() async throws {
        try await inner.cargos.save(.stub()).get()
        let store = Repositories(
            cargos: inner.cargos,
            handlingEvents: inner.handlingEvents,
            handlingUnitOfWork: inner.handlingUnitOfWork,
            voyages: inner.voyages,
            locations: inner.locations,
            events: inner.events
        )
        let count = Mutex(0)
        for _ in 1...2 {
            let relay = OutboxRelay(store, clock: clock) { _ in count.withLock { $0 += 1 } }
            await relay.run { if case .success(.idle) = $0 { true } else { false } }
        }
        #expect(count.withLock(\.self) == 2)
    }
}
