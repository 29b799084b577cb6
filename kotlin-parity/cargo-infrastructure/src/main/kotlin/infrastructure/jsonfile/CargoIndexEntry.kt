package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.needs

/** What cargos are found by, besides their customer (docs/design/journal-files.md). */
internal enum class CargoKeyFamily { VOYAGE, PLACE, NEED, REFERENCE }

/** What a record's header says of a cargo, so that it can be indexed without its document (`spec/files/README.md`). */
internal data class CargoIndexEntry(
    /** The voyages of the itinerary in ASCII order; null without one. */
    val voyages: List<String>? = null,
    /** The needs that hold, in ASCII order; null if none does. */
    val needs: List<String>? = null,
    /**
     * The port where the cargo lies, or an empty list; null if the record doesn't say, as the first ones of schema 2.
     */
    val places: List<String>? = null,
    /** The references as keys, each once, in ASCII order; null without one. */
    val references: List<String>? = null,
    /** From when the cargo counts as overdue by plan, in milliseconds since 1970. */
    val overdueFrom: Long? = null,
) {
    /** The keys of a family; null if the record doesn't tell them. */
    fun keys(family: CargoKeyFamily): List<String>? = when (family) {
        CargoKeyFamily.VOYAGE -> voyages.orEmpty()
        CargoKeyFamily.PLACE -> places
        CargoKeyFamily.NEED -> needs.orEmpty()
        CargoKeyFamily.REFERENCE -> references.orEmpty()
    }

    companion object {
        /** The entry of a cargo as it is stored. */
        fun of(cargo: Cargo) = CargoIndexEntry(
            voyages = cargo.voyageNumbers.map { it.text }.ifEmpty { null },
            needs = cargo.needs.map { it.name }.sorted().ifEmpty { null },
            places = listOfNotNull(cargo.delivery.currentPort?.text),
            references = cargo.references.map(::key).distinct().sorted().ifEmpty { null },
            overdueFrom = cargo.plannedTimeDue?.epochMilliseconds,
        )

        private const val LONGEST_KEY = 200

        /**
         * A reference as a key: `TYPE:VALUE` in printable ASCII without quotation marks and backslashes.
         *
         * Everything else, and `%`, is percent-encoded. A long key is cut off, because a key only names the cargos to
         * look into.
         */
        fun key(reference: CargoReference): String = buildString {
            append(reference.type.name).append(':')
            for (byte in reference.value.encodeToByteArray()) {
                val char = byte.toInt().toChar()
                if (char in ' '..'~' && char !in "\"\\%") append(char)
                else append('%').append(HEX[byte.toInt() shr 4 and 15]).append(HEX[byte.toInt() and 15])
            }
        }.take(LONGEST_KEY)

        private const val HEX = "0123456789ABCDEF"
    }
}
