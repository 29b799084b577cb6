package io.github.cargokit.domain.handling

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.spelled

/**
 * What is done to a cargo (HND-1), in the sort order of events completed at the same instant (HND-4).
 *
 * The names are the spellings on the wire.
 */
public enum class HandlingType(
    /**
     * Whether the activity takes place on a voyage: LOAD and UNLOAD require a voyage number, the others prohibit it.
     */
    public val needsVoyage: Boolean,
) {
    /** The carrier received the cargo from the customer. */
    RECEIVE(needsVoyage = false),

    /** The cargo was unloaded from a voyage. */
    UNLOAD(needsVoyage = true),

    /** The cargo cleared customs. */
    CUSTOMS(needsVoyage = false),

    /** The cargo was loaded onto a voyage. */
    LOAD(needsVoyage = true),

    /** The customer claimed the cargo. */
    CLAIM(needsVoyage = false),
    ;

    public companion object {
        /**
         * Parses the exact upper-case spelling of a type. Fails with `handling_type_invalid`, with the text as given.
         */
        public fun parse(text: String): Result<HandlingType> =
            entries.spelled(text, DomainError.Code.HANDLING_TYPE_INVALID)
    }
}
