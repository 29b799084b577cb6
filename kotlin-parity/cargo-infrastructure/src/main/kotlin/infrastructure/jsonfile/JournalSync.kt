package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.infrastructure.jsonfile.StoreLocks.Place
import java.io.IOException
import java.nio.channels.FileChannel

/**
 * Makes appended bytes durable for all processes that wait for them, and seals off those that can't be
 * (docs/design/journal-commits.md). The caller holds [Place.SYNC].
 *
 * The steps of a sync follow those of [JournalWriter]:
 *
 * 9. If the flag in slot S is set, the last sync failed or its process died: under lock A, rewrite all records from
 *    `durable` on. Otherwise rewrite only those that were there before this process opened the file. If they are no
 *    longer records, go to step 12.
 * 10. Write slot S with the flag set, then sync.
 * 11. Write slot S with the new `durable` and the flag cleared.
 * 12. If any of this fails, keep lock S, take lock A, and seal the segment at `durable`: all bytes after it have
 *     failed, for every process.
 */
internal class JournalSync(private val store: OpenStore) {
    private val directory = store.directory
    private val locks = store.locks
    private val recovered = ArrayList<RecoveredTail>()

    /** The torn tails that were moved to `quarantine/`. */
    val tails: List<RecoveredTail> get() = recovered

    /** The duration of the last sync, in nanoseconds. */
    var lastDuration = 0L
        private set

    /** Syncs everything appended, at least up to `end`. If that fails, seals the segment and returns the reason. */
    fun run(state: StoreState, manifest: JournalManifest, segment: ActiveSegment, end: Long): DomainError? {
        try {
            val durable = state.sync.durable(segment.number)
            // Read this before the sync, which doesn't cover bytes appended after it began.
            var target = maxOf(state.append.end(segment.number), end)
            if (state.sync.isSyncing) {
                target = locks.holding(Place.APPEND, store.timeLimit) { rewriteAll(segment, durable, end) }
            } else if (durable < segment.witness) {
                val limit = minOf(segment.witness, target)
                segment.stretch(durable, limit)
                    .bad?.let { if (it.first < limit) throw IOException("bytes that were appended are gone") }
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

    /** Rewrites all records from `durable` on, and returns where they end. */
    private fun rewriteAll(segment: ActiveSegment, durable: Long, end: Long): Long {
        val least = maxOf(store.state.read().append.end(segment.number), end)
        val found = segment.stretch(durable, least)
        if (found.end < least) throw IOException("bytes that were appended are gone")
        directory.rewrite(segment.file, durable, found.end)
        return found.end
    }

    /**
     * Seals the active segment at `durable`: later bytes aren't part of the store. The caller holds [Place.APPEND] as
     * well.
     *
     * If this fails before slot S is written, the outcome of all commits after `durable` is unknown.
     */
    fun seal(manifest: JournalManifest) {
        val state = store.state.read()
        val length = state.sync.durable(manifest.active)
        val (checksum, count) = directory.openSegment(manifest.active).use { summary(it, length) }
        val next = manifest.sealing(length, checksum, count)
        directory.createSegment(next.active)
        directory.replaceManifest(next)
        store.state.write(
            state.sync.copy(isSyncing = false, generation = next.generation, segment = next.active, durable = 0),
        )
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
     * Completes a manifest change that another process didn't publish: writes the same manifest again as the next
     * generation.
     *
     * Syncing only the directory would prove nothing after a failed sync. The caller holds [Place.APPEND] as well.
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
     * Removes bytes after `durable` that aren't records. The caller holds [Place.APPEND] as well.
     *
     * If they follow `appended`, a process died while appending. If they precede it, other processes still wait for the
     * commits that were there, so the segment is sealed at `durable`.
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

    /** Runs a step with both locks held, S taken before A. */
    fun holdingBoth(step: JournalSync.() -> Unit) =
        locks.holding(Place.SYNC, store.timeLimit) { locks.holding(Place.APPEND, store.timeLimit) { step() } }
}
