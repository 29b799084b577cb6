package io.github.cargokit.infrastructure.cache

import io.github.cargokit.application.environment.CargoStore

/** Returns a copy of the store that uses this repository for its cargos, and a unit of work that updates the cache. */
public fun CachedCargoRepository.wrapping(store: CargoStore): CargoStore =
    store.replacing(this, CachedHandlingUnitOfWork(store.handlingUnitOfWork, this))

/**
 * Returns the store with cached cargos, and with the cached histories, locations and voyages that tracking needs.
 *
 * All of them use this repository's policy. A cargo that was tracked once can then be tracked while the remote is
 * unavailable.
 */
public fun CachedCargoRepository.wrapping(store: CargoStore, tracking: JSONFileTrackingCache): CargoStore {
    val histories = CachedHandlingEventRepository(store.handlingEvents, tracking, policy, timeToLive, clock)
    val cargos = CachedHandlingUnitOfWork(store.handlingUnitOfWork, this)
    return store.replacing(
        this,
        CachedHistoryUnitOfWork(cargos, histories),
        histories,
        CachedVoyageRepository(store.voyages, tracking, policy, timeToLive, clock),
        CachedLocationRepository(store.locations, tracking, policy, timeToLive, clock),
    )
}
