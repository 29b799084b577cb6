package io.github.cargokit.infrastructure.jsonfile

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
