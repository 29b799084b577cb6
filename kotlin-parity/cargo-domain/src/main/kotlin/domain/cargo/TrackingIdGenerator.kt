package io.github.cargokit.domain.cargo

/**
 * Generates tracking ids.
 *
 * The repository makes sure that each one is used only once (VAL-ID-2).
 */
public fun interface TrackingIdGenerator {
    /** Returns the next id, or `null` if there are no more. */
    public fun next(): TrackingId?
}
