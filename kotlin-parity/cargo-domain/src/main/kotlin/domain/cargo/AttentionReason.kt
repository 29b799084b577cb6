package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.Instant

/**
 * A reason why a cargo needs attention, the most urgent first. The names are the spellings on the wire.
 *
 * All but [UNCOLLECTED] follow from the cargo as it was last saved. Whether a scan is overdue depends on the voyages as
 * well, so that isn't among the needs: see [overdueSince].
 */
public enum class AttentionReason {
    /** The route no longer works, as announced last (EST-3). */
    DISRUPTED,

    /** The cargo is off its route (DLV-5). */
    MISDIRECTED,

    /** The cargo was last estimated to arrive at the deadline or after it (EST-5). */
    LATE,

    /** The cargo has no route that satisfies its specification, and is neither claimed nor cancelled (DLV-2). */
    UNROUTED,

    /** Someone holds the cargo, and it is neither claimed nor cancelled (CRG-15). */
    HELD,

    /** The cargo lies at its destination after its pick-up deadline, not cancelled (EST-6); depends on the time. */
    UNCOLLECTED,
}

/** Everything that needs attention whatever the time, so without `UNCOLLECTED`; the most urgent first. */
public val Cargo.needs: List<AttentionReason> get() = AttentionReason.entries.filter { has(it) }

/** Returns everything that needs attention at a time, the most urgent first. */
public fun Cargo.needs(at: Instant): List<AttentionReason> = AttentionReason.entries.filter { has(it, at) }

/** Returns whether something needs attention. Without a time, no cargo is `UNCOLLECTED`. */
public fun Cargo.has(need: AttentionReason, at: Instant? = null): Boolean = when (need) {
    AttentionReason.DISRUPTED -> announcedEstimate.disruption != null
    AttentionReason.MISDIRECTED -> delivery.isMisdirected
    AttentionReason.LATE -> announcedEstimate.isLate(routeSpecification)
    AttentionReason.UNROUTED -> delivery.routingStatus != RoutingStatus.ROUTED && !isClaimed && !isCancelled
    AttentionReason.HELD -> holds.isNotEmpty() && !isClaimed && !isCancelled
    AttentionReason.UNCOLLECTED -> at != null && collectionDeadline.let { it != null && it < at }
}
