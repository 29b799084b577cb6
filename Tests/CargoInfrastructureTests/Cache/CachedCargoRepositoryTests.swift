import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure

@Suite("A cached cargo repository")
struct CachedCargoRepositoryTests {
    static let offline = DomainError.technical(.remoteUnavailable)

    // MARK: Reading

    @Test("CCH-1, CCH-3: a cargo that was fetched is served from the cache until its time is over, then fetched again")
    func timeToLive() async throws {
        let world = CacheFixture()
        let first = try await world.savedElsewhere(.stub())
        #expect(try await world.cargos.fetch(.stub()).get() == .remote(first, asOf: .stub()))
        let second = try await world.savedElsewhere(try first.assignToRoute(.stub()))
        world.set(999)
        #expect(try await world.cargos.fetch(.stub()).get() == Fetched(value: first, asOf: .stub(), source: .cache, isStale: false))
        #expect(world.asked() == 1)
        world.set(1000)
        #expect(try await world.cargos.fetch(.stub()).get() == .remote(second, asOf: .stub(day: 0, millisecond: 1000)))
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == second)
        #expect(world.asked() == 2)
    }

    @Test("CCH-5: a cache takes the remote's version as it is, newer by many or older", arguments: [1, 7] as [Int64])
    func versions(version: Int64) async throws {
        let world = CacheFixture(.remoteFirst, cached: [.stub(version: version)])
        var stored = Cargo.stub()
        for day in 1...3 { stored = try await world.savedElsewhere(try stored.changeDeadline(.stub(day: 60 + day), at: .stub())) }
        world.set(5)
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == stored)
        #expect(try await world.entry() == CachedCargo(cargo: stored, asOf: .stub(day: 0, millisecond: 5)))
    }

    @Test("CCH-4: an unavailable remote leaves a cached cargo, fresh or stale, and says which", arguments: [(999, false), (1000, true)])
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
        "CCH-4, CCH-5: a remote that rejects, conflicts or answers nonsense leaves the cache as it was and is no reason to use it",
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

    @Test("CCH-6: a cargo that does not exist at the remote is gone from the cache")
    func notFound() async throws {
        let world = CacheFixture(.remoteFirst, cached: [.stub(), .stub("OTHER")])
        #expect(await world.cargos.fetch(.stub()) == .failure(.cargoNotFound(.stub())))
        #expect(try await world.entry() == nil)
        #expect(try await world.entry("OTHER") == .stub("OTHER"))
        world.faults.fail(.findCargo, with: Self.offline)
        #expect(await world.cargos.fetch(.stub()) == .failure(Self.offline))
    }

    @Test("CCH-2: noCache neither reads nor changes the cache, whatever the remote answers")
    func noCache() async throws {
        let world = CacheFixture(.noCache, cached: [.stub(version: 5)])
        #expect(await world.cargos.fetch(.stub()) == .failure(.cargoNotFound(.stub())))
        let stored = try await world.savedElsewhere(.stub())
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == stored)
        try await world.cargos.save(try stored.assignToRoute(.stub())).get()
        _ = try await world.cargos.findForCustomer(.stub()).get()
        _ = try await world.cargos.findPage(after: nil, limit: 9).get()
        #expect(try await world.entry() == .stub(version: 5))
    }

    @Test("CCH-1, CCH-2: a call may take another policy than the repository's")
    func policyOfACall() async throws {
        let world = CacheFixture(.localFirst, cached: [.stub()])
        let second = try await world.savedElsewhere(try await world.savedElsewhere(.stub()).assignToRoute(.stub()))
        #expect(try await world.cargos.fetch(.stub()).get().source == .cache)
        #expect(try await world.cargos.fetch(.stub(), policy: .noCache).get().value == second)
        #expect(try await world.cargos.fetch(.stub()).get().value.version == 1)
        #expect(try await world.cargos.fetch(.stub(), policy: .remoteFirst).get().value == second)
        #expect(try await world.cargos.fetch(.stub()).get().value == second)
        #expect(world.asked() == 2)
    }

    // MARK: Writing

    @Test(
        "CCH-7: what the remote accepted stands in the cache as the version that it has there",
        arguments: [CachePolicy.localFirst, .remoteFirst]
    )
    func saved(policy: CachePolicy) async throws {
        let world = CacheFixture(policy)
        try await world.cargos.save(.stub()).get()
        #expect(try await world.entry() == .stub())
        world.set(3)
        try await world.cargos.save(try await world.cargos.findByTrackingId(.stub()).get().assignToRoute(.stub())).get()
        let stored = try await world.store.cargos.findByTrackingId(.stub()).get()
        #expect(stored.version == 2)
        #expect(try await world.entry() == CachedCargo(cargo: stored, asOf: .stub(day: 0, millisecond: 3)))
    }

    @Test("CCH-7: an offline save is a failure and saves nothing anywhere, not even later")
    func offlineSave() async throws {
        let world = CacheFixture()
        world.faults.fail(.saveCargo, with: Self.offline, times: 1)
        #expect(await world.cargos.save(.stub()).failure == Self.offline)
        #expect(try await world.entry() == nil)
        #expect(await world.cargos.findByTrackingId(.stub()) == .failure(.cargoNotFound(.stub())))
    }

    @Test("CCH-7: a save that is refused leaves the cache as it was")
    func refusedSave() async throws {
        let world = CacheFixture(cached: [.stub()])
        world.faults.fail(.saveCargo, with: .rule(.cargoAlreadyClaimed))
        #expect(await world.cargos.save(.stub(version: 1)).failure == .rule(.cargoAlreadyClaimed))
        #expect(try await world.entry() == .stub())
    }

    @Test(
        "CCH-8: after a conflict the entry is stale whatever its age, so that trying again sees what was saved; offline it is still there"
    )
    func conflict() async throws {
        let world = CacheFixture(cached: [.stub()])
        let second = try await world.savedElsewhere(try await world.savedElsewhere(.stub()).assignToRoute(.stub()))
        let mine = try await world.cargos.findByTrackingId(.stub()).get()
        #expect(await world.cargos.save(mine).failure == .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2))
        #expect(try await world.entry() == .stub(inDoubt: true))
        world.faults.fail(.findCargo, with: Self.offline, times: 1)
        #expect(try await world.cargos.fetch(.stub()).get() == Fetched(value: mine, asOf: .stub(), source: .cache, isStale: true))
        #expect(try await world.cargos.findByTrackingId(.stub()).get() == second)
        #expect(try await world.entry() == CachedCargo(cargo: second, asOf: .stub()))
    }

    @Test(
        "CCH-8: a save of which nobody knows whether it went through leaves the entry in doubt",
        arguments: [.remoteTimeout, .remoteUnavailable, .remoteRejected, .storeUnavailable, .corruptRecord] as [DomainError.Code]
    )
    func unknownOutcome(code: DomainError.Code) async throws {
        let world = CacheFixture(cached: [.stub()])
        world.faults.fail(.saveCargo, with: .technical(code))
        #expect(await world.cargos.save(.stub(version: 1)).failure?.code == code)
        #expect(try await world.entry() == .stub(inDoubt: true))
    }

    @Test("CCH-7: an event and its cargo are saved at the remote, and the cache takes the cargo; a known event changes nothing")
    func unitOfWork() async throws {
        let world = CacheFixture()
        let cached = world.cargos.wrapping(world.store)
        let cargo = try await world.savedElsewhere(.stub())
        let event = HandlingEvent.stub(completed: .stub(day: 1))
        let history = HandlingHistory.empty(of: cargo.trackingId)
        let received = try cargo.deriveDeliveryProgress(try history.adding(event))
        let unit = try #require(cached.handlingUnitOfWork)
        #expect(try await unit.save(event, after: history, with: received).get())
        #expect(try await world.entry()?.cargo == (try await world.store.cargos.findByTrackingId(.stub()).get()))
        #expect(try await unit.save(event, after: history, with: received).get() == false)
        #expect(try await world.entry()?.cargo.version == 2)
        #expect(try await cached.cargos.findByTrackingId(.stub()).get().delivery.transportStatus == .inPort)
        #expect(world.asked() == 0)
    }

    @Test("CCH-7: tracking ids come from the remote alone")
    func trackingIds() async throws {
        let world = CacheFixture(cached: [.stub()])
        #expect(try await world.cargos.nextTrackingId().get() == .stub("NEXT"))
        world.faults.fail(.nextTrackingId, with: Self.offline)
        #expect(await world.cargos.nextTrackingId() == .failure(Self.offline))
    }

    // MARK: Caches that fail

    @Test("CCH-10: a cache that can be neither read nor written is passed over")
    func brokenCache() async throws {
        let world = CacheFixture(cache: FailingCargoCache())
        try await world.cargos.save(.stub()).get()
        let stored = try await world.cargos.fetch(.stub()).get()
        #expect(stored == .remote(.stub(version: 1), asOf: .stub()))
        #expect(try await world.cargos.fetchForCustomer(.stub()).get().value == [stored.value])
        world.faults.fail(.findCargo, with: Self.offline)
        #expect(await world.cargos.fetch(.stub()) == .failure(Self.offline))
    }

    @Test("CCH-10: an entry that could not be brought up to date is not served as fresh")
    func missedUpdate() async throws {
        let cache = FailingCargoCache(isBroken: false)
        let world = CacheFixture(cache: cache)
        let first = try await world.savedElsewhere(.stub())
        cache.setBroken(true)
        try await world.cargos.save(try first.assignToRoute(.stub())).get()
        cache.setBroken(false)
        #expect(try await world.cargos.fetch(.stub()).get().value.version == 2)
        #expect(world.asked() == 1)
        #expect(try await world.cargos.fetch(.stub()).get().source == .cache)
        #expect(world.asked() == 1)
    }
}
