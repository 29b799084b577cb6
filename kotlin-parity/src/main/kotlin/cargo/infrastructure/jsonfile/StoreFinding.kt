package cargo.infrastructure.jsonfile

/** Something wrong in a store's files. */
data class StoreFinding(
    val problem: Problem,
    /** The file's name in the store. */
    val file: String,
    /** Where in the file, in bytes; null for the whole of it. */
    val offset: Long? = null,
    /** Whose record it is, such as `cargo ABC123`, where that is known. */
    val record: String? = null,
    /** More, for people. */
    val detail: String = "",
) {
    /** What is wrong. */
    enum class Problem(
        /** The name on the wire. */
        val text: String,
    ) {
        /** The manifest cannot be read or does not fit the files. */
        MANIFEST("manifest"),

        /** Acknowledged bytes are not what was written. */
        DAMAGE("damage"),

        /** A record does not follow the one before it. */
        ORDER("order"),

        /** Bytes at the end that nobody was promised; the next save moves them to `quarantine/`. */
        TORN_TAIL("torn_tail"),

        /** Domain events are missing from the sequence. */
        EVENTS("events"),

        /** A record that is whole but holds no valid aggregate, or is the newest one left of an id that may have had a newer one. */
        DOCUMENT("document"),
    }
}
