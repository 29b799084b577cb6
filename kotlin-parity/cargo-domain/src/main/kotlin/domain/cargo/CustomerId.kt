package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Identifier
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import kotlin.jvm.JvmInline

/**
 * The customer who booked a cargo.
 *
 * The kit stores nothing else about customers.
 *
 * 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive. Rule VAL-ID-3.
 */
@JvmInline
public value class CustomerId private constructor(
    /** The text as given. */
    public val text: String,
) : Comparable<CustomerId> {
    /** Orders by ASCII code. */
    override fun compareTo(other: CustomerId): Int = text.compareTo(other.text)

    override fun toString(): String = text

    public companion object {
        /** Parses a customer id. Fails with `customer_id_invalid`, with the text as given. */
        public fun parse(text: String): Result<CustomerId> =
            if (Identifier.isValid(text)) Result.Success(CustomerId(text))
            else invalid(DomainError.Code.CUSTOMER_ID_INVALID, text)
    }
}
