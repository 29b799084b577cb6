package io.github.cargokit.testing

import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import kotlin.time.Duration

/** A clock that stands still until you set it; it begins with 2026-01-01T00:00:00.000Z. */
public class FixedClock(now: Instant = day(1)) : DomainClock {
    private val lock = Any()
    private var time = now

    override fun now(): Instant = synchronized(lock) { time }

    /** Sets the clock, forward or backward. */
    public fun set(now: Instant): Unit = synchronized(lock) { time = now }

    /**
     * Moves the clock, backward if the duration is negative. Fails with `instant_out_of_range` and leaves it unchanged.
     */
    public fun advance(by: Duration): Result<Unit> = synchronized(lock) {
        time.advancedBy(by.inWholeMilliseconds).map { time = it }
    }
}
