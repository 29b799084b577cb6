import CargoDomain
import CargoInfrastructure
import Synchronization

/// The faults to inject during a call of `cache.run`, and a log of the calls to the remote.
final class RemoteFaults: Sendable {
    private struct State {
        var remote: DomainError?
        var cacheFails = false
        var remoteCalls: [String] = []
    }

    private let state = Mutex(State())

    /// The remote's methods called since the start of the call, including those that failed.
    var remoteCalls: [String] { state.withLock { $0.remoteCalls } }

    func begin(remote: DomainError?, cacheFails: Bool) {
        state.withLock { $0 = State(remote: remote, cacheFails: cacheFails) }
    }

    func remote<Value>(_ method: String, _ call: () async -> Result<Value, DomainError>) async -> Result<Value, DomainError> {
        let error = state.withLock { state in
            state.remoteCalls.append(method)
            return state.remote
        }
        if let error { return .failure(error) }
        return await call()
    }

    func cache<Value>(_ call: () async -> Result<Value, DomainError>) async -> Result<Value, DomainError> {
        if state.withLock({ $0.cacheFails }) { return .failure(.technical(.storeUnavailable)) }
        return await call()
    }
}

/// The world's cargo repository as a remote that can fail.
struct FaultyRemote: CargoRepository {
    private let wrapped: any CargoRepository
    private let faults: RemoteFaults

    init(_ wrapped: any CargoRepository, _ faults: RemoteFaults) {
        self.wrapped = wrapped
        self.faults = faults
    }

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        await faults.remote("findByTrackingId") { await wrapped.findByTrackingId(trackingId) }
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await faults.remote("save") { await wrapped.save(cargo) } }

    func nextTrackingId() async -> Result<TrackingId, DomainError> {
        await faults.remote("nextTrackingId") { await wrapped.nextTrackingId() }
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        await faults.remote("findForCustomer") { await wrapped.findForCustomer(customerId) }
    }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await faults.remote("findPage") { await wrapped.find(query, after: trackingId, limit: limit) }
    }
}

/// A cache that can fail.
struct FaultyCache: CargoCache {
    private let wrapped: any CargoCache
    private let faults: RemoteFaults

    init(_ wrapped: any CargoCache, _ faults: RemoteFaults) {
        self.wrapped = wrapped
        self.faults = faults
    }

    func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError> { await faults.cache { await wrapped.find(trackingId) } }

    func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError> {
        await faults.cache { await wrapped.update(trackingIds, decide) }
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError> {
        await faults.cache { await wrapped.findForCustomer(customerId) }
    }

    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError> {
        await faults.cache { await wrapped.findPage(after: trackingId, limit: limit) }
    }
}
