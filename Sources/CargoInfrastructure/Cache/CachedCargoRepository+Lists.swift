public import CargoDomain

/// Lists come from the remote, because the cache holds only some of the cargos (CCH-9).
extension CachedCargoRepository {
    /// Fetches a customer's cargos from the remote, or from the cache if the remote is unavailable.
    ///
    /// A list from the cache is always stale, and other cargos may be missing from it.
    /// - Parameters:
    ///   - customerId: the customer.
    ///   - policy: the policy for this call. Even `localFirst` asks the remote first.
    /// - Returns: the remote's error if it fails for a reason other than unavailability, or if none of the customer's cargos is cached.
    public func fetchForCustomer(_ customerId: CustomerId, policy: CachePolicy? = nil) async -> Result<Fetched<[Cargo]>, DomainError> {
        await (policy ?? self.policy).ofLists.fetch(
            cached: { await known(cache.findForCustomer(customerId), \.self) { $0.map(\.cargo) } },
            remote: { await asked { await remote.findForCustomer(customerId) } },
            refreshed: { await kept(\.self) { await remote.findForCustomer(customerId) } }
        )
    }

    /// Fetches a page of cargos from the remote, or from the cache if the remote is unavailable.
    ///
    /// A page from the cache is always stale, and other cargos may be missing from it.
    /// - Parameters:
    ///   - trackingId: the last id of the previous page; `nil` for the first page.
    ///   - limit: the maximum number of cargos.
    ///   - policy: the policy for this call. Even `localFirst` asks the remote first.
    /// - Returns: the remote's error if it fails for a reason other than unavailability, or if no cargo of the page is cached.
    public func fetchPage(
        after trackingId: TrackingId?,
        limit: Int,
        policy: CachePolicy? = nil
    ) async -> Result<Fetched<Page<Cargo, TrackingId>>, DomainError> {
        await (policy ?? self.policy).ofLists.fetch(
            cached: {
                await known(cache.findPage(after: trackingId, limit: limit), \.items) { Page(items: $0.items.map(\.cargo), next: $0.next) }
            },
            remote: { await asked { await remote.find(CargoQuery(), after: trackingId, limit: limit) } },
            refreshed: { await kept(\.items) { await remote.find(CargoQuery(), after: trackingId, limit: limit) } }
        )
    }

    /// Finds all cargos of a customer.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        if policy == .noCache { return await remote.findForCustomer(customerId) }
        return await kept(\.self) { await remote.findForCustomer(customerId) }.map(\.value)
    }

    /// Reads a page of the cargos that meet a query.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func find(
        _ query: CargoQuery,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        if policy == .noCache { return await remote.find(query, after: trackingId, limit: limit) }
        return await kept(\.items) { await remote.find(query, after: trackingId, limit: limit) }.map(\.value)
    }

    /// Returns a list from the cache, as old as its oldest entry; `nil` if it is empty.
    private func known<List: Sendable, Value: Sendable>(
        _ answer: Result<List, DomainError>,
        _ entries: (List) -> [CachedCargo],
        _ value: (List) -> Value
    ) -> Fetched<Value>? {
        guard case .success(let list) = answer, let oldest = entries(list).map(\.asOf).min() else { return nil }
        return Fetched(value: value(list), asOf: oldest, source: .cache, isStale: true)
    }

    /// Asks the remote for a list and caches its cargos, unless a save ended in the meantime, which may have made some of them outdated.
    private func kept<List: Sendable>(
        _ cargos: (List) -> [Cargo],
        _ question: () async -> Result<List, DomainError>
    ) async -> Result<Fetched<List>, DomainError> {
        let saves = fetches.saves
        let answer = await asked(question)
        guard case .success(let fetched) = answer else { return answer }
        let entries = Dictionary(
            cargos(fetched.value).map { ($0.trackingId, CachedCargo(cargo: $0, asOf: fetched.asOf)) },
            uniquingKeysWith: { $1 }
        )
        if !entries.isEmpty {
            await update(entries.keys.sorted(), unless: { [fetches] in fetches.saves != saves }) { id, old in entries[id] ?? old }
        }
        return answer
    }
}
