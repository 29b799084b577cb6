package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.application.environment.environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TrackingIdGenerator
import io.github.cargokit.domain.cargo.needs
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.indexing.DueList
import io.github.cargokit.infrastructure.indexing.KeyLists
import io.github.cargokit.infrastructure.indexing.intersection
import io.github.cargokit.infrastructure.records.HandlingLog
import io.github.cargokit.infrastructure.records.StoredRecord
import io.github.cargokit.infrastructure.system.SystemClock
import io.github.cargokit.infrastructure.system.SystemTrackingIdGenerator
import java.util.TreeMap

/**
 * A store in memory, which is lost when the object is released: for tests, demonstrations, and programs that don't
 * persist anything.
 *
 * A single lock guards the whole store and is never held across a suspension. So saving an aggregate and its events is
 * atomic, even if the caller is cancelled (REP-3, REP-8).
 */
public class InMemoryStore(
    internal val clock: DomainClock = SystemClock,
    internal val trackingIds: TrackingIdGenerator = SystemTrackingIdGenerator(),
) : CargoStore {
    /** A stored cargo, valid or not, or where one is that was removed. */
    internal sealed interface StoredCargo {
        /** The customer that the record names, if any. */
        val customer: String?

        /** A cargo that passed reconstitution. */
        class Sound(val cargo: Cargo) : StoredCargo {
            override val customer get() = cargo.customerId.text
        }

        /** A cargo that failed reconstitution. The record is kept as given and never returned as a cargo (REP-5). */
        class Broken(val record: Input, val error: DomainError) : StoredCargo {
            override val customer get() = StoredRecord.text(record, "customerId")
        }

        /** A cargo that is in an archive, and the version of its removal (REP-9). */
        class Removed(val place: ArchivePlace, val version: Long) : StoredCargo {
            override val customer get() = null
        }
    }

    /** The contents of the store, keyed by identity. Use it only inside [atomically]. */
    internal class World {
        /** The cargos. Only [place] adds and replaces them, so that the lists of their ids agree with them. */
        val cargos = TreeMap<String, StoredCargo>()
        val byCustomer = KeyLists<String>()
        val byVoyage = KeyLists<VoyageNumber>()
        val byPort = KeyLists<UnLocode>()
        val byNeed = KeyLists<AttentionReason>()
        val byReference = KeyLists<CargoReference>()
        val byCollection = DueList()
        val namelessCargos = ArrayList<StoredCargo.Broken>()
        val drawnIds = HashSet<TrackingId>()
        val handling = TreeMap<String, HandlingLog>()
        val voyages = HashMap<VoyageNumber, Voyage>()
        val voyageSaves = ArrayList<VoyageNumber>()
        val locations = HashMap<UnLocode, Location>()
        val bookings = HashMap<IdempotencyKey, BookingReservation>()
        val events = ArrayList<DomainEvent>()

        /** Which handling came from which event of a carrier, as cargos from an archive bring it along. */
        val origins = HashMap<String, Input>()

        /** The position of the first event. */
        var firstEvent = 1L

        val nextSequence: Long get() = firstEvent + events.size

        fun logOf(trackingId: TrackingId): HandlingLog = handling.getOrPut(trackingId.text) { HandlingLog(trackingId) }

        fun historyOf(trackingId: TrackingId): HandlingHistory =
            logOf(trackingId).history().orElse { error("A log holds the events of one cargo") }

        /**
         * Returns the cargos after `after` that meet a query's conditions, by id, and broken ones that may. Those
         * without a readable id come first if `after` is null.
         */
        fun found(query: CargoQuery, after: String?): Sequence<StoredCargo> {
            val lists = listOfNotNull(
                query.reference?.let(byReference::ids),
                query.customer?.let { byCustomer.ids(it.text) },
                query.voyage?.let(byVoyage::ids),
                query.place?.let(byPort::ids),
                query.need?.let(byNeed::ids),
                query.uncollectedAt?.let { byCollection.before(it.epochMilliseconds) },
            ).ifEmpty { listOf(cargos.navigableKeySet()) }
            val nameless = namelessCargos.asSequence().filter { after == null && it.customer == query.customer?.text }
            return nameless + intersection(lists, after).map(cargos::getValue).filter { it !is StoredCargo.Removed }
        }

        /**
         * Adds or replaces a cargo. Of a broken one, only the id and the customer that it names are known. Nothing is
         * found by what a removed one was.
         */
        fun place(id: String, stored: StoredCargo) {
            cargos[id] = stored
            val cargo = (stored as? StoredCargo.Sound)?.cargo
            val isRemoved = stored is StoredCargo.Removed
            fun <Key> keys(known: (Cargo) -> List<Key>) = if (isRemoved) emptyList() else cargo?.let(known)
            byCustomer.put(id, listOfNotNull(stored.customer))
            byVoyage.put(id, keys { it.voyageNumbers.toList() })
            byPort.put(id, keys { listOfNotNull(it.delivery.currentPort) })
            byNeed.put(id, keys { it.needs })
            byReference.put(id, keys { it.references })
            byCollection.put(id, cargo?.collectionDeadline?.epochMilliseconds)
        }

        fun place(voyage: Voyage) {
            voyages[voyage.number] = voyage
            voyageSaves += voyage.number
        }
    }

    private val world = World()

    override val cargos: CargoRepository = InMemoryCargoRepository(this)
    override val handlingEvents: HandlingEventRepository = InMemoryHandlingEventRepository(this)
    override val handlingUnitOfWork: HandlingUnitOfWork = InMemoryHandlingUnitOfWork(this)
    override val voyages: VoyageRepository = InMemoryVoyageRepository(this)
    override val locations: LocationRepository = InMemoryLocationRepository(this)
    override val idempotencyKeys: IdempotencyKeyRepository = InMemoryIdempotencyKeyRepository(this)
    override val events: DomainEventFeed = InMemoryDomainEventFeed(this)
    override val retention: StoreRetention = InMemoryRetention(this)

    /** Returns an environment for the use cases, with this store's repositories and clock. */
    public fun environment(routing: RoutingService): Environment = environment(routing, clock)

    /** Adds or replaces a cargo in its stored form, valid or broken, without raising events. */
    public fun placeCargo(stored: Input): Unit = atomically {
        when (val result = StoredRecord.cargo(stored)) {
            is Result.Success -> place(result.value.trackingId.text, StoredCargo.Sound(result.value))
            is Result.Failure -> {
                val broken = StoredCargo.Broken(stored, result.error)
                val id = StoredRecord.text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success }
                if (id == null) namelessCargos += broken else place(id, broken)
            }
        }
    }

    /** Adds or replaces a voyage without raising events. */
    public fun place(voyage: Voyage): Unit = atomically { place(voyage) }

    /** Adds or replaces a location. */
    public fun place(location: Location): Unit = atomically { locations[location.unLocode] = location }

    /** Adds a handling event. Of equal events, the one registered first is kept (HND-3). */
    public fun place(event: HandlingEvent): Unit = atomically { logOf(event.trackingId).register(event) }

    /** Reads or changes the contents in one atomic step. */
    internal inline fun <T> atomically(step: World.() -> T): T = synchronized(world) { world.step() }
}
