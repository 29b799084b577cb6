package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.infrastructure.jsonfile.StoreLocks.Place
import java.io.IOException
import java.nio.channels.FileChannel

/**
 * Makes what was appended durable, for all processes that wait for it, and seals off what cannot be (docs/adr/0034). The caller holds
 * [Place.SYNC].
 *
 * The steps of a sync, after those of [JournalWriter]:
 *
 * 9. If the flag is set, the last sync failed or its process died in it: under lock A, write all records from `durable` on again. Otherwise do so
 *    with those that are older than this process's file handle. If they are no records any more, seal.
 * 10. Write slot S with the flag set, then sync.
 * 11. Write slot S: `durable`, the flag clear.
 * 12. If that fails, keep S, take A, and seal at `durable`: all behind it has failed, for every process.
 */
internal class JournalSync(private val store: OpenStore) {
    private val directory = store.directory
    private val locks = store.locks
    private val recovered = ArrayList<RecoveredTail>()

    /** The torn tails that were moved to `quarantine/`. */
    val tails: List<RecoveredTail> get() = recovered

    /** How long the last sync took, in nanoseconds. */
    var lastDuration = 0L
        private set

    /** Syncs up to what was appended, at least to `end`; if that fails, seals the segment and gives why. */
    fun run(state: StoreState, manifest: JournalManifest, segment: ActiveSegment, end: Long): DomainError? {
        try {
            val durable = state.sync.durable(segment.number)
            // Read before the sync: what is appended after it has begun is not covered.
            var target = maxOf(state.append.end(segment.number), end)
            if (state.sync.isSyncing) {
                target = locks.holding(Place.APPEND, store.timeLimit) { rewriteAll(segment, durable, end) }
            } else if (durable < segment.witness) {
                val limit = minOf(segment.witness, target)
                segment.stretch(durable, limit).bad?.let { if (it.first < limit) throw IOException("bytes that were appended are gone") }
                directory.rewrite(segment.file, durable, limit)
            }
            val syncing = store.state.write(state.sync.copy(isSyncing = true))
            val start = System.nanoTime()
            store.medium.sync(segment.file)
            lastDuration = System.nanoTime() - start
            store.state.write(syncing.copy(durable = target, isSyncing = false))
            return null
        } catch (failure: IOException) {
            locks.holding(Place.APPEND, store.timeLimit) { seal(manifest) }
            return StoreFailure.of(failure)
        }
    }

    /** Writes all records from `durable` on again, and gives where they end. */
    private fun rewriteAll(segment: ActiveSegment, durable: Long, end: Long): Long {
        val least = maxOf(store.state.read().append.end(segment.number), end)
        val found = segment.stretch(durable, least)
        if (found.end < least) throw IOException("bytes that were appended are gone")
        directory.rewrite(segment.file, durable, found.end)
        return found.end
    }

    /**
     * Seals the active segment at `durable`: what is behind it is no part of the store. The caller holds [Place.APPEND] as well.
     *
     * If it fails before slot S is written, the outcome of all that is behind `durable` is not known.
     */
    fun seal(manifest: JournalManifest) {
        val state = store.state.read()
        val length = state.sync.durable(manifest.active)
        val (checksum, count) = directory.openSegment(manifest.active).use { summary(it, length) }
        val next = manifest.sealing(length, checksum, count)
        directory.createSegment(next.active)
        directory.replaceManifest(next)
        store.state.write(state.sync.copy(isSyncing = false, generation = next.generation, segment = next.active, durable = 0))
        try {
            store.state.write(state.append.copy(segment = next.active, end = 0))
        } catch (_: IOException) {
            return // A slot that names another segment counts as 0.
        }
    }

    private fun summary(file: FileChannel, length: Long): Pair<Int, Long> {
        val bytes = StoreDirectory.read(file, 0, length)
        if (bytes.size < length) throw IOException("${directory.path}: the active segment has become shorter")
        return Checksum.of(bytes, 0, bytes.size) to bytes.count { it == RecordLine.NEW_LINE }.toLong()
    }

    /**
     * Makes a manifest durable that another process replaced without publishing it: the same one again, as the next generation. Syncing the
     * directory alone would prove nothing after a failed sync. The caller holds [Place.APPEND] as well.
     */
    fun completeManifestChange() {
        val state = store.state.read()
        val manifest = checkNotNull(directory.readManifest()) { "a store has a manifest" }.manifest
        if (state.sync.isOf(manifest)) return
        val next = manifest.renewed()
        directory.replaceManifest(next)
        val isSame = state.sync.segment == next.active
        store.state.write(
            state.sync.copy(
                isSyncing = isSame && state.sync.isSyncing,
                generation = next.generation,
                segment = next.active,
                durable = state.sync.durable(next.active),
            ),
        )
        if (state.append.segment != next.active) store.state.write(state.append.copy(segment = next.active, end = 0))
    }

    /**
     * Removes bytes behind `durable` that are no records. The caller holds [Place.APPEND] as well.
     *
     * Behind `appended` a process died in its append. Before it other processes wait for what was there: it is sealed off.
     */
    fun removeBadBytes(segment: ActiveSegment) {
        val state = store.state.read()
        val manifest = checkNotNull(directory.readManifest()) { "a store has a manifest" }.manifest
        if (!state.sync.isOf(manifest) || manifest.active != segment.number) return
        val durable = state.sync.durable
        val appended = state.append.end(segment.number)
        val found = segment.stretch(durable, appended)
        val bad = found.bad ?: return
        try {
            if (bad.first < appended) throw IOException("bytes that were appended are gone")
            val copy = directory.quarantine(bad, segment.file, segment.number)
            directory.rewrite(segment.file, durable, bad.first)
            val syncing = store.state.write(state.sync.copy(isSyncing = true))
            store.medium.truncate(segment.file, bad.first)
            store.medium.sync(segment.file)
            store.state.write(syncing.copy(durable = bad.first, isSyncing = false))
            store.state.write(state.append.copy(segment = segment.number, end = bad.first))
            recovered += RecoveredTail(JournalManifest.segmentName(segment.number), bad, copy)
        } catch (_: IOException) {
            seal(manifest)
        }
    }

    /** Does a step under both locks, S before A. */
    fun holdingBoth(step: JournalSync.() -> Unit) =
        locks.holding(Place.SYNC, store.timeLimit) { locks.holding(Place.APPEND, store.timeLimit) { step() } }
}
