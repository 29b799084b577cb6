package cargo.domain.cargo

import cargo.domain.shared.DomainError
import cargo.domain.shared.Identifier
import cargo.domain.shared.Result
import cargo.domain.shared.invalid

/**
 * Who booked a cargo; the kit knows no more of a customer than this id.
 *
 * 1 to 36 ASCII characters of `A-Z a-z 0-9 - _ .`, the first one alphanumeric; case counts. Rule VAL-ID-3.
 */
@JvmInline
value class CustomerId private constructor(
    /** The text as it was given. */
    val text: String,
) : Comparable<CustomerId> {
    /** ASCII order. */
    override fun compareTo(other: CustomerId): Int = text.compareTo(other.text)

    override fun toString(): String = text

    companion object {
        /** Parses a customer id. Fails with `customer_id_invalid` and the text as given. */
        fun parse(text: String): Result<CustomerId> =
            if (Identifier.isValid(text)) Result.Success(CustomerId(text)) else invalid(DomainError.Code.CUSTOMER_ID_INVALID, text)
    }
}
