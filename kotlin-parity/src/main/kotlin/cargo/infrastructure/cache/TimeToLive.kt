package cargo.infrastructure.cache

import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.invalid

/** How long a cached value counts as fresh (CCH-3). */
@JvmInline
value class TimeToLive private constructor(
    /**
     * The time in milliseconds, 0 to 2^53−1.
     *
     * With 0, a cached value is never fresh.
     */
    val milliseconds: Long,
) {
    /**
     * Returns whether a value read at `asOf` is fresh at `now`.
     *
     * A value is fresh if it is younger than the time to live. A value from the future, as after the clock was set back, is stale.
     */
    fun isFresh(asOf: Instant, now: Instant): Boolean = asOf <= now && now.epochMilliseconds - asOf.epochMilliseconds < milliseconds

    companion object {
        /** One minute. */
        val ONE_MINUTE = TimeToLive(60_000)

        /** Creates a time to live from milliseconds. Fails with `integer_out_of_range`. */
        fun of(milliseconds: Long): Result<TimeToLive> =
            if (milliseconds in 0..Version.MAXIMUM) Result.Success(TimeToLive(milliseconds))
            else invalid(Code.INTEGER_OUT_OF_RANGE, milliseconds.toString())
    }
}
