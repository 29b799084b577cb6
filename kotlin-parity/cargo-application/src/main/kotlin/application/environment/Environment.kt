package io.github.cargokit.application.environment

import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.voyage.VoyageRepository

/** Everything that the use cases work with. Create one in your composition root. */
public class Environment(
    /** The clock that determines "now". */
    public val clock: DomainClock,
    /** The repository of cargos. */
    public val cargos: CargoRepository,
    /** The repository of handling events. */
    public val handlingEvents: HandlingEventRepository,
    /** The repository of voyages. */
    public val voyages: VoyageRepository,
    /** The repository of locations. */
    public val locations: LocationRepository,
    /** The idempotency keys of bookings. */
    public val idempotencyKeys: IdempotencyKeyRepository,
    /** The outbox. */
    public val events: DomainEventFeed,
    /** The routing service. */
    public val routing: RoutingService,
    /** Stores what happens to a handling history and its cargo atomically. */
    public val handlingUnitOfWork: HandlingUnitOfWork,
)
