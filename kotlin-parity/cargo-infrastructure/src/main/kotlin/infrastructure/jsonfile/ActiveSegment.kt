package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.infrastructure.jsonfile.JournalItem.Damage
import io.github.cargokit.infrastructure.jsonfile.JournalItem.Record
import java.nio.channels.FileChannel

/** The active segment, open for writing, with the records that aren't known to be durable yet. */
internal class ActiveSegment(val number: Long, val file: FileChannel, shown: Long) {
    /** The contents of a segment from some offset on. */
    class Stretch(
        val records: List<Record>,
        /** The end of the last record. */
        val end: Long,
        /** The bytes after [end] that aren't records, not counting padding. */
        val bad: LongRange?,
    )

    /** The end of the last known record. */
    var end = shown
        private set

    /**
     * The end of the data when the file was opened.
     *
     * A sync proves nothing about bytes before it that weren't durable by then: their write-back may have failed, and
     * the error may have been reported to a process that has died.
     */
    var witness = -1L
        private set

    private var pending: List<Record> = emptyList()

    /**
     * Reads the bytes after the known end, under [StoreLocks.Place.APPEND].
     *
     * @param shown the offset up to which the segment is durable.
     * @param appended the end of the last complete commit, from slot A.
     * @return the bytes that aren't records; null if there are none.
     */
    fun catchUp(shown: Long, appended: Long): LongRange? {
        if (appended < end || shown > end) {
            // Slot A doesn't count marks; and a writer may have taken back a commit for lack of space.
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

    /** Reads the file from `start`, where a record begins or the data ends. */
    fun stretch(start: Long, appended: Long): Stretch {
        val bytes = dataFrom(start, appended)
        val items = ArrayList<JournalItem>()
        // Blank lines before `appended` aren't padding: something was written there.
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

    /** Returns the bytes from `start` to the end of the file, or to the blank lines of the padding. */
    private fun dataFrom(start: Long, appended: Long): ByteArray {
        var length = if (appended > start) appended - start + 1 else 1
        while (true) {
            val bytes = StoreDirectory.read(file, start, start + length)
            if (bytes.size < length) return bytes
            // A blank line after everything that is known to have been appended ends the data: a killed writer leaves a
            // prefix of its write, never only later bytes.
            val isBlank =
                bytes.last() == RecordLine.NEW_LINE && (bytes.size == 1 || bytes[bytes.size - 2] == RecordLine.NEW_LINE)
            if (isBlank) return bytes
            length = maxOf(length * 2, FIRST_READ)
        }
    }

    /** Adds lines that were just written at [end]. */
    fun takeAppended(bytes: ByteArray) {
        val records = ArrayList<Record>()
        SegmentScanner.scan(bytes, end, end + bytes.size, number, isSealed = false) { records += it as Record }
        pending = pending + records
        end += bytes.size
    }

    /** Returns the newest record of an id among those that aren't published yet. */
    fun header(kind: RecordKind, id: String): RecordHeader? =
        pending.lastOrNull { it.header.kind == kind.name && it.header.id == id }?.header

    /** The sequence number of the next domain event, if a record that isn't published yet determines it. */
    val nextSequence: Long?
        get() = pending.lastOrNull { it.header.eventCount > 0 }?.header?.let { it.firstSequence + it.eventCount }

    fun close() = file.close()

    private companion object {
        const val FIRST_READ = 1L shl 16
    }
}
