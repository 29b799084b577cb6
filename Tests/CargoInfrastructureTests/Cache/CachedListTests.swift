import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoInfrastructure

@Suite("Lists through a cache")
struct CachedListTests {
    static let offline = DomainError.technical(.remoteTimeout)

    /// Returns a fixture with the cargos of two customers, all of them listed at millisecond 0, and a cargo that the cache doesn't know.
    static func listedWorld(_ policy: CachePolicy = .localFirst) async throws -> CacheFixture {
        let world = CacheFixture(policy)
        for id in ["CCC", "AAA", "BBB"] { try await world.savedElsewhere(.stub(id)) }
        try await world.savedElsewhere(.stub("DDD", customer: "CUST-2"))
        _ = try await world.cargos.find(CargoQuery(), after: nil, limit: 9).get()
        try await world.savedElsewhere(.stub("EEE"))
        return world
    }

    @Test("CCH-9: a list comes from the remote even if all of it is cached and fresh, and its cargos are cached")
    func remoteFirst() async throws {
        let world = try await Self.listedWorld()
        let listed = try await world.cargos.fetchForCustomer(.stub()).get()
        #expect(listed.source == .remote && !listed.isStale)
        #expect(listed.value.map(\.trackingId.text) == ["AAA", "BBB", "CCC", "EEE"])
        #expect(try await world.entry("EEE") == .stub("EEE"))
        #expect(try await world.cargos.fetch(.stub("BBB")).get().source == .cache)
        #expect(world.asked() == 0)
    }

    @Test("CCH-9: if the remote is unavailable, the list of cached cargos is stale and as old as its oldest entry")
    func unavailable() async throws {
        let world = try await Self.listedWorld()
        world.set(400)
        _ = try await world.cargos.fetch(.stub("BBB"), policy: .remoteFirst).get()
        for operation in [FaultInjection.Operation.findForCustomer, .findCargos] { world.faults.fail(operation, with: Self.offline) }
        let listed = try await world.cargos.fetchForCustomer(.stub()).get()
        #expect(
            listed == Fetched(value: ["AAA", "BBB", "CCC"].map { .stub($0, version: 1) }, asOf: .stub(), source: .cache, isStale: true)
        )
        let page = try await world.cargos.fetchPage(after: .stub("AAA"), limit: 1).get()
        #expect(page.value.items == [.stub("BBB", version: 1)])
        #expect(page.value.next == .stub("BBB"))
        #expect(page.asOf == .stub(day: 0, millisecond: 400))
        #expect(page.source == .cache && page.isStale)
        let last = try await world.cargos.fetchPage(after: .stub("BBB"), limit: 2).get()
        #expect(last.value.items.map(\.trackingId.text) == ["CCC", "DDD"])
        #expect(last.value.next == nil)
    }

    @Test("CCH-9: if nothing of a list is cached, the remote's failure is returned")
    func nothingCached() async throws {
        let world = try await Self.listedWorld()
        for operation in [FaultInjection.Operation.findForCustomer, .findCargos] { world.faults.fail(operation, with: Self.offline) }
        #expect(await world.cargos.fetchForCustomer(.stub("CUST-3")) == .failure(Self.offline))
        #expect(await world.cargos.fetchPage(after: .stub("ZZZ"), limit: 9).failure == Self.offline)
    }

    @Test("CCH-9: the repository's plain lists, which must be complete, never come from the cache", arguments: CachePolicy.allCases)
    func plainLists(policy: CachePolicy) async throws {
        let world = try await Self.listedWorld(policy)
        for operation in [FaultInjection.Operation.findForCustomer, .findCargos] { world.faults.fail(operation, with: Self.offline) }
        #expect(await world.cargos.findForCustomer(.stub()).failure == Self.offline)
        #expect(await world.cargos.find(CargoQuery(), after: nil, limit: 9).failure == Self.offline)
    }

    @Test("CCH-9, CCH-4: a list that the remote rejects isn't read from the cache")
    func refused() async throws {
        let world = try await Self.listedWorld()
        let refused = DomainError.invalid(.integerOutOfRange, text: "0")
        #expect(await world.cargos.fetchPage(after: nil, limit: 0).failure == refused)
        world.faults.fail(.findForCustomer, with: .corruptRecord(rule: "DLV-10", id: "AAA"))
        #expect(await world.cargos.fetchForCustomer(.stub()).failure == .corruptRecord(rule: "DLV-10", id: "AAA"))
    }

    @Test("CCH-9: a list that a save overtook changes no entry")
    func overtaken() async throws {
        let store = InMemoryStore(clock: FixedClock())
        let remote = InterruptedRemote(store.cargos)
        let cache = InMemoryCargoCache()
        let cargos = CachedCargoRepository(remote: remote, cache: cache, clock: FixedClock())
        try await cargos.save(.stub()).get()
        try await cargos.save(.stub("OTHER")).get()
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        remote.interrupt { #expect(await cargos.save(routed).failure == nil) }
        #expect(try await cargos.findForCustomer(.stub()).get().map(\.version) == [1, 1])
        #expect(cache.all.map(\.cargo.version) == [2, 1])
    }
}

/// A remote on which something happens between reading a list and returning it.
private final class InterruptedRemote: CargoRepository {
    private let wrapped: any CargoRepository
    private let interruption = Mutex<@Sendable () async -> Void>({})

    init(_ wrapped: any CargoRepository) { self.wrapped = wrapped }

    func interrupt(_ interruption: @escaping @Sendable () async -> Void) { self.interruption.withLock { $0 = interruption } }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        let answer = await wrapped.findForCustomer(customerId)
        let interruption = interruption.withLock { $0 }
        await interruption()
        return answer
    }

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { await wrapped.findByTrackingId(trackingId) }
    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await wrapped.save(cargo) }
    func nextTrackingId() async -> Result<TrackingId, DomainError> { await wrapped.nextTrackingId() }
    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await wrapped.find(query, after: trackingId, limit: limit)
    }
}
