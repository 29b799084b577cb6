package io.github.cargokit.infrastructure

import io.github.cargokit.application.CargoKit
import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.infrastructure.system.SystemClock

/**
 * Returns the kit over a store, which finds routes over the store's voyages. Give the clock that the store dates domain
 * events with.
 */
public fun CargoKit(store: CargoStore, clock: DomainClock = SystemClock): CargoKit =
    CargoKit(store, VoyageRoutingService(store.voyages), clock)
