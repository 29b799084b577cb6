package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.Instant

/** What the voyages' forecasts make of a route: a disruption, or an arrival (EST-3, EST-4). */
public data class Estimate(
    /** The first leg that can't be followed, if any. */
    val disruption: Disruption? = null,
    /**
     * When the cargo arrives; `null` if it is misdirected, its route is disrupted, or the route doesn't serve its
     * specification.
     */
    val estimatedArrival: Instant? = null,
) {
    /** Returns whether the cargo arrives at or after the deadline (EST-5). */
    public fun isLate(routeSpecification: RouteSpecification): Boolean =
        estimatedArrival?.let { it >= routeSpecification.arrivalDeadline } ?: false

    internal companion object {
        /** The estimate of a route that goes as planned (EST-7). */
        fun asPlanned(itinerary: Itinerary) = Estimate(estimatedArrival = itinerary.lastUnloadTime)
    }
}
