package cargo.infrastructure.jsonfile

/** What a scan of a journal finds, in journal order. */
internal sealed interface JournalItem {
    /** A record whose checksum is right, with the rest of its commit if it has one. */
    data class Record(val header: RecordHeader, val location: RecordLocation) : JournalItem

    /** Acknowledged bytes that are not what was written. */
    data class Damage(
        val segment: Long,
        val start: Long,
        val end: Long,
        /** The record that stood there, where a single flipped bit explains the damage; null where it may have been any record. */
        val header: RecordHeader?,
        /** Whether the record is whole and only does not follow the one before it. */
        val isOutOfOrder: Boolean = false,
    ) : JournalItem {
        /** File and offset, for messages. */
        val place: String get() = "${JournalManifest.segmentName(segment)} at offset $start"
    }
}
