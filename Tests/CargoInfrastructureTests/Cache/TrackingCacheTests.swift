import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// The histories and locations that tracking needs, cached in front of a remote that is unavailable at times.
@Suite("Histories and locations through a cache")
struct TrackingCacheTests {
    static let offline = DomainError.technical(.remoteUnavailable)
    static let questions: [FaultInjection.Operation] = [.findCargo, .findHistory, .findLocation]
    static let voyage = Voyage.stub()
    let directory = TemporaryDirectory()
    let clock = FixedClock()
    let faults = FaultInjection()
    let store: InMemoryStore

    init() { store = InMemoryStore(clock: clock) }

    private func kit(_ policy: CachePolicy) async throws -> CargoKit {
        let remote = faults.wrapping(store)
        let cache = try await JSONFileTrackingCache.open(directory.store)
        let cargos = CachedCargoRepository(
            remote: remote.cargos,
            cache: InMemoryCargoCache(),
            policy: policy,
            timeToLive: .stub(1000),
            clock: clock
        )
        return CargoKit(store: cargos.wrapping(remote, tracking: cache), clock: clock)
    }

    private func loseRemote(_ error: DomainError = offline) {
        for operation in FaultInjection.Operation.allCases { faults.fail(operation, with: error) }
    }

    private func asked() -> [Int] { Self.questions.map { faults.calls(of: $0) } }

    /// Stores a cargo that has been received, and the names of its ports.
    private func prepare() async throws -> Cargo {
        try await store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
        try await store.cargos.save(.stub()).get()
        try await register(.stub(), at: store)
        return try await store.cargos.findByTrackingId(.stub()).get()
    }

    /// Saves an event with its cargo.
    private func register(_ event: HandlingEvent, at store: some CargoStore, after known: HandlingHistory? = nil) async throws {
        var history = try await store.handlingEvents.findHistory(of: .stub()).get()
        if let known { history = known }
        let cargo = try await store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: try history.adding(event))
        try await store.handlingUnitOfWork.save(event, after: history, with: cargo).get()
    }

    private func track(_ kit: CargoKit) async -> Result<CargoTrackingView, DomainError> {
        await TrackCargo(kit).execute(.init(trackingId: .stub()))
    }

    @Test(
        "CCH-4: a tracked cargo can be tracked again without the remote, with the same view",
        arguments: [CachePolicy.localFirst, .remoteFirst]
    )
    func offline(policy: CachePolicy) async throws {
        _ = try await prepare()
        let kit = try await kit(policy)
        let view = try await track(kit).get()
        #expect(view.events.count == 1)
        #expect(view.origin.name != LocationName(.stub("HKHKG")))
        loseRemote()
        clock.set(to: .stub(day: 9))
        #expect(try await track(kit).get() == view)
    }

    @Test(
        "CCH-4: a routed cargo can be tracked again without the remote, with its estimate",
        arguments: [CachePolicy.localFirst, .remoteFirst]
    )
    func offlineWithRoute(policy: CachePolicy) async throws {
        try await store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
        try await store.voyages.save(.stub(schedule: .stub(calling: "HKHKG", "SESTO"))).get()
        try await store.cargos.save(.stub(itinerary: .stub(.stub(at: .stub(day: 2), to: "SESTO", at: .stub(day: 4))))).get()
        let kit = try await kit(policy)
        let view = try await track(kit).get()
        #expect(view.estimatedArrival != nil)
        loseRemote()
        clock.set(to: .stub(day: 1))
        #expect(try await track(kit).get() == view)
    }

    @Test("CCH-2, CCH-4: without a cache, and for failures other than unavailability, the failure is returned")
    func told() async throws {
        _ = try await prepare()
        let uncached = try await kit(.noCache)
        _ = try await track(uncached).get()
        let cached = try await kit(.remoteFirst)
        #expect(await cached.store.handlingEvents.findHistory(of: .stub()) == .success(.stub(.stub())))
        loseRemote()
        #expect(await uncached.store.handlingEvents.findHistory(of: .stub()).failure == Self.offline)
        #expect(await uncached.store.locations.findByUnLocode(.stub("HKHKG")).failure == Self.offline)
        #expect(await cached.store.handlingEvents.findHistory(of: .stub()) == .success(.stub(.stub())))
        #expect(await cached.store.handlingEvents.findHistory(of: .stub("OTHER")).failure == Self.offline)
        loseRemote(.technical(.remoteRejected))
        #expect(await cached.store.handlingEvents.findHistory(of: .stub()).failure == .technical(.remoteRejected))
    }

    @Test("CCH-1, CCH-3: localFirst asks the remote for nothing while all entries are fresh, and for all of them at their time to live")
    func fresh() async throws {
        _ = try await prepare()
        let kit = try await kit(.localFirst)
        _ = try await track(kit).get()
        let first = asked()
        clock.set(to: .stub(day: 0, millisecond: 999))
        _ = try await track(kit).get()
        #expect(asked() == first)
        clock.set(to: .stub(day: 0, millisecond: 1000))
        _ = try await track(kit).get()
        #expect(asked() == first.map { $0 * 2 })
    }

    @Test("CCH-7: an event that the remote saved is in the cached history at once; without the remote it fails and isn't")
    func saved() async throws {
        let cargo = try await prepare()
        let kit = try await kit(.localFirst)
        let unit = kit.store.handlingUnitOfWork
        let history = try await kit.store.handlingEvents.findHistory(of: .stub()).get()
        let second = HandlingEvent.stub(.customs, completed: .stub(day: 2))
        let longer = try history.adding(second)
        try await unit.save(second, after: history, with: try cargo.derivingDeliveryProgress(from: longer)).get()
        loseRemote()
        #expect(await kit.store.handlingEvents.findHistory(of: .stub()) == .success(longer))
        let third = HandlingEvent.stub(.customs, completed: .stub(day: 3))
        let cleared = try cargo.derivingDeliveryProgress(from: try longer.adding(third))
        #expect(await unit.save(third, after: longer, with: cleared).failure == Self.offline)
        #expect(await unit.retract(.stub(second), after: longer, with: cargo).failure == Self.offline)
        #expect(await kit.store.handlingEvents.findHistory(of: .stub()) == .success(longer))
        for operation in FaultInjection.Operation.allCases { faults.removeFault(of: operation) }
        #expect(await store.handlingEvents.findHistory(of: .stub()) == .success(longer))
        let now = try await store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: history)
        try await unit.retract(.stub(second), after: longer, with: now).get()
        loseRemote()
        #expect(await kit.store.handlingEvents.findHistory(of: .stub()) == .success(longer.retracting(second)))
    }

    @Test("CCH-8: after a conflict the history is fetched again, however fresh")
    func doubt() async throws {
        _ = try await prepare()
        let kit = try await kit(.localFirst)
        let history = try await kit.store.handlingEvents.findHistory(of: .stub()).get()
        let theirs = HandlingEvent.stub(.customs, completed: .stub(day: 2))
        try await register(theirs, at: store)
        #expect(await kit.store.handlingEvents.findHistory(of: .stub()) == .success(history))
        let ours = HandlingEvent.stub(.customs, completed: .stub(day: 3))
        let error = await #expect(throws: DomainError.self) { try await register(ours, at: kit.store, after: history) }
        #expect(error?.code == .concurrencyConflict)
        #expect(await kit.store.handlingEvents.findHistory(of: .stub()) == .success(try history.adding(theirs)))
    }

    @Test("CCH-10: a corrupt entry isn't served, and the next result replaces it")
    func broken() async throws {
        _ = try await prepare()
        let kinds = [JournalKind("history"), JournalKind("location")]
        let engine = try await JournalEngine.open(directory.store, kinds: kinds)
        let entry = KeptAnswer(KeptHistory(events: [.stub(of: "OTHER")], revision: 1), asOf: .stub()).canonicalBytes
        #expect(await engine.commit([JournalWrite(kind: kinds[0], id: "ABC123", expectedVersion: 0, document: entry)]) == .committed)
        let place = Array(#"{"asOf":5}"#.utf8)
        #expect(await engine.commit([JournalWrite(kind: kinds[1], id: "HKHKG", expectedVersion: 0, document: place)]) == .committed)
        await engine.close()
        let kit = try await kit(.localFirst)
        let view = try await track(kit).get()
        #expect(view.events.count == 1)
        loseRemote()
        #expect(try await track(kit).get() == view)
    }
}
