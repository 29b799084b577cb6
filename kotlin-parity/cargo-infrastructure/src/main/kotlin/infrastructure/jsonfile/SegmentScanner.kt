package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.infrastructure.jsonfile.JournalItem.Damage
import io.github.cargokit.infrastructure.jsonfile.JournalItem.Record
import java.nio.channels.FileChannel

/**
 * Scans a range of a segment from front to back. Distinguishes records from damage, and damage from a torn tail,
 * without decoding documents.
 *
 * A bad range that starts at offset o is *damage* if a later valid record proves (with a watermark `s` > o) that o was
 * on disk before that record was written. Otherwise it is a *torn tail*, which was never acknowledged, together with
 * everything after it. In a sealed segment every bad range is damage. Newlines at the end of the active segment are
 * padding. A commit of several records counts only as a whole, unless damage took some of its members.
 */
internal class SegmentScanner private constructor(
    private val bytes: ByteArray,
    private val base: Long,
    private val nominalEnd: Long,
    private val segment: Long,
    private val isSealed: Boolean,
    private val sink: (JournalItem) -> Unit,
) {
    /** The result of a scan. */
    class Summary(
        /** The end of the last record that counts. */
        val end: Long,
        /** The range after [end] that doesn't count, if any. */
        val torn: LongRange?,
        /** The highest watermark seen. */
        val watermark: Long,
        /** The end of the last record that isn't a mark. */
        val dataEnd: Long,
        /** The number of records that count, including marks. */
        val count: Long,
    )

    /** A bad range that may turn out to be damage or a torn tail. */
    private class Suspect(
        /** Where to truncate if it is a torn tail: the start of the commit that it broke. */
        val cut: Long,
        /** A watermark beyond this offset proves that it is damage. */
        val proof: Long,
        val start: Long,
        val end: Long,
        /** The valid members of the commit that it broke. */
        val members: List<Record>,
    ) {
        /** The records between this range and the next one. */
        val followers = ArrayList<Record>()
    }

    /** The index of the last byte that isn't a newline. Everything after it is padding. */
    private val lastNonBlank = (bytes.size - 1 downTo 0).firstOrNull { bytes[it] != RecordLine.NEW_LINE } ?: -1
    private var end = base
    private var dataEnd = base
    private var watermark = 0L
    private var count = 0L
    private val suspects = ArrayDeque<Suspect>()
    private var group = ArrayList<Record>()

    /** Whether damage may have taken the first members of the next commit. */
    private var isAfterBadStretch = false

    private fun run(): Summary {
        var next = 0
        var badStart = -1
        while (next < bytes.size) {
            if (badStart >= 0) {
                next = nextMark(bytes, next)
                if (next < 0) break
            } else if (!isSealed && lastNonBlank < next) {
                return finish(badStart, base + next)
            }
            val lineEnd = nextNewLine(next) + 1
            val header = if (lineEnd > 0 && RecordLine.isIntact(bytes, next, lineEnd)) RecordLine.header(
                bytes,
                next,
                lineEnd,
            ) else null
            if (header == null) {
                if (badStart < 0) badStart = next
                next++
                continue
            }
            if (badStart >= 0) suspect(base + badStart, base + next)
            badStart = -1
            take(Record(header, RecordLocation(segment, base + next, lineEnd - next)))
            next = lineEnd
        }
        // If a segment is shorter than it should be, the missing part is bad as well.
        val readEnd = base + bytes.size
        if (badStart < 0 && readEnd < nominalEnd) badStart = bytes.size
        // One of the newlines after a bad range may belong to it; the others are padding.
        val end = if (badStart < 0 || isSealed) nominalEnd else minOf(nominalEnd, base + lastNonBlank + 2)
        return finish(badStart, end)
    }

    private fun finish(badStart: Int, scanEnd: Long): Summary {
        if (badStart >= 0) suspect(base + badStart, scanEnd)
        if (group.isNotEmpty()) suspect(scanEnd, scanEnd)
        return Summary(end, suspects.firstOrNull()?.let { it.cut until scanEnd }, watermark, dataEnd, count)
    }

    private fun take(record: Record) {
        watermark = maxOf(watermark, record.header.watermark)
        while (suspects.isNotEmpty() && suspects.first().proof < watermark) emit(suspects.removeFirst())
        val batch = record.header.batch
        val continues = batch?.index == group.size.toLong() && batch.count == group.firstOrNull()?.header?.batch?.count
        if (group.isNotEmpty() && !continues) {
            // An incomplete commit followed by a record: another process wrote over it.
            suspect(record.location.offset, record.location.offset, proof = cutBefore(record.location.offset))
            return take(record)
        }
        if (batch == null) {
            isAfterBadStretch = false
            return pass(record)
        }
        if (batch.index == 0L) {
            isAfterBadStretch = false
        } else if (group.isEmpty()) {
            if (!isAfterBadStretch) suspect(record.location.offset, record.location.offset)
            return pass(record)
        }
        group += record
        if (group.size.toLong() == batch.count) {
            group.forEach(::pass)
            group = ArrayList()
        }
    }

    private fun cutBefore(offset: Long): Long = group.firstOrNull()?.location?.offset ?: offset

    private fun suspect(start: Long, end: Long, proof: Long = start) {
        val suspect = Suspect(cutBefore(start), proof, start, end, group)
        group = ArrayList()
        isAfterBadStretch = true
        if (isSealed || (suspects.isEmpty() && proof < watermark)) emit(suspect) else suspects += suspect
    }

    private fun pass(record: Record) {
        val suspect = suspects.lastOrNull()
        if (suspect == null) emit(record) else suspect.followers += record
    }

    /**
     * Emits a bad range as damage, split where records seem to begin, so that each piece can be explained on its own.
     */
    private fun emit(suspect: Suspect) {
        suspect.members.forEach(::emit)
        val bad = bytes.copyOfRange(
            minOf(suspect.start - base, bytes.size.toLong()).toInt(),
            minOf(suspect.end - base, bytes.size.toLong()).toInt(),
        )
        var start = 0
        while (true) {
            val next = nextMark(bad, start + 1)
            val pieceEnd = if (next < 0) bad.size else next
            val endOffset = if (next < 0) suspect.end else suspect.start + next
            sink(Damage(segment, suspect.start + start, endOffset, LineRepair.header(bad.copyOfRange(start, pieceEnd))))
            if (next < 0) break
            start = next
        }
        end = suspect.end
        dataEnd = suspect.end
        suspect.followers.forEach(::emit)
    }

    private fun emit(record: Record) {
        end = record.location.offset + record.location.length
        count++
        if (record.header.isMark) return
        dataEnd = end
        sink(record)
    }

    // Finding bytes

    private fun nextNewLine(from: Int): Int {
        for (index in from until bytes.size) if (bytes[index] == RecordLine.NEW_LINE) return index
        return -1
    }

    companion object {
        /**
         * Scans the bytes of a segment from `base`, where a record begins, up to `end`. There may be fewer bytes than
         * that.
         *
         * Emits the items in journal order.
         */
        fun scan(
            bytes: ByteArray,
            base: Long,
            end: Long,
            segment: Long,
            isSealed: Boolean,
            sink: (JournalItem) -> Unit,
        ): Summary = SegmentScanner(bytes, base, end, segment, isSealed, sink).run()

        /** Scans a range of a segment's file. */
        fun scan(
            file: FileChannel,
            start: Long,
            end: Long,
            segment: Long,
            isSealed: Boolean,
            sink: (JournalItem) -> Unit,
        ): Summary = scan(StoreDirectory.read(file, start, end), start, end, segment, isSealed, sink)

        /** Returns the index of the next text that starts like a record; −1 if there is none. */
        private fun nextMark(bytes: ByteArray, from: Int): Int {
            for (start in from..bytes.size - RecordLine.MARK.length) {
                if (bytes[start].toInt() != '{'.code) continue
                if (RecordLine.MARK.indices.all { bytes[start + it].toInt() == RecordLine.MARK[it].code }) return start
            }
            return -1
        }
    }
}
