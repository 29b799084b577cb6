package io.github.cargokit.infrastructure.jsonfile

/** A problem in a store's files. */
public data class StoreFinding(
    val problem: Problem,
    /** The file's name in the store. */
    val file: String,
    /** The offset in the file, in bytes; null if the problem concerns the whole file. */
    val offset: Long? = null,
    /** The affected record, such as `cargo ABC123`, if known. */
    val record: String? = null,
    /** Details for people. */
    val detail: String = "",
) {
    /** The kind of problem. */
    public enum class Problem(
        /** The name on the wire. */
        public val text: String,
    ) {
        /** The manifest can't be read, or doesn't match the files. */
        MANIFEST("manifest"),

        /** Acknowledged bytes have changed since they were written. */
        DAMAGE("damage"),

        /** A record doesn't follow the one before it. */
        ORDER("order"),

        /** Bytes at the end that were never acknowledged. The next save moves them to `quarantine/`. */
        TORN_TAIL("torn_tail"),

        /** Domain events are missing from the sequence. */
        EVENTS("events"),

        /**
         * An intact record doesn't hold a valid aggregate, or is the newest remaining one of an id that may have had a
         * newer one.
         */
        DOCUMENT("document"),
    }
}
