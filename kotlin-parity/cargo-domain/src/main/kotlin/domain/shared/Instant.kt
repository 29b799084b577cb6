package io.github.cargokit.domain.shared

import io.github.cargokit.domain.shared.DomainError.Code
import kotlin.jvm.JvmInline

/**
 * A point in time with millisecond precision, from 1970 to the end of 9999 (UTC, proleptic Gregorian calendar).
 *
 * Rules VAL-TIME-1 to VAL-TIME-3.
 */
@JvmInline
public value class Instant private constructor(
    /** Milliseconds since 1970-01-01T00:00:00Z. */
    public val epochMilliseconds: Long,
) : Comparable<Instant> {
    /**
     * Returns the instant this many milliseconds later, or earlier if the number is negative.
     *
     * Fails with `instant_out_of_range`, also if the addition overflows.
     */
    public fun advancedBy(milliseconds: Long): Result<Instant> {
        val sum = epochMilliseconds + milliseconds
        val hasOverflowed = (epochMilliseconds xor sum) and (milliseconds xor sum) < 0
        return if (hasOverflowed) invalid(Code.INSTANT_OUT_OF_RANGE, "$epochMilliseconds + $milliseconds") else of(sum)
    }

    /** Returns the milliseconds between both instants, never negative. */
    internal fun distanceTo(other: Instant): Long = kotlin.math.abs(epochMilliseconds - other.epochMilliseconds)

    /** Orders by time, earlier first. */
    override fun compareTo(other: Instant): Int = epochMilliseconds.compareTo(other.epochMilliseconds)

    /** The canonical text, `YYYY-MM-DDTHH:MM:SS.mmmZ` (VAL-TIME-3). */
    override fun toString(): String = InstantText.format(epochMilliseconds)

    public companion object {
        private const val LATEST_MILLISECONDS = 253_402_300_799_999L

        /** 1970-01-01T00:00:00.000Z. */
        public val EARLIEST: Instant = Instant(0)

        /** 9999-12-31T23:59:59.999Z. */
        public val LATEST: Instant = Instant(LATEST_MILLISECONDS)

        /** Creates an instant from milliseconds since 1970-01-01T00:00:00Z. Fails with `instant_out_of_range`. */
        public fun of(epochMilliseconds: Long): Result<Instant> =
            if (epochMilliseconds in 0..LATEST_MILLISECONDS) Result.Success(Instant(epochMilliseconds))
            else invalid(Code.INSTANT_OUT_OF_RANGE, epochMilliseconds.toString())

        /**
         * Parses `YYYY-MM-DDTHH:MM:SS`, an optional fraction of 1 to 9 digits (truncated to milliseconds), and `Z` or
         * `±HH:MM` (VAL-TIME-2).
         *
         * Fails with `instant_invalid` or `instant_out_of_range`, each with the text as given.
         */
        public fun parse(text: String): Result<Instant> {
            val milliseconds = InstantText.parse(text) ?: return invalid(Code.INSTANT_INVALID, text)
            return if (milliseconds in 0..LATEST_MILLISECONDS) Result.Success(Instant(milliseconds))
            else invalid(Code.INSTANT_OUT_OF_RANGE, text)
        }
    }
}
