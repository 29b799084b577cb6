package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result

/** What someone typed to name a cargo: a tracking id, or a reference of some type (REF-1). */
public data class CargoLookup(
    /** The tracking id; null if the text can't be one. */
    public val trackingId: TrackingId? = null,
    /** The references, at most one of each type. */
    public val references: List<CargoReference> = emptyList(),
) {
    /** Whether the text can be neither a tracking id nor a reference. */
    public val isEmpty: Boolean get() = trackingId == null && references.isEmpty()

    /**
     * The lookup for someone who may only track: without customers' own references, which aren't for others to guess.
     */
    public val forPublic: CargoLookup get() = copy(references = references.filter { it.type != ReferenceType.CUSTOMER })

    public companion object {
        /**
         * Reads what someone typed: a tracking id in any case; a reference of any type; or a type, a colon and a value,
         * such as `CONTAINER:MSKU1234565`.
         *
         * White space around the text is dropped. Of a container number, spaces, hyphens and lower case are forgiven.
         */
        public fun typed(text: String): CargoLookup {
            val given = text.trim()
            val type = typeOf(given.substringBefore(':', missingDelimiterValue = ""))
            if (type != null) return CargoLookup(references = listOfNotNull(reference(type, given.substringAfter(':'))))
            return CargoLookup(
                trackingId = TrackingId.parse(upperCase(given)).valueOrNull(),
                references = ReferenceType.entries.mapNotNull { reference(it, given) },
            )
        }

        private fun typeOf(name: String): ReferenceType? {
            val word = upperCase(name.trim()).replace(' ', '_').replace('-', '_')
            return ReferenceType.entries.firstOrNull { it.name == word }
        }

        private fun reference(type: ReferenceType, text: String): CargoReference? {
            val isContainer = type == ReferenceType.CONTAINER
            val value = if (isContainer) upperCase(text.filter { !it.isWhitespace() && it != '-' }) else text.trim()
            return CargoReference.create(type, value).valueOrNull()
        }

        /** The text with ASCII letters in upper case. */
        private fun upperCase(text: String): String =
            text.map { if (it in 'a'..'z') it - ('a' - 'A') else it }.joinToString("")

        private fun <T : Any> Result<T>.valueOrNull(): T? = (this as? Result.Success)?.value
    }
}
