package cargo.domain.voyage

import cargo.domain.shared.DomainError
import cargo.domain.shared.Identifier
import cargo.domain.shared.Result
import cargo.domain.shared.invalid

/**
 * The identity of a voyage.
 *
 * 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive. Rule VAL-ID-3.
 */
@JvmInline
value class VoyageNumber private constructor(
    /** The text as given. */
    val text: String,
) : Comparable<VoyageNumber> {
    /** Orders by ASCII code. */
    override fun compareTo(other: VoyageNumber): Int = text.compareTo(other.text)

    override fun toString(): String = text

    companion object {
        /** Parses a voyage number. Fails with `voyage_number_invalid`, with the text as given. */
        fun parse(text: String): Result<VoyageNumber> =
            if (Identifier.isValid(text)) Result.Success(VoyageNumber(text)) else invalid(DomainError.Code.VOYAGE_NUMBER_INVALID, text)
    }
}
