package io.github.cargokit.domain.cargo

/** The result of comparing a handling history with a cargo's plan. */
public data class HandlingReview(
    /** The delivery derived from the history. */
    public val delivery: Delivery,
    /**
     * Whether each event was expected, in the history's order (DLV-4).
     *
     * Events up to and including the routing start count as expected, and so do all events of a cargo without an
     * itinerary.
     */
    public val isExpected: List<Boolean>,
    /** What went wrong; null unless the cargo is misdirected (CRG-9). */
    public val misdirection: Misdirection?,
)
