package cargo.infrastructure.inmemory

import cargo.application.environment.Environment
import cargo.application.environment.HandlingUnitOfWork
import cargo.application.input.Input
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CargoRepository
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TrackingIdGenerator
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingEventRepository
import cargo.domain.handling.HandlingHistory
import cargo.domain.location.Location
import cargo.domain.location.LocationRepository
import cargo.domain.location.UnLocode
import cargo.domain.routing.RoutingService
import cargo.domain.shared.DomainClock
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainEvent
import cargo.domain.shared.DomainEventFeed
import cargo.domain.shared.Result
import cargo.domain.shared.orElse
import cargo.domain.voyage.Voyage
import cargo.domain.voyage.VoyageNumber
import cargo.domain.voyage.VoyageRepository
import cargo.infrastructure.records.HandlingLog
import cargo.infrastructure.records.StoredRecord
import java.util.TreeMap

/**
 * A store in memory, which is lost when the object is released: for tests, demonstrations, and programs that don't persist anything.
 *
 * A single lock guards the whole store and is never held across a suspension. So saving an aggregate and its events is atomic, even if the
 * caller is cancelled (REP-3, REP-8).
 */
class InMemoryStore(internal val clock: DomainClock, internal val trackingIds: TrackingIdGenerator) {
    /** A stored cargo, valid or not. */
    internal sealed interface StoredCargo {
        /** A cargo that passed reconstitution. */
        class Sound(val cargo: Cargo) : StoredCargo

        /** A cargo that failed reconstitution. The record is kept as given and never returned as a cargo (REP-5). */
        class Broken(val record: Input, val error: DomainError) : StoredCargo
    }

    /** The contents of the store, keyed by identity. Use it only inside [atomically]. */
    internal class World {
        val cargos = TreeMap<String, StoredCargo>()
        val namelessCargos = ArrayList<StoredCargo.Broken>()
        val drawnIds = HashSet<TrackingId>()
        val handling = TreeMap<String, HandlingLog>()
        val voyages = HashMap<VoyageNumber, Voyage>()
        val voyageSaves = ArrayList<VoyageNumber>()
        val locations = HashMap<UnLocode, Location>()
        val events = ArrayList<DomainEvent>()

        val nextSequence: Long get() = events.size + 1L

        fun logOf(trackingId: TrackingId): HandlingLog = handling.getOrPut(trackingId.text) { HandlingLog(trackingId) }

        fun historyOf(trackingId: TrackingId): HandlingHistory =
            logOf(trackingId).history().orElse { error("A log holds the events of one cargo") }

        fun place(voyage: Voyage) {
            voyages[voyage.number] = voyage
            voyageSaves += voyage.number
        }
    }

    private val world = World()

    /** The repository of cargos. */
    val cargos: CargoRepository = InMemoryCargoRepository(this)

    /** The repository of handling events. */
    val handlingEvents: HandlingEventRepository = InMemoryHandlingEventRepository(this)

    /** Stores what happens to a handling history and its cargo atomically. */
    val handlingUnitOfWork: HandlingUnitOfWork = InMemoryHandlingUnitOfWork(this)

    /** The repository of voyages. */
    val voyages: VoyageRepository = InMemoryVoyageRepository(this)

    /** The repository of locations. */
    val locations: LocationRepository = InMemoryLocationRepository(this)

    /** The outbox. */
    val events: DomainEventFeed = InMemoryDomainEventFeed(this)

    /** Returns an environment for the use cases, with this store's repositories. */
    fun environment(routing: RoutingService): Environment =
        Environment(clock, cargos, handlingEvents, voyages, locations, events, routing, handlingUnitOfWork)

    /** Adds or replaces a cargo in its stored form, valid or broken, without raising events. */
    fun placeCargo(stored: Input) = atomically {
        when (val result = StoredRecord.cargo(stored)) {
            is Result.Success -> cargos[result.value.trackingId.text] = StoredCargo.Sound(result.value)
            is Result.Failure -> {
                val broken = StoredCargo.Broken(stored, result.error)
                val id = StoredRecord.text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success }
                if (id == null) namelessCargos += broken else cargos[id] = broken
            }
        }
    }

    /** Adds or replaces a voyage without raising events. */
    fun place(voyage: Voyage) = atomically { place(voyage) }

    /** Adds or replaces a location. */
    fun place(location: Location) = atomically { locations[location.unLocode] = location }

    /** Adds a handling event. Of equal events, the one registered first is kept (HND-3). */
    fun place(event: HandlingEvent) = atomically { logOf(event.trackingId).register(event) }

    /** Reads or changes the contents in one atomic step. */
    internal inline fun <T> atomically(step: World.() -> T): T = synchronized(world) { world.step() }
}
