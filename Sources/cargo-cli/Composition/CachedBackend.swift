#if Remote
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization

/// The store of a service, with a cache in front of it.
enum CachedBackend {
    /// Puts the cache in front of the service.
    ///
    /// A cache that cannot be opened is left out, with a warning in the backend's `caution`.
    static func open(_ choice: CacheChoice, before service: Backend, at address: String, clock: any DomainClock) async -> Backend {
        let directory = choice.directory(for: address)
        do throws(DomainError) {
            let cargoCache = try await JSONFileCargoCache.open(directory + "/cargos")
            let trackingCache = try await JSONFileTrackingCache.open(directory + "/tracking")
            let real = service.kit.store
            let cargos = CachedCargoRepository(
                remote: real.cargos,
                cache: cargoCache,
                policy: choice.policy,
                timeToLive: choice.timeToLive,
                clock: clock
            )
            let histories = CachedHandlingEventRepository(
                remote: real.handlingEvents,
                cache: trackingCache,
                policy: choice.policy,
                timeToLive: choice.timeToLive,
                clock: clock
            )
            let cacheAges = CacheAges(policy: choice.policy)
            return Backend(
                kit: CargoKit(
                    store: cacheAges.store(
                        cargos.wrapping(real, tracking: trackingCache),
                        cargos: cargos,
                        histories: histories
                    ),
                    clock: clock
                ),
                cacheAges: cacheAges,
                close: {
                    await cargoCache.close()
                    await trackingCache.close()
                    await service.close()
                }
            )
        } catch {
            var uncached = service
            uncached.caution = localized(
                "The cache in \(choice.directory.inQuotes) cannot be used and is ignored: \(ErrorText(error).message)"
            )
            return uncached
        }
    }
}
#endif
