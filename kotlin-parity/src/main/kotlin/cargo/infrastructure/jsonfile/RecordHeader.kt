package cargo.infrastructure.jsonfile

/** The fields that stand before a record's document: all that the index needs to know. */
internal data class RecordHeader(
    /** The offset in the same segment up to which all bytes were known to be on the medium when this record was written. */
    val watermark: Long,
    val kind: String,
    val id: String = "",
    /** The version that this record stores, counted from 1. */
    val version: Long = 0,
    /** The schema version of the document. */
    val schema: Long = 0,
    val customer: String? = null,
    /** Null for a commit of one record. */
    val batch: Batch? = null,
    /** The sequence number of the first domain event, and how many there are; 0 and 0 where there is none. */
    val firstSequence: Long = 0,
    val eventCount: Long = 0,
    /** Where the document stands in the line. */
    val document: Span = Span.NONE,
    /** Where the list of domain events stands in the line, brackets included. */
    val events: Span = Span.NONE,
) {
    /** A record's place in a commit of several: member `index`, counted from 0, of `count`. */
    data class Batch(val index: Long, val count: Long)

    /** A stretch of a line, from `start` to before `end`. */
    data class Span(val start: Int, val end: Int) {
        companion object {
            val NONE = Span(0, 0)
        }
    }

    /** Whether the record says nothing but how much is durable. */
    val isMark: Boolean get() = kind == MARK_KIND

    companion object {
        const val MARK_KIND = "~mark"
    }
}

/** Where a record's line stands; in journal order. */
internal data class RecordLocation(val segment: Long, val offset: Long, val length: Int) : Comparable<RecordLocation> {
    override fun compareTo(other: RecordLocation): Int = compareValuesBy(this, other, { it.segment }, { it.offset })

    /** File and offset, for messages. */
    override fun toString(): String = "${JournalManifest.segmentName(segment)} at offset $offset"
}
