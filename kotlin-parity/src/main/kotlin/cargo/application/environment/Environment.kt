package cargo.application.environment

import cargo.domain.cargo.CargoRepository
import cargo.domain.handling.HandlingEventRepository
import cargo.domain.location.LocationRepository
import cargo.domain.routing.RoutingService
import cargo.domain.shared.DomainClock
import cargo.domain.shared.DomainEventFeed
import cargo.domain.voyage.VoyageRepository

/** Everything that the use cases work with. Create one in your composition root. */
class Environment(
    /** The clock that determines "now". */
    val clock: DomainClock,
    /** The repository of cargos. */
    val cargos: CargoRepository,
    /** The repository of handling events. */
    val handlingEvents: HandlingEventRepository,
    /** The repository of voyages. */
    val voyages: VoyageRepository,
    /** The repository of locations. */
    val locations: LocationRepository,
    /** The outbox. */
    val events: DomainEventFeed,
    /** The routing service. */
    val routing: RoutingService,
    /** Stores what happens to a handling history and its cargo atomically. */
    val handlingUnitOfWork: HandlingUnitOfWork,
)
