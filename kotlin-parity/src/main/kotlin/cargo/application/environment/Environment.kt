package cargo.application.environment

import cargo.domain.cargo.CargoRepository
import cargo.domain.handling.HandlingEventRepository
import cargo.domain.location.LocationRepository
import cargo.domain.routing.RoutingService
import cargo.domain.shared.DomainClock
import cargo.domain.shared.DomainEventFeed
import cargo.domain.voyage.VoyageRepository

/** What the use cases work with; put together once, in the composition root. */
class Environment(
    /** Tells the time. */
    val clock: DomainClock,
    /** The cargos. */
    val cargos: CargoRepository,
    /** What was done to them. */
    val handlingEvents: HandlingEventRepository,
    /** The voyages. */
    val voyages: VoyageRepository,
    /** The locations. */
    val locations: LocationRepository,
    /** The outbox. */
    val events: DomainEventFeed,
    /** Finds routes. */
    val routing: RoutingService,
    /** Stores a handling event and its cargo in one step; null where the backend cannot. */
    val handlingUnitOfWork: HandlingUnitOfWork? = null,
)
