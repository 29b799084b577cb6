public import CargoApplication
public import CargoDomain

/// Handling events together with their cargos at a remote, before which there is a cache.
public struct CachedHandlingUnitOfWork: HandlingUnitOfWork {
    private let remote: any HandlingUnitOfWork
    private let cargos: CachedCargoRepository

    /// Puts the cache of a repository before its remote's unit of work.
    public init(remote: any HandlingUnitOfWork, cargos: CachedCargoRepository) {
        self.remote = remote
        self.cargos = cargos
    }

    /// Saves both at the remote; the cache takes the cargo as `CachedCargoRepository.save` does (CCH-7, CCH-8).
    public func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        await cargos.saving(cargo) {
            await remote.save(event, after: history, with: cargo)
        } isStored: {
            $0
        }
    }
}

extension CachedCargoRepository {
    /// An environment whose cargos are these, also where an event is saved with its cargo; the rest is left as it is.
    public func wrapping(_ environment: Environment) -> Environment {
        Environment(
            clock: environment.clock,
            cargos: self,
            handlingEvents: environment.handlingEvents,
            voyages: environment.voyages,
            locations: environment.locations,
            events: environment.events,
            bookingKeys: environment.bookingKeys,
            routing: environment.routing,
            handlingUnitOfWork: environment.handlingUnitOfWork.map { CachedHandlingUnitOfWork(remote: $0, cargos: self) }
        )
    }

    /// The same with the histories and locations that tracking needs behind a cache as well, by this repository's policy: then a cargo that was tracked
    /// once can be tracked without the remote.
    public func wrapping(_ environment: Environment, tracking cache: JSONFileTrackingCache) -> Environment {
        let histories = CachedHandlingEventRepository(
            remote: environment.handlingEvents,
            cache: cache,
            policy: policy,
            timeToLive: timeToLive,
            clock: clock
        )
        let locations = CachedLocationRepository(
            remote: environment.locations,
            cache: cache,
            policy: policy,
            timeToLive: timeToLive,
            clock: clock
        )
        let wrapped = wrapping(environment)
        return Environment(
            clock: wrapped.clock,
            cargos: wrapped.cargos,
            handlingEvents: histories,
            voyages: wrapped.voyages,
            locations: locations,
            events: wrapped.events,
            bookingKeys: wrapped.bookingKeys,
            routing: wrapped.routing,
            handlingUnitOfWork: wrapped.handlingUnitOfWork.map { CachedHistoryUnitOfWork(remote: $0, histories: histories) }
        )
    }
}
