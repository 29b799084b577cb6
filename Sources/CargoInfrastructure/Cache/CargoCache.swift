public import CargoDomain

/// Stores the last known state of some of a remote's cargos.
///
/// Unlike a `CargoRepository`, a cache stores whatever version the remote returned: it doesn't compare or assign versions, and raises no
/// events. A cache belongs to a single remote; nothing in the cache identifies that remote.
public protocol CargoCache: Sendable {
    /// Returns the entry of a cargo; `nil` if there is none.
    @concurrent
    func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError>

    /// Replaces or removes the entries of some cargos. For each cargo, reading the old entry and storing the new one is a single atomic
    /// step.
    /// - Parameters:
    ///   - trackingIds: the cargos, without duplicates.
    ///   - decide: returns the entry to store, or `nil` to remove it, given the old entry. It may be called several times and
    ///     must have no side effects.
    @concurrent
    func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError>

    /// Returns a customer's entries, ordered by tracking id. The customer may have cargos that aren't cached.
    @concurrent
    func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError>

    /// Reads a page of entries, ordered by tracking id. There may be cargos that aren't cached.
    /// - Parameters:
    ///   - trackingId: the id to start after; `nil` for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    @concurrent
    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError>
}
