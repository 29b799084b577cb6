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
            remote: { await asked { await remote.findPage(after: trackingId, limit: limit) } },
            refreshed: { await kept(\.items) { await remote.findPage(after: trackingId, limit: limit) } }
        )
    }

    /// Finds all cargos of a customer.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        if policy == .noCache { return await remote.findForCustomer(customerId) }
        return await kept(\.self) { await remote.findForCustomer(customerId) }.map(\.value)
    }

    /// Reads a page of a customer's cargos.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findForCustomer(
        _ customerId: CustomerId,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await page { await remote.findForCustomer(customerId, after: trackingId, limit: limit) }
    }

    /// Reads a page of all cargos.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await page { await remote.findPage(after: trackingId, limit: limit) }
    }

    /// Reads a page of the cargos on a voyage.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findOnVoyage(
        _ number: VoyageNumber,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await page { await remote.findOnVoyage(number, after: trackingId, limit: limit) }
    }

    /// Reads a page of the cargos that lie in a port.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findAt(
        _ location: UnLocode,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await page { await remote.findAt(location, after: trackingId, limit: limit) }
    }

    /// Reads a page of the cargos that need a kind of attention.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findNeeding(
        _ need: AttentionReason,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await page { await remote.findNeeding(need, after: trackingId, limit: limit) }
    }

    /// Reads a page of the cargos that have a reference.
    ///
    /// Asks only the remote, because the cache may not hold all of them.
    public func findByReference(
        _ reference: CargoReference,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        await page { await remote.findByReference(reference, after: trackingId, limit: limit) }
    }

    /// Asks the remote for a page and caches its cargos, if the policy has a cache.
    private func page(_ question: () async -> Result<Page<Cargo, TrackingId>, DomainError>) async -> Result<
        Page<Cargo, TrackingId>, DomainError
    > {
        policy == .noCache ? await question() : await kept(\.items, question).map(\.value)
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
