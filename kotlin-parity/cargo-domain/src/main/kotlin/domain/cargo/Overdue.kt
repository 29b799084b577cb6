package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.Instant

/**
 * Returns the time at which the cargo was to be picked up or its next scan was expected, if that is past (EST-6).
 *
 * The cargo must be derived from its history. `outlook` is its own; null without an itinerary.
 */
public fun Cargo.overdueSince(now: Instant, outlook: Outlook?): Instant? {
    val due = when {
        isCancelled -> null
        delivery.isUnloadedAtDestination -> pickUpBy
        else -> outlook?.timeDue
    }
    return due?.takeIf { now > it }
}
