package cargo.infrastructure.system

import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TrackingIdGenerator
import cargo.domain.shared.DomainClock
import cargo.domain.shared.Instant
import cargo.domain.shared.orElse
import java.security.SecureRandom

/** The system's clock, cut to milliseconds; a time before 1970 or after 9999 is shown as the nearest instant there is. */
object SystemClock : DomainClock {
    override fun now(): Instant {
        val milliseconds = System.currentTimeMillis()
        return Instant.of(milliseconds).orElse { return if (milliseconds < 0) Instant.EARLIEST else Instant.LATEST }
    }
}

/** Draws tracking ids from the system's cryptographic source of randomness (VAL-ID-2). */
class SystemTrackingIdGenerator : TrackingIdGenerator {
    private val random = SecureRandom()

    /** A fresh id; never null. */
    override fun next(): TrackingId = TrackingId.ofRandomBits(random.nextLong())
}
