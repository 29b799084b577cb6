package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.isAsciiDigit
import io.github.cargokit.domain.shared.isAsciiUppercase
import kotlin.jvm.JvmInline

/**
 * The identity of a cargo, designed to be read aloud.
 *
 * 3 to 36 ASCII characters; the first and the last are `A-Z 0-9`, the others `A-Z 0-9 -`. Text is neither trimmed nor
 * upper-cased. Rule VAL-ID-1.
 */
@JvmInline
public value class TrackingId private constructor(
    /** The id's text. */
    public val text: String,
) : Comparable<TrackingId> {
    /** Orders by ASCII code. */
    override fun compareTo(other: TrackingId): Int = text.compareTo(other.text)

    override fun toString(): String = text

    public companion object {
        private const val ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

        /** Parses a tracking id. Fails with `tracking_id_invalid`, with the text as given. */
        public fun parse(text: String): Result<TrackingId> {
            val isSound = text.length in 3..36 && text.first() != '-' && text.last() != '-' &&
                text.all { it.isAsciiUppercase || it.isAsciiDigit || it == '-' }
            return if (isSound) Result.Success(TrackingId(text))
            else invalid(DomainError.Code.TRACKING_ID_INVALID, text)
        }

        /**
         * Encodes the low 60 bits of `randomBits` as a tracking id of 12 characters (VAL-ID-2).
         *
         * Uses the digits and the capital letters except I, L, O and U, which are easily misread. Source: Douglas
         * Crockford, "Base 32".
         */
        public fun ofRandomBits(bits: Long): TrackingId =
            TrackingId(
                CharArray(12) { place -> ALPHABET[(bits ushr (5 * (11 - place)) and 31).toInt()] }.concatToString(),
            )
    }
}
