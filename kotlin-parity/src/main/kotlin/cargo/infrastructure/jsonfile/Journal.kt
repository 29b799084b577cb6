package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.Path
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE

/**
 * The journal of one store: appends records under compare-and-set, and finds them again.
 *
 * It knows kinds, ids, versions and bytes, not the domain. Not safe for use by several threads at once: a store has one thread for it.
 * Simple where Swift's is fast: each commit is written and synced under the lock, one after another.
 */
internal class Journal private constructor(
    val directory: StoreDirectory,
    private val lockTimeLimit: Long,
    private val medium: Medium,
) {
    /** One record to store, under compare-and-set. */
    class Write(
        val kind: RecordKind,
        val id: String,
        /** The version that the store must hold, 0 for none; the record gets the next one. */
        val expectedVersion: Long,
        val document: ByteArray,
        val customer: String? = null,
        /** Domain events, each one a JSON object, in order; the store numbers them. */
        val events: List<ByteArray> = emptyList(),
    )

    /** What became of a commit. */
    sealed interface Outcome {
        /** All its writes are on the medium. */
        data object Committed : Outcome

        /** A write found another version than it expected; nothing is stored. */
        class Conflict(val actual: Long) : Outcome
    }

    private val lock = StoreLock.of(directory.path)
    private val reader = JournalReader(directory, medium)
    private var poison: DomainError? = null

    /** Whether the last record is this journal's own and no mark says yet that it is durable. */
    private var isMarkDue = false
    private var isClosed = false
    private val tails = ArrayList<RecoveredTail>()

    /** The torn tails that this journal has moved to `quarantine/`. */
    val recoveredTails: List<RecoveredTail> get() = tails

    // Reading

    /** Where everything stands, as of the last [refresh]. */
    val index: JournalIndex get() = reader.index

    /** Takes in what other programs have committed since. */
    fun refresh() {
        if (isClosed) throw closed()
        if (!reader.isUpToDate()) lock.holding(isShared = true, lockTimeLimit) { reader.catchUp() }
    }

    /** Does a step while nobody writes. */
    fun <T> holdingWritersOff(step: () -> T): T {
        if (isClosed) throw closed()
        return lock.holding(isShared = true, lockTimeLimit, step)
    }

    /** The newest record of an id, null where there is none; fails where it is damaged, or may have been lost to damage. */
    fun read(kind: RecordKind, id: String): JournalRecord? = reader.read(kind, id)

    /** The newest version of an id, 0 where there is none. */
    fun version(kind: RecordKind, id: String): Long = reader.version(kind, id)

    /** All records of an id, in order; fails where one of them is damaged or missing. */
    fun chain(kind: RecordKind, id: String): JournalReader.Links = reader.chain(kind, id)

    /** One record of an id, wherever in its history; fails where another one stands there. */
    fun link(kind: RecordKind, id: String, version: Long, location: RecordLocation): JournalRecord = reader.record(kind, id, version, location)

    /** The record that carries a run of domain events. */
    fun line(run: JournalIndex.OutboxRun): JournalRecord = reader.line(run)

    // Writing

    /** Stores all of the writes, or none. Whatever it answers or throws has happened by then. */
    fun commit(writes: List<Write>): Outcome {
        poison?.let { throw StoreFailure(it) }
        if (isClosed) throw closed()
        if (reader.current == null) directory.create()
        return lock.holding(isShared = false, lockTimeLimit) {
            if (reader.current == null && directory.readManifest() == null) directory.createFirstManifest()
            val torn = reader.catchUp()
            refuseOlderWriter()
            index.damage.firstOrNull()?.let { damage ->
                val cause = "${damage.place}: damaged; nothing is written until it is repaired"
                throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = damage.header?.id, cause = cause))
            }
            directory.openSegment(reader.activeNumber, READ, WRITE).use { file ->
                if (torn != null) {
                    val copy = directory.quarantine(torn, file, reader.activeNumber)
                    tails += RecoveredTail(JournalManifest.segmentName(reader.activeNumber), torn, copy)
                }
                conflict(writes) ?: append(lines(writes), file)
            }
        }
    }

    private fun closed() = StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "the store has been closed"))

    private fun refuseOlderWriter() {
        val least = checkNotNull(reader.current).manifest.minWriter
        if (least <= JournalManifest.WRITER) return
        val cause = "${directory.path} asks for writer $least, this program is writer ${JournalManifest.WRITER}"
        throw StoreFailure(DomainError.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause))
    }

    private fun conflict(writes: List<Write>): Outcome.Conflict? {
        for (write in writes) {
            val entry = index.entryOf(write.kind, write.id)
            if (entry != null && entry.schema > RecordKind.SCHEMA) {
                // A document of a newer schema is not overwritten by a program that cannot read it.
                val cause = "${write.kind.name} ${write.id} has schema ${entry.schema}, this program writes ${RecordKind.SCHEMA}"
                throw StoreFailure(DomainError.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause))
            }
            val actual = entry?.version ?: 0
            if (actual != write.expectedVersion) return Outcome.Conflict(actual)
        }
        return null
    }

    /** The records of a commit, which has at most one write for an id. */
    private fun lines(writes: List<Write>): ByteArray {
        var sequence = index.nextSequence
        var bytes = ByteArray(0)
        writes.forEachIndexed { place, write ->
            val header = RecordHeader(
                watermark = reader.durableEnd,
                kind = write.kind.name,
                id = write.id,
                version = write.expectedVersion + 1,
                schema = RecordKind.SCHEMA,
                customer = write.customer,
                batch = if (writes.size > 1) RecordHeader.Batch(place.toLong(), writes.size.toLong()) else null,
                firstSequence = sequence,
            )
            sequence += write.events.size
            bytes += RecordLine.of(header, write.document, write.events)
        }
        return bytes
    }

    /** Writes and syncs while the lock is held, so that nobody builds on what may be taken back. */
    private fun append(bytes: ByteArray, file: FileChannel): Outcome {
        if (bytes.isEmpty()) return Outcome.Committed
        var isWritten = false
        try {
            medium.write(file, bytes, reader.end)
            isWritten = true
            medium.sync(file)
        } catch (failure: IOException) {
            val error = StoreFailure.of(failure)
            // A full disk loses nothing; after a failed sync nothing is retried, since the system may have forgotten what it did not write.
            if (isWritten || error.code != Code.STORE_FULL) poison(error)
            takeBack(file)
            throw StoreFailure(error)
        }
        reader.takeAppended(bytes)
        isMarkDue = true
        return Outcome.Committed
    }

    private fun takeBack(file: FileChannel) {
        try {
            file.truncate(reader.end)
            if (poison != null) medium.sync(file)
        } catch (failure: IOException) {
            poison(StoreFailure.of(failure))
        }
    }

    private fun poison(error: DomainError) {
        if (poison == null) poison = DomainError.technical(Code.STORE_UNAVAILABLE, "writing has failed before: ${error.cause}")
    }

    // Closing

    /** Marks all that was saved as durable, so that later damage to it is not taken for a torn tail, and closes the files. */
    fun close() {
        if (isClosed) return
        isClosed = true
        try {
            writeMark()
        } catch (_: StoreFailure) {
            // Whoever holds the lock will say it.
        } finally {
            reader.close()
            lock.release()
        }
    }

    private fun writeMark() {
        if (!isMarkDue || poison != null || reader.durableEnd < reader.end) return
        lock.holding(isShared = false, timeLimit = 0) {
            // Where somebody else has appended, their own record or mark will say it.
            if (!reader.isUpToDate()) return@holding
            directory.openSegment(reader.activeNumber, READ, WRITE).use { file ->
                try {
                    medium.write(file, RecordLine.mark(reader.end), reader.end)
                } catch (_: IOException) {
                    file.truncate(reader.end)
                }
            }
        }
    }

    companion object {
        /** Opens the store in a directory; one that does not exist is empty, and the first commit makes it. */
        fun open(path: Path, lockTimeLimit: Long, allowsNetworkFileSystem: Boolean, medium: Medium = Medium()): Journal {
            val directory = StoreDirectory(path, medium)
            directory.check(allowsNetworkFileSystem)
            val journal = Journal(directory, lockTimeLimit, medium)
            try {
                journal.refresh()
            } catch (failure: Exception) {
                journal.close()
                throw failure
            }
            return journal
        }
    }
}
