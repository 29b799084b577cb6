package cargo.infrastructure.jsonfile

import cargo.application.environment.Environment
import cargo.domain.cargo.CargoRepository
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TrackingIdGenerator
import cargo.domain.handling.HandlingEventRepository
import cargo.domain.location.LocationRepository
import cargo.domain.routing.RoutingService
import cargo.domain.shared.DomainClock
import cargo.domain.shared.DomainEventFeed
import cargo.domain.shared.Result
import cargo.domain.shared.map
import cargo.domain.voyage.VoyageRepository
import cargo.infrastructure.system.SystemClock
import cargo.infrastructure.system.SystemTrackingIdGenerator
import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap

/**
 * A store in a directory, in the same files as Swift's: plain JSON Lines, safe against crashes, shared by several programs.
 *
 * All of REP-1 to REP-8 hold. A directory that does not exist is an empty store; the first save makes it. Several objects, in this virtual
 * machine and in other programs of either language, may have one directory open at a time. Callers without a dispatcher of their own go on on
 * the store's thread and must not block there.
 */
class JSONFileStore private constructor(
    internal val journal: Journal,
    internal val thread: StoreThread,
    internal val clock: DomainClock,
    internal val trackingIds: TrackingIdGenerator,
) {
    /** Ids given out and perhaps not saved yet. */
    internal val drawnIds: MutableSet<TrackingId> = ConcurrentHashMap.newKeySet()

    /** The cargos. */
    val cargos: CargoRepository = JSONFileCargoRepository(this)

    /** What was done to them. */
    val handlingEvents: HandlingEventRepository = JSONFileHandlingEventRepository(this)

    /** The voyages. */
    val voyages: VoyageRepository = JSONFileVoyageRepository(this)

    /** The locations. */
    val locations: LocationRepository = JSONFileLocationRepository(this)

    /** The outbox. */
    val events: DomainEventFeed = JSONFileDomainEventFeed(this)

    /** The torn tails that this store has moved to `quarantine/`: each one's file and where the bytes stood, for whoever looks after it. */
    suspend fun recoveredTails(): Result<List<RecoveredTail>> = thread.run { journal.recoveredTails.toList() }

    /** The store as what use cases work with. */
    fun environment(routing: RoutingService): Environment =
        Environment(clock, cargos, handlingEvents, voyages, locations, events, routing)

    /** Reads everything anew and reports what is wrong; an empty list is a sound store, a torn tail alone is no loss. Changes nothing. */
    suspend fun verify(): Result<List<StoreFinding>> = thread.run { StoreVerification(journal).findings() }

    /**
     * Marks all that was saved as durable, so that later damage to it is never taken for a torn tail, and closes the files.
     *
     * Nothing is lost where it is not called. Everything fails afterwards.
     */
    suspend fun close(): Result<Unit> = thread.run { journal.close() }

    /** Does a step on the journal as it is now, other programs' saves included. */
    internal suspend fun <T> reading(step: Journal.() -> T): Result<T> = thread.run {
        journal.refresh()
        journal.step()
    }

    companion object {
        /** How long to wait for another program's save if nothing else is said, in milliseconds. */
        const val LOCK_TIME_LIMIT = 10_000L

        /**
         * Opens the store in a directory; nothing is created before the first save.
         *
         * Fails with `store_unavailable` (not a directory, no permission, a network file system that was not asked for), `store_locked`,
         * `store_schema_unsupported` (made by a newer version of the kit), `corrupt_record` (the manifest).
         */
        suspend fun open(
            path: Path,
            clock: DomainClock = SystemClock,
            trackingIds: TrackingIdGenerator = SystemTrackingIdGenerator(),
            lockTimeLimit: Long = LOCK_TIME_LIMIT,
            allowsNetworkFileSystem: Boolean = false,
        ): Result<JSONFileStore> = open(path, clock, trackingIds, lockTimeLimit, allowsNetworkFileSystem, Medium())

        internal suspend fun open(
            path: Path,
            clock: DomainClock,
            trackingIds: TrackingIdGenerator,
            lockTimeLimit: Long,
            allowsNetworkFileSystem: Boolean,
            medium: Medium,
        ): Result<JSONFileStore> {
            val thread = StoreThread()
            return thread.run { Journal.open(path, lockTimeLimit, allowsNetworkFileSystem, medium) }
                .map { JSONFileStore(it, thread, clock, trackingIds) }
        }
    }
}
