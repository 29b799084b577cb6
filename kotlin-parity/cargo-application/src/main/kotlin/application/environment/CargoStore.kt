package io.github.cargokit.application.environment

import io.github.cargokit.application.retention.StoreRetention
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

    /** The idempotency keys of bookings (UC-1). */
    public val idempotencyKeys: IdempotencyKeyRepository

    /** The outbox. */
    public val events: DomainEventFeed

    /** Removes from the store what has ended; null if it keeps everything for good. */
    public val retention: StoreRetention? get() = null

    /** Waits for saves in progress and releases the store's resources; does nothing if it holds none. */
    public suspend fun close(): Result<Unit> = Result.Success(Unit)

    /**
     * Returns a store with some repositories replaced, such as by a cache, which closes this store when it is closed.
     *
     * If you replace `cargos` or `handlingEvents`, give a unit of work that saves through them as well: the old one
     * saves past the new repository. If your `cargos` or `voyages` don't save through this store, give the feed of
     * their domain events as well. `retention` is unknown once the repository of an aggregate is replaced, unless you
     * give it.
     */
    public fun replacing(
        cargos: CargoRepository = this.cargos,
        handlingUnitOfWork: HandlingUnitOfWork = this.handlingUnitOfWork,
        handlingEvents: HandlingEventRepository = this.handlingEvents,
        voyages: VoyageRepository = this.voyages,
        locations: LocationRepository = this.locations,
        idempotencyKeys: IdempotencyKeyRepository = this.idempotencyKeys,
        events: DomainEventFeed = this.events,
        retention: StoreRetention? = null,
    ): CargoStore {
        val keepsAggregates = cargos === this.cargos && handlingEvents === this.handlingEvents &&
            handlingUnitOfWork === this.handlingUnitOfWork && voyages === this.voyages && locations === this.locations
        return Repositories(
            cargos, handlingEvents, handlingUnitOfWork, voyages, locations, idempotencyKeys, events,
            retention ?: this.retention.takeIf { keepsAggregates },
            owner = this,
        )
    }
}

/** Returns an environment for the use cases, with this store's repositories. */
public fun CargoStore.environment(routing: RoutingService, clock: DomainClock): Environment =
    Environment(clock, cargos, handlingEvents, voyages, locations, idempotencyKeys, events, routing, handlingUnitOfWork)
