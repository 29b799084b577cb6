package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.shared.Instant

/**
 * Returns when the last thing happened to a claimed or cancelled cargo; null for any other (CRG-17).
 *
 * That is the cancellation, or the registration of the last registered event, whichever is later. `history` is the
 * whole handling history.
 */
public fun Cargo.endedAt(history: HandlingHistory): Instant? {
    if (!isCancelled && !isClaimed) return null
    val registrations = history.events.map { it.registrationTime }
    return (registrations + listOfNotNull(cancellation?.at, delivery.lastHandled?.completionTime)).maxOrNull()
}

/**
 * Returns whether the cargo is closed: claimed or cancelled, and nothing has happened to it for so many days of 24
 * hours (CRG-17).
 *
 * A late event, or the retraction of the claim, opens it again. `history` is the whole handling history.
 */
public fun Cargo.isClosed(at: Instant, history: HandlingHistory, days: Long = Cargo.DAYS_UNTIL_CLOSED): Boolean {
    val end = endedAt(history) ?: return false
    val quiet = at.epochMilliseconds - end.epochMilliseconds
    return quiet >= 0 && quiet / MILLISECONDS_A_DAY >= days
}

private const val MILLISECONDS_A_DAY = 86_400_000L
