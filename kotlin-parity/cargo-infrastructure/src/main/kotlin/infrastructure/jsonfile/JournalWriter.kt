package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import java.io.ByteArrayOutputStream
import java.io.IOException
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE
import java.util.concurrent.TimeUnit

/**
 * Appends commits to a store that several processes have open, with one sync for all of them
 * (docs/design/journal-commits.md).
 *
 * The steps of a commit:
 *
 * 1. Take lock A and read `STATE`. If slot S doesn't name the manifest, complete the manifest change and start again.
 * 2. Open the active segment and read the bytes after the known end. If they aren't records, remove the bad bytes and
 *    start again.
 * 3. Compare and set against all records, durable or not. After a conflict, append nothing.
 * 4. Append the commit.
 * 5. Write slot A and release lock A.
 * 6. Check whether another process has synced or sealed the segment. If so, the outcome is known.
 * 7. Otherwise try to take lock S. While another process holds it, repeat step 6.
 * 8. With lock S held, repeat step 6. If the manifest isn't known to be on disk, complete the manifest change and go
 *    back to step 6.
 *
 * Steps 9 to 12, the sync, are described in [JournalSync].
 */
internal class JournalWriter(private val store: OpenStore, private val reader: JournalReader) {
    private val locks = store.locks
    private val sync = JournalSync(store)
    private var active: ActiveSegment? = null

    /** The torn tails that were moved to `quarantine/`. */
    val tails: List<RecoveredTail> get() = sync.tails

    /**
     * The result of steps 1 to 5: the position up to which the segment must be synced before the outcome is known.
     *
     * That is the end of the appended commit; after a conflict, the end of the segment, which holds the conflicting
     * record; after a failed append that was truncated, the end before it.
     */
    private class Appended(
        val segment: ActiveSegment,
        val end: Long,
        val isConflict: Boolean,
        /** Why the append failed, if its bytes may be on disk nevertheless. */
        val failure: IOException? = null,
        /** Whether the bytes of the failed append were truncated. */
        val isCut: Boolean = false,
    )

    private enum class Obstacle { UNSURE_MANIFEST, BAD_BYTES }

    /** Stores all of the writes or none of them. Fails with `store_outcome_unknown` if it can't tell which. */
    fun commit(writes: List<Journal.Write>): Journal.Outcome {
        while (true) {
            var obstacle: Obstacle? = null
            val appended = locks.holding(StoreLocks.Place.APPEND, store.timeLimit) { append(writes) { obstacle = it } }
            if (appended != null) {
                if (appended.failure != null) failed(appended, appended.failure)
                if (!appended.isConflict) {
                    knowing { settle(appended.segment, appended.end) }?.let { throw StoreFailure(it) }
                    return Journal.Outcome.Committed
                }
                // If the record that the commit conflicts with has failed, there is no conflict any more.
                settle(appended.segment, appended.end)
                conflict(writes, among = null)?.let { return it }
                continue
            }
            when (checkNotNull(obstacle)) {
                Obstacle.UNSURE_MANIFEST -> sync.holdingBoth { completeManifestChange() }
                Obstacle.BAD_BYTES -> sync.holdingBoth { removeBadBytes(checkNotNull(active)) }
            }
        }
    }

    // Steps 1 to 5

    private fun append(writes: List<Journal.Write>, meet: (Obstacle) -> Unit): Appended? {
        val state = store.state.read()
        reader.show(state.sync, isManifestRead = true)
        refuseOlderWriter()
        if (!state.sync.isOf(reader.manifest)) {
            meet(Obstacle.UNSURE_MANIFEST)
            return null
        }
        reader.index.damage.firstOrNull()?.let { damage ->
            val cause = "${damage.place}: damaged; nothing is written until it is repaired"
            throw StoreFailure.corrupt(damage.header?.id, cause)
        }
        val segment = activeSegment()
        val appended = state.append.end(segment.number)
        if (segment.catchUp(reader.end, appended) != null) {
            meet(Obstacle.BAD_BYTES)
            return null
        }
        if (conflict(writes, segment) != null) {
            // Count the records that a dead process left behind.
            if (segment.end > appended) {
                store.state.write(state.append.copy(segment = segment.number, end = segment.end))
            }
            return Appended(segment, segment.end, isConflict = true)
        }
        return write(lines(writes, segment, state.sync.durable), segment, state.append)
    }

    private fun write(bytes: ByteArray, segment: ActiveSegment, slot: StoreState.Append): Appended? {
        val start = segment.end
        val end = start + bytes.size
        try {
            store.medium.write(segment.file, bytes, start)
            store.state.write(slot.copy(segment = segment.number, end = end))
        } catch (failure: IOException) {
            val isWhole =
                runCatching { StoreDirectory.read(segment.file, start, end).contentEquals(bytes) }.getOrDefault(true)
            val isCut = runCatching { store.medium.truncate(segment.file, start) }.isSuccess
            // An incomplete commit has no effect, even if some of its bytes remain.
            if (isCut && !isWhole) throw StoreFailure(StoreFailure.of(failure))
            return Appended(segment, if (isCut) start else end, isConflict = false, failure, isCut)
        }
        segment.takeAppended(bytes)
        return Appended(segment, end, isConflict = false)
    }

    private fun activeSegment(): ActiveSegment {
        val number = reader.manifest.active
        active?.let { if (it.number == number) return it }
        active?.close()
        active = null
        return ActiveSegment(number, store.directory.openSegment(number, READ, WRITE), reader.end).also { active = it }
    }

    private fun refuseOlderWriter() {
        val least = reader.manifest.minWriter
        if (least <= JournalManifest.WRITER) return
        val cause = "${store.directory.path} requires writer $least; this program is writer ${JournalManifest.WRITER}"
        throw StoreFailure.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause)
    }

    /**
     * Returns the first write that expects a different version than the published records and the pending ones of
     * `among`.
     */
    private fun conflict(writes: List<Journal.Write>, among: ActiveSegment?): Journal.Outcome.Conflict? {
        // The versions that earlier writes of the same commit store.
        val written = HashMap<Pair<RecordKind, String>, Long>()
        for (write in writes) {
            val header = among?.header(write.kind, write.id)
            val entry = reader.index.entryOf(write.kind, write.id)
            val schema = header?.schema ?: entry?.schema ?: 0
            if (schema > write.kind.newestSchema && schema != RecordKind.REMOVED) {
                // Refuses to overwrite a document whose schema is newer than this program can read.
                val cause =
                    "${write.kind.name} ${write.id} has schema $schema; this program writes ${write.kind.newestSchema}"
                throw StoreFailure.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause)
            }
            val actual = written[write.kind to write.id] ?: header?.version ?: entry?.version ?: 0
            if (actual != write.expectedVersion) return Journal.Outcome.Conflict(write, actual)
            written[write.kind to write.id] = actual + 1
        }
        return null
    }

    /** Encodes the records of a commit. */
    private fun lines(writes: List<Journal.Write>, segment: ActiveSegment, watermark: Long): ByteArray {
        var sequence = segment.nextSequence ?: reader.index.nextSequence
        val bytes = ByteArrayOutputStream()
        writes.forEachIndexed { place, write ->
            val header = RecordHeader(
                watermark = watermark,
                kind = write.kind.name,
                id = write.id,
                version = write.expectedVersion + 1,
                schema = write.schema,
                customer = write.customer,
                cargoIndex = write.cargoIndex,
                batch = if (writes.size > 1) RecordHeader.Batch(place.toLong(), writes.size.toLong()) else null,
                firstSequence = sequence,
            )
            sequence += write.events.size
            bytes.writeBytes(RecordLine.of(header, write.document, write.events))
        }
        return bytes.toByteArray()
    }

    /**
     * Handles an append that failed but may be on disk: syncs or seals what is there, so that the failure is certain
     * when this throws.
     */
    private fun failed(appended: Appended, failure: IOException): Nothing {
        knowing {
            locks.holding(StoreLocks.Place.SYNC, store.timeLimit) {
                val state = store.state.read()
                reader.show(state.sync, isManifestRead = true)
                val isActive = reader.manifest.active == appended.segment.number
                if (!appended.isCut && outcome(appended.segment, appended.end) == true) throw failure
                if (isActive && appended.isCut && state.sync.isOf(reader.manifest)) {
                    sync.run(state, reader.manifest, appended.segment, appended.end)
                } else if (isActive) {
                    locks.holding(StoreLocks.Place.APPEND, store.timeLimit) { sync.seal(reader.manifest) }
                }
            }
        }
        throw StoreFailure(StoreFailure.of(failure))
    }

    // Steps 6 to 8

    /**
     * Waits until the bytes before `end` are stored or have failed. Returns the reason of a failure; null if they are
     * stored.
     */
    private fun settle(segment: ActiveSegment, end: Long): DomainError? {
        val wait = LockWait(store.timeLimit, longest = TimeUnit.NANOSECONDS.toMicros(sync.lastDuration / 4))
        var failure = unavailable("the sync of another process has failed")
        while (true) {
            outcome(segment, end)?.let { isStored -> return if (isStored) null else failure }
            if (locks.tryAcquire(StoreLocks.Place.SYNC)) {
                try {
                    outcome(
                        segment,
                        end,
                        isManifestRead = true,
                    )?.let { isStored -> return if (isStored) null else failure }
                    val state = store.state.read()
                    if (state.sync.isOf(reader.manifest)) {
                        // The record that a save conflicts with may have been taken back for lack of space.
                        if (state.append.end(segment.number) < end) return failure
                        sync.run(state, reader.manifest, segment, end)?.let { failure = it }
                    } else {
                        locks.holding(StoreLocks.Place.APPEND, store.timeLimit) { sync.completeManifestChange() }
                    }
                } finally {
                    locks.release(StoreLocks.Place.SYNC)
                }
            } else if (!wait.pause()) {
                throw StoreFailure.technical(Code.STORE_LOCKED, "another process has not finished its sync in time")
            }
        }
    }

    /**
     * Returns whether the bytes before `end` are stored, according to the state file and the manifest; null if that
     * isn't decided yet.
     */
    private fun outcome(segment: ActiveSegment, end: Long, isManifestRead: Boolean = false): Boolean? {
        val slot = store.state.readSync()
        reader.show(slot, isManifestRead)
        if (slot.segment == segment.number && slot.durable >= end) return true
        val manifest = reader.manifest
        if (manifest.active == segment.number) return null
        val sealed = manifest.sealed.firstOrNull { it.number == segment.number }
            ?: throw StoreFailure(unavailable("the segment was compacted away while the save waited"))
        if (sealed.length >= end) return true
        return if (slot.generation == manifest.generation) false else null
    }

    /** Runs a step after an append. If it fails, the outcome of the append is unknown. */
    private fun <T> knowing(step: () -> T): T = when (val outcome = StoreFailure.catching(step)) {
        is Result.Success -> outcome.value
        is Result.Failure -> {
            val cause = "${outcome.error.code.text} ${outcome.error.cause.orEmpty()}; " +
                "read the record again to learn whether it was saved"
            throw StoreFailure.technical(Code.STORE_OUTCOME_UNKNOWN, cause)
        }
    }

    private fun unavailable(cause: String) = DomainError.technical(Code.STORE_UNAVAILABLE, cause)

    // Marks

    /** Marks the whole active segment as durable, if it is and no other process is writing. */
    fun mark() {
        val segment = active ?: return
        if (!locks.tryAcquire(StoreLocks.Place.APPEND)) return
        try {
            val state = store.state.read()
            val end = segment.end
            val isIdle = end > 0 && segment.number == state.sync.segment && state.sync.durable == end &&
                state.append.end(segment.number) == end
            if (!isIdle || segment.catchUp(end, end) != null || segment.end != end) return
            if (!state.sync.isOf(store.directory.readManifest()?.manifest ?: return)) return
            try {
                store.medium.write(segment.file, RecordLine.mark(end), end)
            } catch (_: IOException) {
                store.medium.truncate(segment.file, end)
            }
        } finally {
            locks.release(StoreLocks.Place.APPEND)
        }
    }

    fun close() = active?.close()
}
