package io.github.cargokit.domain.cargo

/**
 * A reason why a cargo needs attention, the most urgent first. The names are the spellings on the wire.
 *
 * It follows from the cargo as it was last saved. Overdue scans depend on the time and on the schedules, so they aren't
 * among the needs: see [Outlook.overdueSince].
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
}

/** Everything that needs attention, the most urgent first. */
public val Cargo.needs: List<AttentionReason> get() = AttentionReason.entries.filter(::has)

/** Returns whether something needs attention. */
public fun Cargo.has(need: AttentionReason): Boolean = when (need) {
    AttentionReason.DISRUPTED -> announcedEstimate.disruption != null
    AttentionReason.MISDIRECTED -> delivery.isMisdirected
    AttentionReason.LATE -> announcedEstimate.isLate(routeSpecification)
    AttentionReason.UNROUTED -> delivery.routingStatus != RoutingStatus.ROUTED && !isClaimed && !isCancelled
}
