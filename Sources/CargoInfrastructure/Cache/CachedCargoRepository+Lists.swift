public import CargoDomain

/// Lists: the remote has them, the cache only what it happens to know (CCH-9).
extension CachedCargoRepository {
    /// A customer's cargos from the remote; where that is unavailable those that are cached, which are stale together: others may be missing.
    /// - Parameter policy: for this call; `localFirst` asks the remote first here as well.
    /// - Returns: the remote's failure where it is not unavailable, or nothing is cached.
    public func fetchForCustomer(_ customerId: CustomerId, policy: CachePolicy? = nil) async -> Result<Fetched<[Cargo]>, DomainError> {
        await (policy ?? self.policy).ofLists.fetch(
            cached: { await known(cache.findForCustomer(customerId), \.self) { $0.map(\.cargo) } },
            remote: { await asked { await remote.findForCustomer(customerId) } },
            refreshed: { await kept(\.self) { await remote.findForCustomer(customerId) } }
        )
    }

    /// A page of cargos from the remote; where that is unavailable one of those that are cached, which are stale together: others may be missing.
    /// - Parameter policy: for this call; `localFirst` asks the remote first here as well.
    /// - Returns: the remote's failure where it is not unavailable, or nothing is cached.
    public func fetchPage(
        after trackingId: TrackingId?,
        limit: Int,
        policy: CachePolicy? = nil
    ) async -> Result<Fetched<Page<Cargo, TrackingId>>, DomainError> {
        await (policy ?? self.policy).ofLists.fetch(
            cached: {
                await known(cache.findPage(after: trackingId, limit: limit), \.items) { Page(items: $0.items.map(\.cargo), next: $0.next) }
            },
            remote: { await asked { await remote.findPage(after: trackingId, limit: limit) } },
            refreshed: { await kept(\.items) { await remote.findPage(after: trackingId, limit: limit) } }
        )
    }

    /// All cargos of a customer, from the remote alone: a cache cannot promise that these are all.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        if policy == .noCache { return await remote.findForCustomer(customerId) }
        return await kept(\.self) { await remote.findForCustomer(customerId) }.map(\.value)
    }

    /// A page of all cargos, from the remote alone: a cache cannot promise that it leaves none out.
    public func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        if policy == .noCache { return await remote.findPage(after: trackingId, limit: limit) }
        return await kept(\.items) { await remote.findPage(after: trackingId, limit: limit) }.map(\.value)
    }

    /// What a cache knows of a list, as old as the oldest of it; nil where it knows nothing.
    private func known<List: Sendable, Value: Sendable>(
        _ answer: Result<List, DomainError>,
        _ entries: (List) -> [CachedCargo],
        _ value: (List) -> Value
    ) -> Fetched<Value>? {
        guard case .success(let list) = answer, let oldest = entries(list).map(\.asOf).min() else { return nil }
        return Fetched(value: value(list), asOf: oldest, source: .cache, isStale: true)
    }

    /// Asks the remote for a list and keeps its cargos, unless something was saved meanwhile: then some of them may be past.
    private func kept<List: Sendable>(
        _ cargos: (List) -> [Cargo],
        _ question: () async -> Result<List, DomainError>
    ) async -> Result<Fetched<List>, DomainError> {
        let saves = flights.saves
        let answer = await asked(question)
        guard case .success(let fetched) = answer else { return answer }
        let entries = Dictionary(
            cargos(fetched.value).map { ($0.trackingId, CachedCargo(cargo: $0, asOf: fetched.asOf)) },
            uniquingKeysWith: { $1 }
        )
        if !entries.isEmpty {
            await update(entries.keys.sorted(), unless: { [flights] in flights.saves != saves }) { id, old in entries[id] ?? old }
        }
        return answer
    }
}
