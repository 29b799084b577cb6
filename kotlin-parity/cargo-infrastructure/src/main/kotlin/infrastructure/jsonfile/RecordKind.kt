package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.voyage.Voyage

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

        /** The schema of a record which says that its id was removed, for every kind (`spec/files/README.md`). */
        const val REMOVED = 255L

        /** The document of a cargo has the oldest schema that knows all of its members, from 2 to 5. */
        val CARGO = RecordKind("cargo", newestSchema = 5)

        /** Record n of a cargo is the n-th registration (schema 1) or retraction (schema 2) stored for it. */
        val HANDLING = RecordKind("handling", isChained = true, newestSchema = 2)

        /** The document of a voyage has schema 2 if it has details or reports, and schema 1 otherwise. */
        val VOYAGE = RecordKind("voyage", newestSchema = 2)
        val LOCATION = RecordKind("location")

        /** The tracking ids reserved for idempotency keys. */
        val BOOKING_KEY = RecordKind("key")

        /** Which handling of a cargo came from which event of a carrier: kept as the Swift kit writes it. */
        val CARRIER_LOG = RecordKind("carrierlog")

        /** All kinds of records that this kit reads. */
        val ALL = listOf(CARGO, HANDLING, VOYAGE, LOCATION, BOOKING_KEY)

        /** Returns the schema of a cargo's document. */
        fun schema(cargo: Cargo): Long = when {
            cargo.references.any { it.type == ReferenceType.EQUIPMENT } -> 5
            cargo.promisedArrival != null || cargo.holds.isNotEmpty() || cargo.pickUpBy != null -> 4
            cargo.references.isNotEmpty() -> 3
            else -> 2
        }

        /** Returns the schema of a voyage's document. */
        fun schema(voyage: Voyage): Long = if (voyage.details.isEmpty && voyage.reports.isEmpty()) 1 else 2

        /**
         * Returns the kind with this name, under which its records are indexed. Unknown kinds are indexed too, so that
         * nothing of them is lost.
         */
        fun of(name: String): RecordKind = ALL.firstOrNull { it.name == name } ?: RecordKind(name)
    }
}
