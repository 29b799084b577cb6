package cargo.infrastructure.system

import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TrackingIdGenerator
import cargo.domain.shared.DomainClock
import cargo.domain.shared.Instant
import cargo.domain.shared.orElse
import java.security.SecureRandom

/** The system's clock, truncated to milliseconds. A system time before 1970 or after 9999 is clamped to that range. */
object SystemClock : DomainClock {
    override fun now(): Instant {
        val milliseconds = System.currentTimeMillis()
        return Instant.of(milliseconds).orElse { return if (milliseconds < 0) Instant.EARLIEST else Instant.LATEST }
    }
}

/** Generates tracking ids from the system's cryptographically secure random numbers (VAL-ID-2). */
class SystemTrackingIdGenerator : TrackingIdGenerator {
    private val random = SecureRandom()

    /** Returns a new random id; never null. */
    override fun next(): TrackingId = TrackingId.ofRandomBits(random.nextLong())
}
