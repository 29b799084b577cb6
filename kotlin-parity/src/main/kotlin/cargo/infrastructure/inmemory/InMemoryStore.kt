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
import cargo.domain.voyage.Voyage
import cargo.domain.voyage.VoyageNumber
import cargo.domain.voyage.VoyageRepository
import cargo.infrastructure.records.StoredRecord
import java.util.TreeMap

/**
 * A store that lives as long as its object: for tests, for demonstrations and for embedders who keep nothing.
 *
 * One lock guards all of it and is never held across a suspension, so a save of an aggregate and its events is one step that cancellation
 * cannot halve (REP-3, REP-8).
 */
class InMemoryStore(internal val clock: DomainClock, internal val trackingIds: TrackingIdGenerator) {
    /** A cargo as it is kept. */
    internal sealed interface StoredCargo {
        /** One that went through reconstitution. */
        class Sound(val cargo: Cargo) : StoredCargo

        /** One that did not pass it: kept as it was given, never handed out (REP-5). */
        class Broken(val record: Input, val error: DomainError) : StoredCargo
    }

    /** All that is kept, by identity; touch it inside [atomically] only. */
    internal class World {
        val cargos = TreeMap<String, StoredCargo>()
        val namelessCargos = ArrayList<StoredCargo.Broken>()
        val drawnIds = HashSet<TrackingId>()
        val histories = TreeMap<String, HandlingHistory>()
        val voyages = HashMap<VoyageNumber, Voyage>()
        val voyageSaves = ArrayList<VoyageNumber>()
        val locations = HashMap<UnLocode, Location>()
        val events = ArrayList<DomainEvent>()

        val nextSequence: Long get() = events.size + 1L

        fun historyOf(trackingId: TrackingId): HandlingHistory =
            histories[trackingId.text] ?: HandlingHistory.empty(trackingId)

        fun place(voyage: Voyage) {
            voyages[voyage.number] = voyage
            voyageSaves += voyage.number
        }

        fun place(event: HandlingEvent) {
            val history = historyOf(event.trackingId).adding(event)
            if (history is Result.Success) histories[event.trackingId.text] = history.value
        }
    }

    private val world = World()

    /** The cargos. */
    val cargos: CargoRepository = InMemoryCargoRepository(this)

    /** What was done to them. */
    val handlingEvents: HandlingEventRepository = InMemoryHandlingEventRepository(this)

    /** Handling events together with their cargos. */
    val handlingUnitOfWork: HandlingUnitOfWork = InMemoryHandlingUnitOfWork(this)

    /** The voyages. */
    val voyages: VoyageRepository = InMemoryVoyageRepository(this)

    /** The locations. */
    val locations: LocationRepository = InMemoryLocationRepository(this)

    /** The outbox. */
    val events: DomainEventFeed = InMemoryDomainEventFeed(this)

    /** The store as what use cases work with. */
    fun environment(routing: RoutingService): Environment =
        Environment(clock, cargos, handlingEvents, voyages, locations, events, routing, handlingUnitOfWork)

    /** Puts a cargo there as it was stored somewhere, sound or broken, raising nothing. */
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

    /** Puts a voyage there as it is, raising nothing. */
    fun place(voyage: Voyage) = atomically { place(voyage) }

    /** Puts a location there. */
    fun place(location: Location) = atomically { locations[location.unLocode] = location }

    /** Puts an event there, unless an equal one is there; of the two the one registered first is kept (HND-3). */
    fun place(event: HandlingEvent) = atomically { place(event) }

    /** Reads or changes the world in one step. */
    internal inline fun <T> atomically(step: World.() -> T): T = synchronized(world) { world.step() }
}
