package cargo.domain.handling

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.invalid

/**
 * What is done to a cargo (HND-1), in the sort order of events completed at the same instant (HND-4).
 *
 * The names are the spellings on the wire.
 */
enum class HandlingType(
    /** Whether the activity takes place on a voyage: LOAD and UNLOAD require a voyage number, the others prohibit it. */
    val needsVoyage: Boolean,
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

    companion object {
        /** Parses the exact upper-case spelling of a type. Fails with `handling_type_invalid`, with the text as given. */
        fun parse(text: String): Result<HandlingType> =
            entries.firstOrNull { it.name == text }?.let { Result.Success(it) } ?: invalid(DomainError.Code.HANDLING_TYPE_INVALID, text)
    }
}
