package io.github.cargokit.domain.cargo

/**
 * A reason why a cargo needs attention, the most urgent first. The names are the spellings on the wire.
 *
 * It follows from the cargo as it was last saved. Whether a cargo is overdue depends on the time and on the voyages, so
 * that isn't among the needs: see [overdueSince].
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
}

/** Everything that needs attention, the most urgent first. */
public val Cargo.needs: List<AttentionReason> get() = AttentionReason.entries.filter(::has)

/** Returns whether something needs attention. */
public fun Cargo.has(need: AttentionReason): Boolean = when (need) {
    AttentionReason.DISRUPTED -> announcedEstimate.disruption != null
    AttentionReason.MISDIRECTED -> delivery.isMisdirected
    AttentionReason.LATE -> announcedEstimate.isLate(routeSpecification)
    AttentionReason.UNROUTED -> delivery.routingStatus != RoutingStatus.ROUTED && !isClaimed && !isCancelled
    AttentionReason.HELD -> holds.isNotEmpty() && !isClaimed && !isCancelled
}
