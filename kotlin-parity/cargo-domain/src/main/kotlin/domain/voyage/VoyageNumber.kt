package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Identifier
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import kotlin.jvm.JvmInline

/**
 * The identity of a voyage.
 *
 * 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive. Rule VAL-ID-3.
 */
@JvmInline
public value class VoyageNumber private constructor(
    /** The text as given. */
    public val text: String,
) : Comparable<VoyageNumber> {
    /** Orders by ASCII code. */
    override fun compareTo(other: VoyageNumber): Int = text.compareTo(other.text)

    override fun toString(): String = text

    public companion object {
        /** Parses a voyage number. Fails with `voyage_number_invalid`, with the text as given. */
        public fun parse(text: String): Result<VoyageNumber> =
            if (Identifier.isValid(text)) Result.Success(VoyageNumber(text))
            else invalid(DomainError.Code.VOYAGE_NUMBER_INVALID, text)
    }
}
