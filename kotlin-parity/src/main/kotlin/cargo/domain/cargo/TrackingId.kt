package cargo.domain.cargo

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.invalid
import cargo.domain.shared.isAsciiDigit
import cargo.domain.shared.isAsciiUppercase

/**
 * The identity of a cargo, as people read it aloud.
 *
 * 3 to 36 ASCII characters; the first and the last are `A-Z 0-9`, the others `A-Z 0-9 -`. Nothing is trimmed or folded. Rule VAL-ID-1.
 */
@JvmInline
value class TrackingId private constructor(
    /** The id itself. */
    val text: String,
) : Comparable<TrackingId> {
    /** ASCII order. */
    override fun compareTo(other: TrackingId): Int = text.compareTo(other.text)

    override fun toString(): String = text

    companion object {
        private const val ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

        /** Parses a tracking id. Fails with `tracking_id_invalid` and the text as given. */
        fun parse(text: String): Result<TrackingId> {
            val isSound = text.length in 3..36 && text.first() != '-' && text.last() != '-' &&
                text.all { it.isAsciiUppercase || it.isAsciiDigit || it == '-' }
            return if (isSound) Result.Success(TrackingId(text)) else invalid(DomainError.Code.TRACKING_ID_INVALID, text)
        }

        /**
         * The id that the lowest 60 of 64 random bits spell: 12 characters that are easy to read aloud (VAL-ID-2).
         *
         * Source: Douglas Crockford, "Base 32": digits and capital letters without I, L, O and U.
         */
        fun ofRandomBits(bits: Long): TrackingId =
            TrackingId(CharArray(12) { place -> ALPHABET[(bits ushr (5 * (11 - place)) and 31).toInt()] }.concatToString())
    }
}
