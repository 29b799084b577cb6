public import CargoApplication
public import CargoDomain

/// A remote unit of work that updates the cache of a `CachedCargoRepository`.
public struct CachedHandlingUnitOfWork: HandlingUnitOfWork {
    private let remote: any HandlingUnitOfWork
    private let cargos: CachedCargoRepository

    /// Wraps the unit of work of a remote.
    /// - Parameters:
    ///   - remote: the unit of work that saves.
    ///   - cargos: the repository whose cache is updated.
    public init(remote: any HandlingUnitOfWork, cargos: CachedCargoRepository) {
        self.remote = remote
        self.cargos = cargos
    }

    /// Saves the event and the cargo at the remote, then updates the cached cargo as `CachedCargoRepository.save` does (CCH-7, CCH-8).
    public func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await cargos.saving(cargo) { await remote.save(event, after: history, with: cargo) }
    }

    /// Saves the retraction and the cargo at the remote, then updates the cached cargo likewise.
    public func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError>
    {
        await cargos.saving(cargo) { await remote.retract(retraction, after: history, with: cargo) }
    }
}

extension CachedCargoRepository {
    /// Returns a copy of the store that uses this repository for its cargos.
    ///
    /// The copy's unit of work also updates the cache. Everything else is unchanged.
    public func wrapping(_ store: any CargoStore) -> Repositories {
        store.replacing(
            cargos: self,
            handlingUnitOfWork: CachedHandlingUnitOfWork(remote: store.handlingUnitOfWork, cargos: self)
        )
    }

    /// Returns the store with cached cargos, and also with the cached histories, locations and voyages that tracking needs.
    ///
    /// All of them use this repository's policy. A cargo that was tracked once can then be tracked while the remote is unavailable.
    public func wrapping(_ store: any CargoStore, tracking cache: JSONFileTrackingCache) -> Repositories {
        let histories = CachedHandlingEventRepository(
            remote: store.handlingEvents,
            cache: cache,
            policy: policy,
            timeToLive: timeToLive,
            clock: clock
        )
        let locations = CachedLocationRepository(
            remote: store.locations,
            cache: cache,
            policy: policy,
            timeToLive: timeToLive,
            clock: clock
        )
        let voyages = CachedVoyageRepository(
            remote: store.voyages,
            cache: cache,
            policy: policy,
            timeToLive: timeToLive,
            clock: clock
        )
        let wrapped = wrapping(store)
        return wrapped.replacing(
            handlingEvents: histories,
            voyages: voyages,
            locations: locations,
            handlingUnitOfWork: CachedHistoryUnitOfWork(remote: wrapped.handlingUnitOfWork, histories: histories)
        )
    }
}
