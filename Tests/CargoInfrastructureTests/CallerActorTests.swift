import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

@Suite("Calls from the main actor leave it free")
@MainActor struct CallerActorTests {
    private let recorder = CallRecorder()

    @Test func `a call through any protocol of a store leaves the main actor, whatever implements it`() async throws {
        let store: any CargoStore = NotingRepositories(recorder: recorder).repositories
        _ = await store.cargos.findByTrackingId(.stub())
        _ = await store.cargos.save(.stub())
        _ = await store.cargos.nextTrackingId()
        _ = await store.cargos.findForCustomer(.stub())
        _ = await store.cargos.find(CargoQuery(), after: nil, limit: 1)
        _ = await store.handlingEvents.findHistory(of: .stub())
        _ = await store.handlingEvents.findRetracted(of: .stub())
        _ = await store.voyages.findByNumber(.stub())
        _ = await store.voyages.findAll([.stub()])
        _ = await store.voyages.save(.stub())
        _ = await store.voyages.findPage(after: nil, limit: 1)
        _ = await store.voyages.findChanges(after: 0)
        _ = await store.locations.findByUnLocode(.stub())
        _ = await store.locations.findAll([.stub()])
        _ = await store.locations.save([.stub()])
        _ = await store.locations.findPage(after: nil, limit: 1)
        _ = await store.idempotencyKeys.find(.stub())
        _ = await store.idempotencyKeys.reserve(.stub(), for: .stub())
        _ = await store.handlingUnitOfWork.save(.stub(), after: .empty(of: .stub()), with: .stub())
        _ = await store.handlingUnitOfWork.retract(.stub(), after: .stub(.stub()), with: .stub())
        _ = await store.events.events(after: 0, limit: 1)
        _ = await store.events.entries(after: 0, limit: 1)
        let consumer = try ConsumerName("relay")
        _ = await store.outboxPartitions?.partitions(of: consumer)
        let partition = try OutboxPartition(number: 0, version: 0, position: 0, lease: nil, held: [])
        _ = await store.outboxPartitions?.save(partition, of: consumer)
        let cache: any CargoCache = NotingCache(recorder: recorder)
        _ = await cache.find(.stub())
        _ = await cache.update([.stub()]) { _, entry in entry }
        _ = await cache.findForCustomer(.stub())
        _ = await cache.findPage(after: nil, limit: 1)
        #expect(recorder.calls.count == 28)
        #expect(recorder.callsOnMain == [])
    }

    @Test func `a JSON-file store opens, reads, writes and decodes off the main actor`() async throws {
        let directory = TemporaryDirectory()
        let files = noting(recorder)
        let store = try await JSONFileStore.open(directory.store, clock: recorder, trackingIds: recorder, options: .alone(files))
        try await store.create().get()
        try await use(store)
        #expect(try await store.verify().get() == [])
        _ = try await store.statistics().get()
        _ = try await store.compact().get()
        let retention = try #require(store.retention)
        _ = try await retention.firstEvent().get()
        _ = try await retention.consumers().get()
        _ = try await retention.place(of: .stub()).get()
        _ = await retention.contents(of: .stub())
        _ = try await retention.trim(eventsUpTo: 0, keysOf: [.stub()]).get()
        _ = try await retention.eraseTraces(of: .stub(), in: [.stub()], as: .stub("ERASED-1")).get()
        await store.close()
        // Reads the files again, with nothing of them in memory.
        let again = try await JSONFileStore.open(directory.store, clock: recorder, trackingIds: recorder, options: .alone(files))
        _ = try await again.cargos.find(CargoQuery(), after: nil, limit: 10).get()
        var isEmittedOnMain = true
        try await again.export { _ in isEmittedOnMain = isEmittedOnMain && CallRecorder.isOnMain }
        #expect(isEmittedOnMain, "the pieces of an export reach the caller where it is")
        await again.close()
        let calls = recorder.calls
        #expect(calls.contains { $0.hasPrefix("read ") } && calls.contains("now") && calls.contains("next"))
        #expect(recorder.callsOnMain == [])
    }

    @Test func `a cache in a directory reads and writes off the main actor`() async throws {
        let directory = TemporaryDirectory()
        let cargos = try await JSONFileCargoCache.open(directory.store + "-cargos", options: .alone(noting(recorder)))
        let remote = InMemoryStore(clock: recorder, trackingIds: recorder)
        let repository = CachedCargoRepository(remote: remote.cargos, cache: cargos, clock: FixedClock())
        try await remote.cargos.save(.stub()).get()
        for _ in 0..<2 { _ = try await repository.fetch(.stub()).get() }
        await cargos.close()
        #expect(recorder.calls.contains { $0.hasPrefix("read ") })
        #expect(recorder.callsOnMain == [])
    }

    @Test func `use cases read the clock, and an in-memory store draws ids, off the main actor`() async throws {
        let store = InMemoryStore(clock: recorder, trackingIds: recorder)
        try await use(store)
        let kit = CargoKit(store: store, clock: recorder)
        for (code, name) in [("HKHKG", "Hongkong"), ("SESTO", "Göteborg")] {
            try await store.locations.save([.stub(code, name: name)]).get()
        }
        let id = try await kit.book(from: .stub(), to: .stub("SESTO"), by: .stub(day: 60), for: .stub(), trackingId: .stub("BOOKED1"))
        _ = try await kit.routes(for: id)
        _ = try await kit.track(id)
        _ = try await kit.worklist()
        #expect(recorder.calls.filter { $0 == "now" }.count >= 5 && recorder.calls.contains("next"))
        #expect(recorder.callsOnMain == [])
    }

    @Test func `a repository that works on the main actor fails the contract`() async throws {
        let clock = FixedClock()
        let store = InMemoryStore(clock: clock, trackingIds: SequenceTrackingIdGenerator(RepositoryContract.trackingIds))
        let backend = RepositoryBackend(store.replacing(cargos: MainActorCargoRepository(wrapped: store.cargos, clock: clock)))
        let name = "a call from the main actor draws ids and reads the clock elsewhere"
        let check = try #require(RepositoryContract.checks.first { $0.name == name })
        let failure = await #expect(throws: ContractFailure.self) { try await check.run(backend) }
        #expect(failure?.actual == #"["reading the clock"]"#)
    }

    private func noting(_ recorder: CallRecorder) -> FaultyFileSystem {
        FaultyFileSystem { call, file, _ in
            recorder.note("\(call) \(file)")
            return nil
        }
    }

    /// Calls the repositories of a store from the main actor.
    private func use(_ store: some CargoStore) async throws {
        #expect(CallRecorder.isOnMain, "the test itself runs on the main actor")
        let id = try await store.cargos.nextTrackingId().get()
        let cargo = Cargo.stub(id.text)
        try await store.cargos.save(cargo).get()
        #expect(try await store.cargos.findByTrackingId(id).get() == cargo.saved())
        #expect(try await store.cargos.find(CargoQuery(), after: nil, limit: 10).get().items.count == 1)
        try await store.locations.save([.stub()]).get()
        try await store.voyages.save(.stub()).get()
        let event = HandlingEvent.stub(of: id.text)
        let received = try await store.cargos.findByTrackingId(id).get().derivingDeliveryProgress(from: .stub(event))
        try await store.handlingUnitOfWork.save(event, after: .empty(of: id), with: received).get()
        #expect(try await store.events.events(after: 0, limit: 10).get().count == 2)
    }
}
