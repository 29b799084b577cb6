import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

@Suite("A cached cargo repository")
struct CachedCargoRepositoryTests {
    static let offline = DomainError.technical(.remoteUnavailable)

    // MARK: Reading

    @Test("CCH-1, CCH-3: a fetched cargo is served from the cache until its time to live ends, then fetched again")
    func timeToLive() async throws {
        let world = CacheFixture()
        let first = try await world.savedElsewhere(.stub())
        #expect(try await world.cargos.fetch(.stub()).get() == .remote(first, asOf: .stub()))
        let second = try await world.savedElsewhere(try first.assigned(to: .stub()))
        world.set(999)
        #expect(try await world.cargos.fetch(.stub()).get() == Fetched(value: first, asOf: .stub(), source: .cache, isStale: false))
        #expect(world.asked() == 1)
        world.set(1000)
        #expect(try await world.cargos.fetch(.stub()).get() == .remote(second, asOf: .stub(day: 0, millisecond: 1000)))
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == second)
        #expect(world.asked() == 2)
    }

    @Test("CCH-5: the cache accepts any version from the remote, newer or older", arguments: [1, 7] as [Int64])
    func versions(version: Int64) async throws {
        let world = CacheFixture(.remoteFirst, cached: [.stub(version: version)])
        var stored = Cargo.stub()
        for day in 1...3 { stored = try await world.savedElsewhere(try stored.changingDeadline(to: .stub(day: 60 + day), at: .stub())) }
        world.set(5)
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == stored)
        #expect(try await world.entry() == CachedCargo(cargo: stored, asOf: .stub(day: 0, millisecond: 5)))
    }

    @Test(
        "CCH-4: if the remote is unavailable, the cached cargo is returned, marked fresh or stale",
        arguments: [(999, false), (1000, true)]
    )
    func unavailable(age: Int, isStale: Bool) async throws {
        let world = CacheFixture(.remoteFirst, cached: [.stub()])
        world.faults.fail(.findCargo, with: Self.offline)
        world.set(age)
        #expect(
            try await world.cargos.fetch(.stub()).get()
                == Fetched(value: .stub(version: 1), asOf: .stub(), source: .cache, isStale: isStale)
        )
        #expect(try await world.entry() == .stub())
    }

    @Test(
        "CCH-4, CCH-5: a remote that rejects, conflicts or returns nonsense neither changes the cache nor falls back to it",
        arguments: [
            .technical(.remoteRejected), .corruptRecord(rule: "DLV-10", id: "ABC123"), .technical(.storeFull),
            .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2), .shapeInvalid(path: "x"),
        ] as [DomainError]
    )
    func otherFailures(failure: DomainError) async throws {
        let world = CacheFixture(.remoteFirst, cached: [.stub()])
        world.faults.fail(.findCargo, with: failure)
        #expect(await world.cargos.fetch(.stub()) == .failure(failure))
        #expect(try await world.entry() == .stub())
    }

    @Test("CCH-6: a cargo that doesn't exist at the remote is removed from the cache")
    func notFound() async throws {
        let world = CacheFixture(.remoteFirst, cached: [.stub(), .stub("OTHER")])
        #expect(await world.cargos.fetch(.stub()) == .failure(.cargoNotFound(.stub())))
        #expect(try await world.entry() == nil)
        #expect(try await world.entry("OTHER") == .stub("OTHER"))
        world.faults.fail(.findCargo, with: Self.offline)
        #expect(await world.cargos.fetch(.stub()) == .failure(Self.offline))
    }

    @Test("CCH-2: noCache neither reads nor changes the cache, whatever the remote returns")
    func noCache() async throws {
        let world = CacheFixture(.noCache, cached: [.stub(version: 5)])
        #expect(await world.cargos.fetch(.stub()) == .failure(.cargoNotFound(.stub())))
        let stored = try await world.savedElsewhere(.stub())
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == stored)
        try await world.cargos.save(try stored.assigned(to: .stub())).get()
        _ = try await world.cargos.findForCustomer(.stub()).get()
        _ = try await world.cargos.find(CargoQuery(), after: nil, limit: 9).get()
        #expect(try await world.entry() == .stub(version: 5))
    }

    @Test("CCH-1, CCH-2: a call can override the repository's policy")
    func policyOfACall() async throws {
        let world = CacheFixture(.localFirst, cached: [.stub()])
        let second = try await world.savedElsewhere(try await world.savedElsewhere(.stub()).assigned(to: .stub()))
        #expect(try await world.cargos.fetch(.stub()).get().source == .cache)
        #expect(try await world.cargos.fetch(.stub(), policy: .noCache).get().value == second)
        #expect(try await world.cargos.fetch(.stub()).get().value.version == 1)
        #expect(try await world.cargos.fetch(.stub(), policy: .remoteFirst).get().value == second)
        #expect(try await world.cargos.fetch(.stub()).get().value == second)
        #expect(world.asked() == 2)
    }

    // MARK: Writing

    @Test(
        "CCH-7: a cargo that the remote saved is cached with the version it has there",
        arguments: [CachePolicy.localFirst, .remoteFirst]
    )
    func saved(policy: CachePolicy) async throws {
        let world = CacheFixture(policy)
        try await world.cargos.save(.stub()).get()
        #expect(try await world.entry() == .stub())
        world.set(3)
        try await world.cargos.save(try await world.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())).get()
        let stored = try await world.store.cargos.findByTrackingId(.stub()).get()
        #expect(stored.version == 2)
        #expect(try await world.entry() == CachedCargo(cargo: stored, asOf: .stub(day: 0, millisecond: 3)))
    }

    @Test("CCH-7: an offline save fails and saves nothing, not even later")
    func offlineSave() async throws {
        let world = CacheFixture()
        world.faults.fail(.saveCargo, with: Self.offline, times: 1)
        #expect(await world.cargos.save(.stub()).failure == Self.offline)
        #expect(try await world.entry() == nil)
        #expect(await world.cargos.findByTrackingId(.stub()) == .failure(.cargoNotFound(.stub())))
    }

    @Test("CCH-7: a rejected save doesn't change the cache")
    func refusedSave() async throws {
        let world = CacheFixture(cached: [.stub()])
        world.faults.fail(.saveCargo, with: .rule(.cargoAlreadyClaimed))
        #expect(await world.cargos.save(.stub(version: 1)).failure == .rule(.cargoAlreadyClaimed))
        #expect(try await world.entry() == .stub())
    }

    @Test(
        "CCH-8: after a conflict the entry is stale, so a retry sees the remote's state; offline it is still returned"
    )
    func conflict() async throws {
        let world = CacheFixture(cached: [.stub()])
        let second = try await world.savedElsewhere(try await world.savedElsewhere(.stub()).assigned(to: .stub()))
        let mine = try await world.cargos.findByTrackingId(.stub()).get()
        #expect(await world.cargos.save(mine).failure == .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2))
        #expect(try await world.entry() == .stub(inDoubt: true))
        world.faults.fail(.findCargo, with: Self.offline, times: 1)
        #expect(try await world.cargos.fetch(.stub()).get() == Fetched(value: mine, asOf: .stub(), source: .cache, isStale: true))
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == second)
        #expect(try await world.entry() == CachedCargo(cargo: second, asOf: .stub()))
    }

    @Test(
        "CCH-8: a save with an unknown outcome leaves the entry in doubt",
        arguments: [.remoteTimeout, .remoteUnavailable, .remoteRejected, .storeUnavailable, .corruptRecord] as [DomainError.Code]
    )
    func unknownOutcome(code: DomainError.Code) async throws {
        let world = CacheFixture(cached: [.stub()])
        world.faults.fail(.saveCargo, with: .technical(code))
        #expect(await world.cargos.save(.stub(version: 1)).failure?.code == code)
        #expect(try await world.entry() == .stub(inDoubt: true))
    }

    @Test("CCH-7: saving an event and its cargo at the remote caches the cargo, and so does a retraction")
    func unitOfWork() async throws {
        let world = CacheFixture()
        let cached = world.cargos.wrapping(world.store)
        let cargo = try await world.savedElsewhere(.stub())
        let event = HandlingEvent.stub(completed: .stub(day: 1))
        let history = HandlingHistory.empty(of: cargo.trackingId)
        let received = try cargo.derivingDeliveryProgress(from: try history.adding(event))
        let unit = cached.handlingUnitOfWork
        try await unit.save(event, after: history, with: received).get()
        #expect(try await world.entry()?.cargo == (try await world.store.cargos.findByTrackingId(.stub()).get()))
        #expect(try await cached.cargos.findByTrackingId(.stub()).get().delivery.transportStatus == .inPort)
        let known = try await cached.cargos.findByTrackingId(.stub()).get()
        let retracted = try known.derivingDeliveryProgress(from: history)
        try await unit.retract(.stub(event), after: try history.adding(event), with: retracted).get()
        #expect(try await world.entry()?.cargo == (try await world.store.cargos.findByTrackingId(.stub()).get()))
        #expect(try await cached.cargos.findByTrackingId(.stub()).get().delivery.transportStatus == .notReceived)
        #expect(world.asked() == 0)
    }

    @Test("CCH-7: only the remote generates tracking ids")
    func trackingIds() async throws {
        let world = CacheFixture(cached: [.stub()])
        #expect(try await world.cargos.nextTrackingId().get() == .stub("NEXT"))
        world.faults.fail(.nextTrackingId, with: Self.offline)
        #expect(await world.cargos.nextTrackingId() == .failure(Self.offline))
    }

    // MARK: Caches that fail

    @Test("CCH-10: a cache that can't be read or written is bypassed")
    func brokenCache() async throws {
        let world = CacheFixture(cache: FailingCargoCache())
        try await world.cargos.save(.stub()).get()
        let stored = try await world.cargos.fetch(.stub()).get()
        #expect(stored == .remote(.stub(version: 1), asOf: .stub()))
        #expect(try await world.cargos.fetchForCustomer(.stub()).get().value == [stored.value])
        world.faults.fail(.findCargo, with: Self.offline)
        #expect(await world.cargos.fetch(.stub()) == .failure(Self.offline))
    }

    @Test("CCH-10: an entry that couldn't be updated isn't served as fresh")
    func missedUpdate() async throws {
        let cache = FailingCargoCache(isBroken: false)
        let world = CacheFixture(cache: cache)
        let first = try await world.savedElsewhere(.stub())
        cache.setBroken(true)
        try await world.cargos.save(try first.assigned(to: .stub())).get()
        cache.setBroken(false)
        #expect(try await world.cargos.fetch(.stub()).get().value.version == 2)
        #expect(world.asked() == 1)
        #expect(try await world.cargos.fetch(.stub()).get().source == .cache)
        #expect(world.asked() == 1)
    }
}
