package cargo.domain.shared

/**
 * Provides the current time.
 *
 * Inject a fixed clock in tests.
 */
fun interface DomainClock {
    /** Returns the current instant. */
    fun now(): Instant
}
