package cargo.domain.shared

/** Tells the time; injected wherever a rule knows "now". */
fun interface DomainClock {
    /** The present instant. */
    fun now(): Instant
}
