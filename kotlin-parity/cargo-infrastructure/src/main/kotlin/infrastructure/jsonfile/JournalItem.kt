package io.github.cargokit.infrastructure.jsonfile

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
