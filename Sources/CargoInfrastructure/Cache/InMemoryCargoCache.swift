public import CargoDomain
import Synchronization

/// A cache in memory, which is lost when the object is released.
public final class InMemoryCargoCache: CargoCache {
    private let entries: Mutex<[TrackingId: CachedCargo]>

    /// Creates a cache, empty or with some entries.
    public init(_ entries: [CachedCargo] = []) {
        self.entries = Mutex(Dictionary(entries.map { ($0.cargo.trackingId, $0) }, uniquingKeysWith: { $1 }))
    }

    /// All entries, ordered by tracking id.
    public var all: [CachedCargo] { sorted { _ in true } }

    /// Returns the entry of a cargo; `nil` if there is none.
    public func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError> {
        .success(entries.withLock { $0[trackingId] })
    }

    /// Replaces or removes the entries of some cargos, all in one atomic step.
    public func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError> {
        entries.withLock { entries in
            for id in trackingIds { entries[id] = decide(id, entries[id]) }
        }
        return .success(())
    }

    /// Returns a customer's entries, ordered by tracking id.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError> {
        .success(sorted { $0.cargo.customerId == customerId })
    }

    /// Reads a page of entries, ordered by tracking id.
    public func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError> {
        Result { () throws(DomainError) in
            try PageLimit.check(limit)
            let rest = sorted { entry in trackingId.map { $0 < entry.cargo.trackingId } ?? true }
            let items = Array(rest.prefix(limit))
            return Page(items: items, next: rest.count > limit ? items.last?.cargo.trackingId : nil)
        }
    }

    private func sorted(where isWanted: (CachedCargo) -> Bool) -> [CachedCargo] {
        entries.withLock { entries in entries.values.filter(isWanted) }.sorted { $0.cargo.trackingId < $1.cargo.trackingId }
    }
}
