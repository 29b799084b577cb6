package io.github.cargokit.domain.shared

/**
 * Provides the current time.
 *
 * Inject a fixed clock in tests.
 */
public fun interface DomainClock {
    /** Returns the current instant. */
    public fun now(): Instant
}
