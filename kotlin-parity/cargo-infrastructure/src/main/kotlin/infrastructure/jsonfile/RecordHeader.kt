package io.github.cargokit.infrastructure.jsonfile

/** The fields before a record's document: everything that the index needs. */
internal data class RecordHeader(
    /** The offset in the same segment up to which all bytes were known to be on disk when this record was written. */
    val watermark: Long,
    val kind: String,
    val id: String = "",
    /** The version that this record stores, starting at 1. */
    val version: Long = 0,
    /** The schema version of the document. */
    val schema: Long = 0,
    val customer: String? = null,
    /** The fields by which cargos are indexed; empty for other kinds and for cargos of schema 1. */
    val cargoIndex: CargoIndexEntry = CargoIndexEntry(),
    /** Null for a commit with a single record. */
    val batch: Batch? = null,
    /** The sequence number of the first domain event and the number of events; both 0 if there are none. */
    val firstSequence: Long = 0,
    val eventCount: Long = 0,
    /** The range of the document in the line. */
    val document: Span = Span.NONE,
    /** The range of the array of domain events in the line, including brackets. */
    val events: Span = Span.NONE,
) {
    /** A record's position in a multi-record commit: member `index` (from 0) of `count`. */
    data class Batch(val index: Long, val count: Long)

    /** A range of bytes in a line, from `start` up to `end`. */
    data class Span(val start: Int, val end: Int) {
        companion object {
            val NONE = Span(0, 0)
        }
    }

    /** Whether the record is a mark, which only states how far the segment is durable. */
    val isMark: Boolean get() = kind == MARK_KIND

    /** Whether the record says that its id was removed. */
    val isRemoved: Boolean get() = schema == RecordKind.REMOVED

    companion object {
        const val MARK_KIND = "~mark"
    }
}

/** The location of a record's line. Sorts in journal order. */
internal data class RecordLocation(val segment: Long, val offset: Long, val length: Int) : Comparable<RecordLocation> {
    override fun compareTo(other: RecordLocation): Int = compareValuesBy(this, other, { it.segment }, { it.offset })

    /** The file and the offset, for messages. */
    override fun toString(): String = "${JournalManifest.segmentName(segment)} at offset $offset"
}

/** A record as read from a segment, with a verified checksum. */
internal class JournalRecord(val header: RecordHeader, val line: ByteArray) {
    /** Whether the document is present. Compaction removes it from superseded records, and repair from lost ones. */
    val hasDocument: Boolean get() = header.schema > 0

    /** Whether an operator has accepted that earlier records of this id are lost. */
    val acceptsLosses: Boolean
        get() = !hasDocument && String(
            line,
            header.document.start,
            header.document.end - header.document.start,
        ) == ACCEPTED

    private companion object {
        const val ACCEPTED = "{\"gone\":\"accepted\"}"
    }
}

/** An item found by scanning a journal, in journal order. */
internal sealed interface JournalItem {
    /** A record with a correct checksum, along with the rest of its commit, if any. */
    data class Record(val header: RecordHeader, val location: RecordLocation) : JournalItem

    /** Acknowledged bytes that have changed since they were written. */
    data class Damage(
        val segment: Long,
        val start: Long,
        val end: Long,
        /**
         * The record that was there, if a single changed byte explains the damage; null if it may have been any record.
         */
        val header: RecordHeader?,
        /** Whether the record is intact but doesn't follow the one before it. */
        val isOutOfOrder: Boolean = false,
    ) : JournalItem {
        /** The file and the offset, for messages. */
        val place: String get() = "${JournalManifest.segmentName(segment)} at offset $start"
    }
}
