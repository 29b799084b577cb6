package cargo.infrastructure.cache

import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.invalid

/** For how long a cached value counts as fresh (CCH-3). */
@JvmInline
value class TimeToLive private constructor(
    /** 0 to 2^53−1 milliseconds; with 0 nothing is ever fresh. */
    val milliseconds: Long,
) {
    /** Whether a value of that instant is fresh now: younger than the time to live, and not from the future, as after a clock was set back. */
    fun isFresh(asOf: Instant, now: Instant): Boolean = asOf <= now && now.epochMilliseconds - asOf.epochMilliseconds < milliseconds

    companion object {
        /** One minute. */
        val ONE_MINUTE = TimeToLive(60_000)

        /** So many milliseconds, or `integer_out_of_range`. */
        fun of(milliseconds: Long): Result<TimeToLive> =
            if (milliseconds in 0..Version.MAXIMUM) Result.Success(TimeToLive(milliseconds))
            else invalid(Code.INTEGER_OUT_OF_RANGE, milliseconds.toString())
    }
}
