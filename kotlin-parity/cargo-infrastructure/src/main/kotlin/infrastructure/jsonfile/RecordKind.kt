package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.cargo.Cargo

/** A kind of record: its name in the `t` field, and how its versions are kept. */
internal data class RecordKind(
    val name: String,
    /**
     * Whether all records of an id stay readable, record n being the n-th. Otherwise the newest one carries the whole
     * state.
     */
    val isChained: Boolean = false,
    /** The newest schema version of documents that this program reads and writes. */
    val newestSchema: Long = SCHEMA,
) {
    companion object {
        /** The schema version of documents whose shape never changed. */
        const val SCHEMA = 1L

        /** A cargo has schema 3 if it has references, which older programs don't know, and schema 2 otherwise. */
        val CARGO = RecordKind("cargo", newestSchema = 3)

        /** Record n of a cargo is the n-th registration (schema 1) or retraction (schema 2) stored for it. */
        val HANDLING = RecordKind("handling", isChained = true, newestSchema = 2)
        val VOYAGE = RecordKind("voyage")
        val LOCATION = RecordKind("location")

        /** The tracking ids reserved for idempotency keys. */
        val BOOKING_KEY = RecordKind("key")

        /** All kinds of records in a store of this kit. */
        val ALL = listOf(CARGO, HANDLING, VOYAGE, LOCATION, BOOKING_KEY)

        /** Returns the schema of a cargo's document. */
        fun schema(cargo: Cargo): Long = if (cargo.references.isEmpty()) 2 else CARGO.newestSchema

        /** Returns the kind with this name. Unknown kinds are indexed too, so that nothing of them is lost. */
        fun of(name: String): RecordKind = ALL.firstOrNull { it.name == name } ?: RecordKind(name)
    }
}
