package io.github.cargokit.application.environment

import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.VoyageRepository

/** The repositories of one backend, and what belongs to them. Give it to a `CargoKit`. */
public interface CargoStore {
    /** The repository of cargos. */
    public val cargos: CargoRepository

    /** The repository of handling events. */
    public val handlingEvents: HandlingEventRepository

    /** Stores what happens to a handling history and its cargo atomically. */
    public val handlingUnitOfWork: HandlingUnitOfWork

    /** The repository of voyages. */
    public val voyages: VoyageRepository

    /** The repository of locations. */
    public val locations: LocationRepository

    /** The outbox. */
    public val events: DomainEventFeed

    /** Waits for saves in progress and releases the store's resources; does nothing if it holds none. */
    public suspend fun close(): Result<Unit> = Result.Success(Unit)

    /** Returns this store with other repositories of cargos, such as a cache, and a unit of work that saves through them. */
    public fun replacing(cargos: CargoRepository, handlingUnitOfWork: HandlingUnitOfWork): CargoStore = ReplacedStore(this, cargos, handlingUnitOfWork)
}

/** Returns an environment for the use cases, with this store's repositories. */
public fun CargoStore.environment(routing: RoutingService, clock: DomainClock): Environment =
    Environment(clock, cargos, handlingEvents, voyages, locations, events, routing, handlingUnitOfWork)

private class ReplacedStore(
    store: CargoStore,
    override val cargos: CargoRepository,
    override val handlingUnitOfWork: HandlingUnitOfWork,
) : CargoStore by store
