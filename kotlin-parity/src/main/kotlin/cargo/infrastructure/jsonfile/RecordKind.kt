package cargo.infrastructure.jsonfile

/** A sort of record that a journal holds: its name in the `t` field and how its versions live on. */
internal data class RecordKind(
    val name: String,
    /** Whether every record of an id stays readable, record n being the n-th; otherwise the newest one carries the whole state. */
    val isChained: Boolean = false,
) {
    companion object {
        /** The newest schema of documents that this program reads, and the one that it writes. */
        const val SCHEMA = 1L

        val CARGO = RecordKind("cargo")

        /** Record n of a cargo is the n-th handling event stored for it. */
        val HANDLING = RecordKind("handling", isChained = true)
        val VOYAGE = RecordKind("voyage")
        val LOCATION = RecordKind("location")

        /** Reservations of tracking ids for idempotency keys. */
        val BOOKING_KEY = RecordKind("key")

        /** What a store of this kit holds. */
        val ALL = listOf(CARGO, HANDLING, VOYAGE, LOCATION, BOOKING_KEY)

        /** The kind of that name; one that this program does not know is kept track of, so that nothing of it is lost. */
        fun of(name: String): RecordKind = ALL.firstOrNull { it.name == name } ?: RecordKind(name)
    }
}
