package io.github.cargokit.infrastructure.cache

import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.JournalRecord
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.StoreThread
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.infrastructure.records.voyage
import java.nio.file.Path
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers

/**
 * A cache of the handling histories, locations and voyages that tracking needs besides the cargo, in a directory.
 *
 * It works like [JSONFileCargoCache]: it belongs to a single remote, several processes can share it, and you can delete
 * the directory at any time. Give it to [CachedCargoRepository.wrapping].
 */
public class JSONFileTrackingCache private constructor(private val journal: Journal, private val thread: StoreThread) {
    private val lock = Any()

    /** The cargos whose history could not be updated, so that it must not count as fresh (CCH-10). */
    private val distrusted = HashSet<String>()

    /** The number of event saves in progress for each cargo. */
    private val saving = HashMap<String, Int>()
    private var ended = 0L

    /** Closes the files. The cache counts as empty after it. */
    public suspend fun close(): Result<Unit> = thread.run { journal.close() }

    /** Returns a cargo's history; null if there is none, or if it is broken. */
    internal suspend fun history(trackingId: TrackingId): KeptAnswer<HandlingHistory>? {
        // Check this before reading the entry: a save that ends in between has already updated the entry.
        val isSettled = synchronized(lock) { trackingId.text !in saving }
        val kept = find(HISTORY, trackingId.text) ?: return null
        val history = HandlingHistory.create(trackingId, kept.value.events, kept.value.revision).orElse { return null }
        val isTrusted = isSettled && synchronized(lock) { trackingId.text !in distrusted }
        return KeptAnswer(history, kept.asOf, kept.isInDoubt || !isTrusted)
    }

    /** Stores a history, unless a later one is cached. */
    internal suspend fun keep(
        history: HandlingHistory,
        asOf: Instant,
    ): Unit = updateHistory(history.trackingId) { old ->
        // A revision only grows, so of two read at the same instant the one with the higher revision is the later one.
        val isLater = old != null && (old.asOf > asOf || (old.asOf == asOf && old.value.revision > history.revision))
        if (isLater) old else KeptAnswer(KeptHistory(history.events, history.revision), asOf)
    }

    /** Marks a history as in doubt, because the remote may have another one (CCH-8). */
    internal suspend fun doubtHistory(trackingId: TrackingId): Unit =
        updateHistory(trackingId) { old -> old?.let { KeptAnswer(it.value, it.asOf, isInDoubt = true) } }

    /** The number of event saves that have ended. An answer requested before the last of them may be outdated. */
    internal val saves: Long get() = synchronized(lock) { ended }

    /** Runs a save. Until it ends, the history doesn't count as fresh (CCH-7). */
    internal suspend fun <T> saving(trackingId: TrackingId, save: suspend () -> T): T {
        synchronized(lock) { saving.merge(trackingId.text, 1, Int::plus) }
        var isAnswered = false
        try {
            return save().also { isAnswered = true }
        } finally {
            synchronized(lock) {
                saving.computeIfPresent(trackingId.text) { _, count -> (count - 1).takeIf { it > 0 } }
                ended++
                // A save that was cancelled may or may not have reached the remote.
                if (!isAnswered) distrusted += trackingId.text
            }
        }
    }

    /** Returns a location; null if there is none. */
    internal suspend fun location(unLocode: UnLocode): KeptAnswer<Location>? =
        find(LOCATION, unLocode.text)?.takeIf { it.value.unLocode == unLocode }

    /** Stores a location, unless a later answer is cached. */
    internal suspend fun keep(location: Location, asOf: Instant) {
        update(LOCATION, location.unLocode.text) { old ->
            if (old != null && old.asOf > asOf) old else KeptAnswer(location, asOf)
        }
    }

    /** Returns a voyage; null if there is none. */
    internal suspend fun voyage(number: VoyageNumber): KeptAnswer<Voyage>? =
        find(VOYAGE, number.text)?.takeIf { it.value.number == number }

    /** Stores a voyage, unless a later answer is cached. */
    internal suspend fun keep(voyage: Voyage, asOf: Instant) {
        update(VOYAGE, voyage.number.text) { old ->
            val isLater = old != null && (old.asOf > asOf || (old.asOf == asOf && old.value.version > voyage.version))
            if (isLater) old else KeptAnswer(voyage, asOf)
        }
    }

    private suspend fun updateHistory(
        trackingId: TrackingId,
        decide: (KeptAnswer<KeptHistory>?) -> KeptAnswer<KeptHistory>?,
    ) {
        val isUpdated = update(HISTORY, trackingId.text, decide)
        synchronized(lock) {
            if (isUpdated) distrusted.remove(trackingId.text) else distrusted.add(trackingId.text)
        }
    }

    /** Returns an entry. A cache that fails counts as empty (CCH-10). */
    private suspend fun <T> find(kind: Kind<T>, id: String): KeptAnswer<T>? =
        (reading { kind.entry(read(kind.record, id)) } as? Result.Success)?.value

    /** Replaces an entry in one atomic step. Returns whether the cache now holds what `decide` returned. */
    private suspend fun <T> update(
        kind: Kind<T>,
        id: String,
        decide: (KeptAnswer<T>?) -> KeptAnswer<T>?,
    ): Boolean = reading {
        while (true) {
            val record = read(kind.record, id)
            val old = kind.entry(record)
            val new = decide(old)
            if (new == null || new === old) return@reading
            val version = record?.header?.version ?: 0
            val write = Journal.Write(kind.record, id, expectedVersion = version, document = kind.document(new))
            if (commit(listOf(write)) is Journal.Outcome.Committed) return@reading
            // Another writer changed it in the meantime: read it again.
            refresh()
        }
    } is Result.Success

    private suspend fun <T> reading(step: Journal.() -> T): Result<T> = thread.run {
        journal.refresh()
        journal.step()
    }

    /** A kind of entry, and how its value is stored. */
    private class Kind<T>(name: String, value: Reading<T>, private val write: JSONWriter.(T) -> Unit) {
        val record = RecordKind.of(name)

        private val reading = Reading.members {
            val asOf by required(Readings.instant)
            val isInDoubt by required(Readings.truth)
            val value by required(value)
            build { Result.Success(KeptAnswer(value, asOf, isInDoubt)) }
        }

        /** Restores an entry. A broken one counts as missing, so that it can be replaced. */
        fun entry(record: JournalRecord?): KeptAnswer<T>? {
            val document = record?.header?.document ?: return null
            val parsed = JSONParser.parse(record.line, document.start, document.end, JSONParser.HugeIntegers.KEPT)
            return ((parsed as? Result.Success)?.value?.let(reading::read) as? Result.Success)?.value
        }

        fun document(entry: KeptAnswer<T>): ByteArray = JSONWriter().apply {
            members {
                name("asOf").instant(entry.asOf)
                name("isInDoubt").truth(entry.isInDoubt)
                name("value").write(entry.value)
            }
        }.toBytes()
    }

    /** A handling history in the cache. */
    private class KeptHistory(val events: List<HandlingEvent>, val revision: Int)

    public companion object {
        private val handlingEvents = Records.handlingEvent.list()
        private val number = Readings.integer(0L..Int.MAX_VALUE)

        private val history = Reading.members {
            val events by required(handlingEvents)
            val revision by required(number)
            build { Result.Success(KeptHistory(events, revision.toInt())) }
        }

        private val HISTORY = Kind("history", history) { kept ->
            members {
                name("events").elements(kept.events) { handlingEvent(it) }
                name("revision").integer(kept.revision.toLong())
            }
        }
        private val LOCATION = Kind("location", Records.location) { location(it) }
        private val VOYAGE = Kind("voyage", Records.voyage) { voyage(it) }

        /**
         * Opens the cache in a directory, which must be neither that of a store nor that of a [JSONFileCargoCache].
         * Nothing is created before the first entry.
         *
         * Blocks threads of `dispatcher` only, one at a time. Fails as `JSONFileStore.open` does.
         */
        public suspend fun open(
            path: Path,
            lockTimeout: Long = JSONFileCargoCache.LOCK_TIMEOUT,
            dispatcher: CoroutineDispatcher = Dispatchers.IO,
        ): Result<JSONFileTrackingCache> {
            val thread = StoreThread(dispatcher)
            return thread.run { Journal.open(path, lockTimeout, allowsNetworkFileSystem = false) }
                .map { JSONFileTrackingCache(it, thread) }
        }
    }
}

/** A cached answer of the remote, and when it was asked. */
internal class KeptAnswer<out T>(
    val value: T,
    val asOf: Instant,
    /** Whether a save has failed since, or is in progress (CCH-7, CCH-8). */
    val isInDoubt: Boolean = false,
) {
    /** The answer as a cached value, with its staleness. */
    fun fetched(timeToLive: TimeToLive, now: Instant): Fetched<T> =
        Fetched(value, asOf, FetchSource.CACHE, isStale = isInDoubt || !timeToLive.isFresh(asOf, now))
}
