package cargo.infrastructure.jsonfile

/** A record as it was read, its checksum found right. */
internal class JournalRecord(val header: RecordHeader, val line: ByteArray) {
    /** Whether the document is there: compaction takes it out of superseded records, repair out of lost ones. */
    val hasDocument: Boolean get() = header.schema > 0

    /** Whether somebody has said that what was lost of the id before may be missing. */
    val acceptsLosses: Boolean
        get() = !hasDocument && String(line, header.document.start, header.document.end - header.document.start) == ACCEPTED

    private companion object {
        const val ACCEPTED = "{\"gone\":\"accepted\"}"
    }
}
