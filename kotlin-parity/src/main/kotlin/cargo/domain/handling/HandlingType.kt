package cargo.domain.handling

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.invalid

/**
 * What is done to a cargo (HND-1), in the order in which things done at the same instant must have come (HND-4).
 *
 * The constants' names are the spellings on the wire.
 */
enum class HandlingType(
    /** Whether the activity belongs to a voyage: LOAD and UNLOAD require one, the others prohibit it. */
    val needsVoyage: Boolean,
) {
    /** Taken over from the customer. */
    RECEIVE(needsVoyage = false),

    /** Taken ashore. */
    UNLOAD(needsVoyage = true),

    /** Cleared by customs. */
    CUSTOMS(needsVoyage = false),

    /** Taken on board. */
    LOAD(needsVoyage = true),

    /** Handed over to the customer. */
    CLAIM(needsVoyage = false),
    ;

    companion object {
        /** Parses one of the five spellings, which are exact. Fails with `handling_type_invalid` and the text as given. */
        fun parse(text: String): Result<HandlingType> =
            entries.firstOrNull { it.name == text }?.let { Result.Success(it) } ?: invalid(DomainError.Code.HANDLING_TYPE_INVALID, text)
    }
}
