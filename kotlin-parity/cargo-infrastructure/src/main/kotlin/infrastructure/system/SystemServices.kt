package io.github.cargokit.infrastructure.system

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TrackingIdGenerator
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.orElse
import java.security.SecureRandom

/** The system's clock, truncated to milliseconds. A system time before 1970 or after 9999 is clamped to that range. */
public object SystemClock : DomainClock {
    override fun now(): Instant {
        val milliseconds = System.currentTimeMillis()
        return Instant.of(milliseconds).orElse { return if (milliseconds < 0) Instant.EARLIEST else Instant.LATEST }
    }
}

/** Generates tracking ids from the system's cryptographically secure random numbers (VAL-ID-2). */
public class SystemTrackingIdGenerator : TrackingIdGenerator {
    private val random = SecureRandom()

    /** Returns a new random id; never null. */
    override fun next(): TrackingId = TrackingId.ofRandomBits(random.nextLong())
}
