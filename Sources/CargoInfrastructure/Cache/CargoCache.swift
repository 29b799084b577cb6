public import CargoDomain

/// What a cache keeps of a remote's cargos: the last known state of some of them.
///
/// Other than a `CargoRepository` it takes a remote's version as it is, whatever versions it has missed: it compares nothing, raises nothing and
/// numbers nothing. It belongs to one remote; whose cargos they are is not written in it.
public protocol CargoCache: Sendable {
    /// The entry of a cargo; nil where there is none.
    func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError>

    /// Replaces or removes the entries of some cargos, each in one step with looking at what stands there.
    /// - Parameters:
    ///   - trackingIds: the cargos, each once.
    ///   - decide: gives the entry to keep, nil for none; it may be asked more than once, and must have no effect of its own.
    func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError>

    /// The entries of a customer, by tracking id; there may be cargos that the cache does not know.
    func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError>

    /// A page of entries by tracking id; there may be cargos that the cache does not know.
    /// - Parameter limit: 1 to 1000, as `PageLimit` checks.
    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError>
}
