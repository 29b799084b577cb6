package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.infrastructure.jsonfile.JournalItem.Damage
import java.nio.channels.FileChannel

/** A journal as it was when it was looked at last: where everything stands, and what stands there. */
internal class JournalReader(private val directory: StoreDirectory, private val medium: Medium) {
    /** The records of an id that are there, and how many there ever were. */
    class Links(val records: List<JournalRecord>, val count: Long)

    /** The manifest in force; null while there is no store. */
    var current: StoreDirectory.CurrentManifest? = null
        private set

    private var segments = HashMap<Long, FileChannel>()

    /** Where the last record ends in the active segment. */
    var end = 0L
        private set

    /** How far the active segment is known to be on the medium. */
    var durableEnd = 0L
        private set

    /** Where everything stands, as of the last look. */
    var index = JournalIndex()
        private set

    /** The number of the segment that is appended to; only where there is a store. */
    val activeNumber: Long get() = checkNotNull(current).manifest.active

    private val active: FileChannel get() = segments.getValue(activeNumber)

    // Keeping up

    /** Whether nothing has been appended since, and the set of files is the same. */
    fun isUpToDate(): Boolean {
        if (directory.readManifest() != current) return false
        if (current == null) return true
        // The newline of the last line known, and behind it nothing, or newlines that were set aside for what comes.
        val known = minOf(end, 1)
        val bytes = StoreDirectory.read(active, end - known, end + 1)
        return bytes.size >= known && bytes.all { it == RecordLine.NEW_LINE }
    }

    /** Takes in what was committed since; the caller holds the lock. Gives the tail that counts for nothing, if there is one. */
    fun catchUp(): LongRange? {
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
        val summary = SegmentScanner.scan(active, end, size, activeNumber, isSealed = false, items::add)
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
                val summary = SegmentScanner.scan(opened.getValue(sealed.number), 0, sealed.length, sealed.number, isSealed = true, built::take)
                if (summary.count != sealed.count && built.damage.none { it.segment == sealed.number }) {
                    built.take(Damage(sealed.number, sealed.length, sealed.length, header = null))
                }
            }
            val file = opened.getValue(manifest.active)
            val summary = SegmentScanner.scan(file, 0, file.size(), manifest.active, isSealed = false, built::take)
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

    /** Takes in lines that were just appended and synced. */
    fun takeAppended(bytes: ByteArray) {
        durableEnd = end + bytes.size
        SegmentScanner.scan(bytes, end, durableEnd, activeNumber, isSealed = false, index::take)
        end = durableEnd
    }

    /** Closes the files. */
    fun close() = segments.values.forEach { it.close() }

    // Reading

    /** The newest record of an id, null where there is none; fails where it is damaged, or may have been lost to damage. */
    fun read(kind: RecordKind, id: String): JournalRecord? = when (val found = index.lookup(kind, id)) {
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
    fun line(run: JournalIndex.OutboxRun): JournalRecord = line(run.location, id = null)

    /** One record of an id; fails where another one stands there. */
    fun record(kind: RecordKind, id: String, version: Long, location: RecordLocation): JournalRecord {
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

    private fun line(location: RecordLocation, id: String?): JournalRecord {
        val line = StoreDirectory.read(segments.getValue(location.segment), location.offset, location.offset + location.length)
        val header = if (RecordLine.isIntact(line, 0, line.size)) RecordLine.header(line, 0, line.size) else null
        return header?.let { JournalRecord(it, line) }
            ?: throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: the checksum is wrong"))
    }

    private fun lost(id: String, location: RecordLocation) =
        StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "$location: what stood there was lost to damage"))

    companion object {
        /** The failure of reading something that damage stands in the way of. */
        fun corrupt(id: String?, damage: Damage) =
            StoreFailure(DomainError.corruptRecord(rule = "journal", id = id, cause = "${damage.place}: damaged"))
    }
}
