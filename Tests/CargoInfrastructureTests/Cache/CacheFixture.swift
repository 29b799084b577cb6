import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization

@testable import CargoInfrastructure

/// A remote in memory that can fail, a cache, and a clock that tests can set.
struct CacheFixture {
    let clock = FixedClock()
    let faults = FaultInjection()
    let store: InMemoryStore
    let cache: any CargoCache
    let cargos: CachedCargoRepository

    /// Creates a fixture whose cache entries live for 1000 milliseconds.
    init(_ policy: CachePolicy = .localFirst, cached entries: [CachedCargo] = [], cache: (any CargoCache)? = nil) {
        store = InMemoryStore(clock: clock, trackingIds: SequenceTrackingIdGenerator([.stub("NEXT")]))
        self.cache = cache ?? InMemoryCargoCache(entries)
        cargos = CachedCargoRepository(
            remote: FailingCargoRepository(store.cargos, faults: faults),
            cache: self.cache,
            policy: policy,
            timeToLive: .stub(1000),
            clock: clock
        )
    }

    /// Saves a cargo at the remote, bypassing the cache, and returns it as stored there.
    @discardableResult
    func savedElsewhere(_ cargo: Cargo) async throws -> Cargo {
        try await store.cargos.save(cargo).get()
        return try await store.cargos.findByTrackingId(cargo.trackingId).get()
    }

    func entry(_ id: String = "ABC123") async throws -> CachedCargo? { try await cache.find(.stub(id)).get() }
    func set(_ millisecond: Int) { clock.set(to: .stub(day: 0, millisecond: millisecond)) }
    func asked(_ operation: FaultInjection.Operation = .findCargo) -> Int { faults.calls(of: operation) }
}

extension TimeToLive {
    static func stub(_ milliseconds: Int64 = 1000) -> TimeToLive {
        do throws(DomainError) { return try TimeToLive(.milliseconds(milliseconds)) } catch { preconditionFailure("\(error.code)") }
    }
}

extension CachedCargo {
    /// Returns a cached cargo with version 1 as of day 0.
    static func stub(_ id: String = "ABC123", customer: String = "CUST-1", version: Int64 = 1, millisecond: Int = 0, inDoubt: Bool = false)
        -> Self
    {
        CachedCargo(
            cargo: .stub(id, customer: customer, version: version),
            asOf: .stub(day: 0, millisecond: millisecond),
            isInDoubt: inDoubt
        )
    }
}

/// A cache whose disk has failed.
final class FailingCargoCache: CargoCache {
    private let wrapped = InMemoryCargoCache([.stub()])
    private let isBroken: Mutex<Bool>

    init(isBroken: Bool = true) { self.isBroken = Mutex(isBroken) }

    func setBroken(_ isBroken: Bool) { self.isBroken.withLock { $0 = isBroken } }

    private func failingOr<Value>(_ call: () async -> Result<Value, DomainError>) async -> Result<Value, DomainError> {
        if isBroken.withLock({ $0 }) { return .failure(.technical(.storeFull)) }
        return await call()
    }

    func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError> { await failingOr { await wrapped.find(trackingId) } }
    func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError> {
        await failingOr { await wrapped.update(trackingIds, decide) }
    }
    func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError> {
        await failingOr { await wrapped.findForCustomer(customerId) }
    }
    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError> {
        await failingOr { await wrapped.findPage(after: trackingId, limit: limit) }
    }
}
