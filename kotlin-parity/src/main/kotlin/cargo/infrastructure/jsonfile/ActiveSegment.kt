package cargo.infrastructure.jsonfile

import cargo.infrastructure.jsonfile.JournalItem.Damage
import cargo.infrastructure.jsonfile.JournalItem.Record
import java.nio.channels.FileChannel

/** The active segment as a writer sees it: open to be written, with the records that are not known to be durable. */
internal class ActiveSegment(val number: Long, val file: FileChannel, shown: Long) {
    /** What stands in a segment from some place on. */
    class Stretch(
        val records: List<Record>,
        /** Where the last record ends. */
        val end: Long,
        /** What follows [end] and is no record, padding apart. */
        val bad: LongRange?,
    )

    /** Where the last record that is known ends. */
    var end = shown
        private set

    /**
     * Where the data ended when the file was opened.
     *
     * A sync proves nothing about the bytes before it that were not durable then: their write-back may have failed, and the error may have gone to
     * a process that has died.
     */
    var witness = -1L
        private set

    private var pending: List<Record> = emptyList()

    /**
     * Reads what follows the known end, under [StoreLocks.Place.APPEND].
     *
     * @param shown how far the segment is durable.
     * @param appended where whole commits end, as slot A says.
     * @return what is there and is no record.
     */
    fun catchUp(shown: Long, appended: Long): LongRange? {
        if (appended < end || shown > end) {
            // Marks are not counted by slot A; and a writer without room may have taken back what it had appended.
            end = shown
            pending = emptyList()
        }
        pending = pending.filter { it.location.offset >= shown }
        val found = stretch(end, appended)
        pending = pending + found.records
        end = found.end
        if (witness < 0) witness = maxOf(end, found.bad?.let { it.last + 1 } ?: 0)
        return found.bad
    }

    /** What stands in the file from a place on, where a record begins or the data ends. */
    fun stretch(start: Long, appended: Long): Stretch {
        val bytes = dataFrom(start, appended)
        val items = ArrayList<JournalItem>()
        // Blank lines before `appended` are no padding: something has been there.
        val dataEnd = maxOf(start + bytes.size, appended)
        val summary = SegmentScanner.scan(bytes, start, dataEnd, number, isSealed = false, items::add)
        val records = items.takeWhile { it is Record }.map { it as Record }
        val damage = items.firstOrNull { it is Damage } as Damage?
        return when {
            damage != null -> Stretch(records, damage.start, damage.start until maxOf(dataEnd, damage.start + 1))
            summary.torn != null -> Stretch(records, summary.end, summary.torn)
            summary.end < appended -> Stretch(records, summary.end, summary.end until appended)
            else -> Stretch(records, summary.end, null)
        }
    }

    /** The bytes from a place on, to the end of the file or to the blank lines that it is filled ahead with. */
    private fun dataFrom(start: Long, appended: Long): ByteArray {
        var length = if (appended > start) appended - start + 1 else 1
        while (true) {
            val bytes = StoreDirectory.read(file, start, start + length)
            if (bytes.size < length) return bytes
            // A blank line behind all that is known to have been appended: a kill leaves the first bytes of a write, never later ones alone.
            val isBlank = bytes.last() == RecordLine.NEW_LINE && (bytes.size == 1 || bytes[bytes.size - 2] == RecordLine.NEW_LINE)
            if (isBlank) return bytes
            length = maxOf(length * 2, FIRST_READ)
        }
    }

    /** Counts lines that were just written at [end]. */
    fun takeAppended(bytes: ByteArray) {
        val records = ArrayList<Record>()
        SegmentScanner.scan(bytes, end, end + bytes.size, number, isSealed = false) { records += it as Record }
        pending = pending + records
        end += bytes.size
    }

    /** The newest record of an id among those that are not shown yet. */
    fun header(kind: RecordKind, id: String): RecordHeader? =
        pending.lastOrNull { it.header.kind == kind.name && it.header.id == id }?.header

    /** The sequence number of the next domain event, where a record that is not shown yet decides it. */
    val nextSequence: Long?
        get() = pending.lastOrNull { it.header.eventCount > 0 }?.header?.let { it.firstSequence + it.eventCount }

    fun close() = file.close()

    private companion object {
        const val FIRST_READ = 1L shl 16
    }
}
