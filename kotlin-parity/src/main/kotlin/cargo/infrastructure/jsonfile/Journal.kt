package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.infrastructure.jsonfile.JournalItem.Damage
import cargo.infrastructure.jsonfile.StoreFinding.Problem
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
    private val directory: StoreDirectory,
    private val lockTimeLimit: Long,
    private val medium: Medium,
) {
    /** A record as it was read, its checksum found right. */
    class StoredRecord(val header: RecordHeader, val line: ByteArray) {
        /** Whether the document is there: compaction takes it out of superseded records, repair out of lost ones. */
        val hasDocument: Boolean get() = header.schema > 0

        /** Whether somebody has said that what was lost of the id before may be missing. */
        val acceptsLosses: Boolean
            get() = !hasDocument && String(line, header.document.start, header.document.end - header.document.start) == ACCEPTED
    }

    /** The records of an id that are there, and how many there ever were. */
    class Links(val records: List<StoredRecord>, val count: Long)

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
    private var current: StoreDirectory.CurrentManifest? = null
    private var segments = HashMap<Long, FileChannel>()
    private var end = 0L
    private var durableEnd = 0L
    private var poison: DomainError? = null

    /** Whether the last record is this journal's own and no mark says yet that it is durable. */
    private var isMarkDue = false
    private var isClosed = false
    private val tails = ArrayList<RecoveredTail>()

    /** Where everything stands, as of the last [refresh]. */
    var index = JournalIndex()
        private set

    /** The torn tails that this journal has moved to `quarantine/`. */
    val recoveredTails: List<RecoveredTail> get() = tails

    private val activeNumber: Long get() = checkNotNull(current).manifest.active
    private val active: FileChannel get() = segments.getValue(activeNumber)

    // Keeping up

    /** Takes in what other programs have committed since. */
    fun refresh() {
        if (isClosed) throw closed()
        if (isUpToDate()) return
        lock.holding(isShared = true, lockTimeLimit) { catchUp() }
    }

    private fun isUpToDate(): Boolean {
        if (directory.readManifest() != current) return false
        if (current == null) return true
        // The newline of the last line known, and behind it nothing, or newlines that were set aside for what comes.
        val known = minOf(end, 1)
        val bytes = StoreDirectory.read(active, end - known, end + 1)
        return bytes.size >= known && bytes.all { it == RecordLine.NEW_LINE }
    }

    /** As [refresh]; the caller holds the lock. Gives the tail that counts for nothing, if there is one. */
    private fun catchUp(): LongRange? {
        val manifest = directory.readManifest()
        if (manifest == null && current != null) {
            throw StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "${directory.path}: the manifest is gone"))
        }
        if (manifest == null) return null
        if (manifest != current) return load(manifest)
        val size = active.size()
        if (size < end) {
            val cause = "${JournalManifest.segmentName(activeNumber)} has $size bytes, though $end were there before"
            throw StoreFailure(DomainError.corruptRecord(rule = "journal", cause = cause))
        }
        val items = ArrayList<JournalItem>()
        val summary = scan(active, activeNumber, end, size, isSealed = false, items::add)
        if (summary.end > end) durableEnd = maxOf(durableEnd, syncBeforeShowing(summary, active))
        items.forEach(index::take)
        end = summary.end
        return summary.torn
    }

    /** Builds the index anew. */
    private fun load(next: StoreDirectory.CurrentManifest): LongRange? {
        var opened = HashMap<Long, FileChannel>()
        val built = JournalIndex()
        try {
            val manifest = next.manifest
            for (number in manifest.sealed.map { it.number } + manifest.active) opened[number] = directory.openSegment(number)
            for (sealed in manifest.sealed) {
                val summary = scan(opened.getValue(sealed.number), sealed.number, 0, sealed.length, isSealed = true, built::take)
                if (summary.count != sealed.count && built.damage.none { it.segment == sealed.number }) {
                    built.take(Damage(sealed.number, sealed.length, sealed.length, header = null))
                }
            }
            val file = opened.getValue(manifest.active)
            val summary = scan(file, manifest.active, 0, file.size(), isSealed = false, built::take)
            durableEnd = syncBeforeShowing(summary, file)
            end = summary.end
            current = next
            index = built
            segments = opened.also { opened = segments }
            return summary.torn
        } finally {
            // Those that were replaced or, after a failure, those that were to replace them.
            opened.values.forEach { it.close() }
        }
    }

    /** Other programs acknowledge after their own sync; what is shown here before that must not be lost either. */
    private fun syncBeforeShowing(summary: SegmentScanner.Summary, file: FileChannel): Long {
        if (summary.watermark >= summary.dataEnd) return summary.watermark
        medium.sync(file)
        return summary.end
    }

    // Reading

    /** The newest record of an id, null where there is none; fails where it is damaged, or may have been lost to damage. */
    fun read(kind: RecordKind, id: String): StoredRecord? = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> null
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> {
            val location = found.entry.locations.last()
            val record = record(kind, id, found.entry.version, location)
            when {
                record.hasDocument -> record
                record.acceptsLosses -> null
                else -> throw lost(id, location)
            }
        }
    }

    /** The newest version of an id, 0 where there is none. */
    fun version(kind: RecordKind, id: String): Long = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> 0
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> found.entry.version
    }

    /** All records of an id, in order; fails where one of them is damaged or missing. */
    fun chain(kind: RecordKind, id: String): Links = when (val found = index.lookup(kind, id)) {
        is JournalIndex.Lookup.Absent -> Links(emptyList(), 0)
        is JournalIndex.Lookup.Damaged -> throw corrupt(id, found.damage)
        is JournalIndex.Lookup.Found -> {
            val locations = found.entry.locations
            val records = locations.mapIndexed { place, location -> record(kind, id, place + 1L, location) }
            val accepted = records.indexOfLast { it.acceptsLosses }
            val lost = records.indexOfLast { !it.hasDocument }
            if (lost > accepted) throw lost(id, locations[lost])
            Links(records.filter { it.hasDocument }, records.size.toLong())
        }
    }

    /** The record that carries a run of domain events. */
    fun line(run: JournalIndex.OutboxRun): StoredRecord = line(run.location, id = null)

    private fun record(kind: RecordKind, id: String, version: Long, location: RecordLocation): StoredRecord {
        val record = line(location, id)
        val header = record.header
        if (header.kind != kind.name || header.id != id || header.version != version) {
            throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: another record stands there"))
        }
        if (header.schema > RecordKind.SCHEMA) {
            val cause = "${kind.name} $id has schema ${header.schema}, this program reads ${RecordKind.SCHEMA}"
            throw StoreFailure(DomainError.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause))
        }
        return record
    }

    private fun line(location: RecordLocation, id: String?): StoredRecord {
        val line = StoreDirectory.read(segments.getValue(location.segment), location.offset, location.offset + location.length)
        val header = if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
        return header?.let { StoredRecord(it, line) }
            ?: throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: the checksum is wrong"))
    }

    // Inspecting

    /** Reads all files anew and tells what is wrong in them, in the order of the files. */
    fun inspectFiles(): List<StoreFinding> {
        if (isClosed) throw closed()
        val manifest = directory.readManifest()?.manifest ?: return emptyList()
        val findings = ArrayList<StoreFinding>()
        val found = JournalIndex()
        for (sealed in manifest.sealed) findings += inspect(sealed, found)
        directory.openSegment(manifest.active).use { file ->
            val summary = scan(file, manifest.active, 0, file.size(), isSealed = false, found::take)
            summary.torn?.let { torn ->
                val detail = "${torn.last + 1 - torn.first} bytes that nobody was promised"
                findings += StoreFinding(Problem.TORN_TAIL, JournalManifest.segmentName(manifest.active), torn.first, detail = detail)
            }
        }
        found.damage.mapTo(findings) { damage ->
            StoreFinding(
                if (damage.isOutOfOrder) Problem.ORDER else Problem.DAMAGE,
                JournalManifest.segmentName(damage.segment),
                damage.start,
                damage.header?.let { "${it.kind} ${it.id}" },
                "${damage.end - damage.start} bytes",
            )
        }
        return findings + missingEvents(found)
    }

    private fun inspect(sealed: JournalManifest.Sealed, found: JournalIndex): List<StoreFinding> {
        val name = JournalManifest.segmentName(sealed.number)
        val bytes = directory.openSegment(sealed.number).use { StoreDirectory.read(it, 0, sealed.length) }
        val summary = SegmentScanner.scan(bytes, 0, sealed.length, sealed.number, isSealed = true, found::take)
        return buildList {
            if (summary.count != sealed.count) {
                add(StoreFinding(Problem.DAMAGE, name, detail = "${summary.count} records, the manifest says ${sealed.count}"))
            }
            if (Checksum.of(bytes, 0, bytes.size) != sealed.checksum) {
                add(StoreFinding(Problem.DAMAGE, name, detail = "the checksum is wrong"))
            }
        }
    }

    private fun missingEvents(found: JournalIndex): List<StoreFinding> {
        var next = 1L
        return found.outbox.mapNotNull { run ->
            val expected = next
            next = run.lastSequence + 1
            if (run.firstSequence == expected) null else StoreFinding(
                Problem.EVENTS,
                JournalManifest.segmentName(run.location.segment),
                run.location.offset,
                detail = "events $expected to ${run.firstSequence - 1} are missing",
            )
        }
    }

    private fun lost(id: String, location: RecordLocation) =
        StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: what stood there was lost to damage"))

    // Writing

    /** Stores all of the writes, or none. Whatever it answers or throws has happened by then. */
    fun commit(writes: List<Write>): Outcome {
        poison?.let { throw StoreFailure(it) }
        if (isClosed) throw closed()
        if (current == null) directory.create()
        return lock.holding(isShared = false, lockTimeLimit) {
            if (current == null && directory.readManifest() == null) directory.createFirstManifest()
            val torn = catchUp()
            refuseOlderWriter()
            index.damage.firstOrNull()?.let { damage ->
                val cause = "${damage.place}: damaged; nothing is written until it is repaired"
                throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = damage.header?.id, cause = cause))
            }
            directory.openSegment(activeNumber, READ, WRITE).use { file ->
                if (torn != null) {
                    val copy = directory.quarantine(torn, file, activeNumber)
                    tails += RecoveredTail(JournalManifest.segmentName(activeNumber), torn, copy)
                }
                conflict(writes) ?: append(lines(writes), file)
            }
        }
    }

    private fun closed() = StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "the store has been closed"))

    private fun refuseOlderWriter() {
        val least = checkNotNull(current).manifest.minWriter
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
                watermark = durableEnd,
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
            medium.write(file, bytes, end)
            isWritten = true
            medium.sync(file)
        } catch (failure: IOException) {
            val error = StoreFailure.of(failure)
            // A full disk loses nothing; after a failed sync nothing is retried, since the system may have forgotten what it did not write.
            if (isWritten || error.code != Code.STORE_FULL) poison(error)
            takeBack(file)
            throw StoreFailure(error)
        }
        durableEnd = end + bytes.size
        SegmentScanner.scan(bytes, end, durableEnd, activeNumber, isSealed = false, index::take)
        end = durableEnd
        isMarkDue = true
        return Outcome.Committed
    }

    private fun takeBack(file: FileChannel) {
        try {
            file.truncate(end)
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
            segments.values.forEach { it.close() }
            lock.release()
        }
    }

    private fun writeMark() {
        if (!isMarkDue || poison != null || durableEnd < end) return
        lock.holding(isShared = false, timeLimit = 0) {
            // Where somebody else has appended, their own record or mark will say it.
            if (!isUpToDate()) return@holding
            directory.openSegment(activeNumber, READ, WRITE).use { file ->
                try {
                    medium.write(file, RecordLine.mark(end), end)
                } catch (_: IOException) {
                    file.truncate(end)
                }
            }
        }
    }

    companion object {
        private const val ACCEPTED = "{\"gone\":\"accepted\"}"

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

        /** The failure of reading something that damage stands in the way of. */
        fun corrupt(id: String?, damage: Damage) =
            StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "${damage.place}: damaged"))

        private fun scan(file: FileChannel, number: Long, start: Long, end: Long, isSealed: Boolean, sink: (JournalItem) -> Unit) =
            SegmentScanner.scan(StoreDirectory.read(file, start, end), start, end, number, isSealed, sink)
    }
}
