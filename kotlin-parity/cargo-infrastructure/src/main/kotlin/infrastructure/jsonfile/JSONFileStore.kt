package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.application.environment.environment
import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TrackingIdGenerator
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.system.SystemClock
import io.github.cargokit.infrastructure.system.SystemTrackingIdGenerator
import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers

/**
 * A store in a directory: plain JSON Lines, crash-safe, and shared by several processes. The Swift kit uses the same
 * files.
 *
 * All rules from REP-1 to REP-9 hold. Of REP-10, what concerns readers holds: only the Swift kit trims the outbox. A
 * directory that doesn't exist is an empty store; the first save creates it. Several objects, in this virtual machine
 * and in other processes of either language, can have a directory open at the same time.
 */
public class JSONFileStore private constructor(
    internal val journal: Journal,
    internal val thread: StoreThread,
    internal val clock: DomainClock,
    internal val trackingIds: TrackingIdGenerator,
) : CargoStore {
    /** The ids that were returned by `nextTrackingId` and may not be saved yet. */
    internal val drawnIds: MutableSet<TrackingId> = ConcurrentHashMap.newKeySet()

    override val cargos: CargoRepository = JSONFileCargoRepository(this)

    private val handling = JSONFileHandlingEventRepository(this)

    override val handlingEvents: HandlingEventRepository = handling
    override val handlingUnitOfWork: HandlingUnitOfWork = handling
    override val voyages: VoyageRepository = JSONFileVoyageRepository(this)
    override val locations: LocationRepository = JSONFileLocationRepository(this)
    override val idempotencyKeys: IdempotencyKeyRepository = JSONFileIdempotencyKeyRepository(this)
    override val events: DomainEventFeed = JSONFileDomainEventFeed(this)
    override val retention: StoreRetention = JSONFileRetention(this)

    /**
     * Returns the torn tails that this store has moved to `quarantine/`: the file with the bytes, and where they came
     * from.
     */
    public suspend fun recoveredTails(): Result<List<RecoveredTail>> = thread.run { journal.recoveredTails.toList() }

    /** Returns an environment for the use cases, with this store's repositories and clock. */
    public fun environment(routing: RoutingService): Environment = environment(routing, clock)

    /**
     * Reads the whole store again and returns what is wrong with it, without changing anything.
     *
     * The list is empty for an intact store. A torn tail alone means that nothing was lost.
     */
    public suspend fun verify(): Result<List<StoreFinding>> = thread.run { StoreVerification(journal).findings() }

    /**
     * Marks everything saved as durable, so that later damage to it is never mistaken for a torn tail, and closes the
     * files.
     *
     * Nothing is lost if you don't call it. Every call after it fails.
     */
    override suspend fun close(): Result<Unit> = thread.run { journal.close() }

    /** Runs a step on the journal, after reading what other processes have saved. */
    internal suspend fun <T> reading(step: Journal.() -> T): Result<T> = thread.run {
        journal.refresh()
        journal.step()
    }

    public companion object {
        /** The default time to wait for another process's save, in milliseconds. */
        public const val LOCK_TIMEOUT: Long = 10_000L

        /**
         * Opens the store in a directory. Nothing is created before the first save.
         *
         * The store blocks threads of `dispatcher` only, one at a time. Don't interrupt them: Java closes a file when a
         * thread that works on it is interrupted.
         *
         * Fails with `store_unavailable` (not a directory, no permission, or a network file system without
         * `allowsNetworkFileSystem`), `store_locked`, `store_schema_unsupported` (created by a newer version of the
         * kit), `corrupt_record` (a broken manifest).
         */
        public suspend fun open(
            path: Path,
            clock: DomainClock = SystemClock,
            trackingIds: TrackingIdGenerator = SystemTrackingIdGenerator(),
            lockTimeout: Long = LOCK_TIMEOUT,
            allowsNetworkFileSystem: Boolean = false,
            dispatcher: CoroutineDispatcher = Dispatchers.IO,
        ): Result<JSONFileStore> = open(
            path, clock, trackingIds, lockTimeout, allowsNetworkFileSystem, dispatcher, Medium(),
        )

        internal suspend fun open(
            path: Path,
            clock: DomainClock,
            trackingIds: TrackingIdGenerator,
            lockTimeout: Long,
            allowsNetworkFileSystem: Boolean,
            dispatcher: CoroutineDispatcher,
            medium: Medium,
        ): Result<JSONFileStore> {
            val thread = StoreThread(dispatcher)
            return thread.run { Journal.open(path, lockTimeout, allowsNetworkFileSystem, medium) }
                .map { JSONFileStore(it, thread, clock, trackingIds) }
        }
    }
}
