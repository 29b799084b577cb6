package io.github.cargokit.domain.shared

import kotlin.jvm.JvmInline

/**
 * Why a booking was cancelled, a handling event was retracted, or a cargo is held: 1 to 200 Unicode scalars, without
 * control characters, and not only white space (VAL-TXT-2).
 */
@JvmInline
public value class Reason private constructor(
    /** The text as given. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        /** What stands in place of a reason once the customer is erased (CRG-18). */
        public val ERASED: Reason = Reason("ERASED")

        /**
         * Validates a reason, which is neither trimmed nor normalised. Fails with `reason_invalid`, with the text as
         * given.
         */
        public fun parse(text: String): Result<Reason> =
            if (text.isLine()) Result.Success(Reason(text)) else invalid(DomainError.Code.REASON_INVALID, text)
    }
}
