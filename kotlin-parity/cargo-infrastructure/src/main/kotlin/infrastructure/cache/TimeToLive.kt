package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.invalid

/** How long a cached value counts as fresh (CCH-3). */
@JvmInline
public value class TimeToLive private constructor(
    /**
     * The time in milliseconds, 0 to 2^53−1.
     *
     * With 0, a cached value is never fresh.
     */
    public val milliseconds: Long,
) {
    /**
     * Returns whether a value read at `asOf` is fresh at `now`.
     *
     * A value is fresh if it is younger than the time to live. A value from the future, as after the clock was set
     * back, is stale.
     */
    public fun isFresh(asOf: Instant, now: Instant): Boolean =
        asOf <= now && now.epochMilliseconds - asOf.epochMilliseconds < milliseconds

    public companion object {
        /** One minute. */
        public val ONE_MINUTE: TimeToLive = TimeToLive(60_000)

        /** Creates a time to live from milliseconds. Fails with `integer_out_of_range`. */
        public fun of(milliseconds: Long): Result<TimeToLive> =
            if (milliseconds in 0..Version.MAXIMUM) Result.Success(TimeToLive(milliseconds))
            else invalid(Code.INTEGER_OUT_OF_RANGE, milliseconds.toString())
    }
}
