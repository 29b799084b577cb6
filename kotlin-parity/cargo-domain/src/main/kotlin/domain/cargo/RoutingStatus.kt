package io.github.cargokit.domain.cargo

/**
 * Whether a cargo has an itinerary that satisfies its route specification (DLV-2). The names are the spellings on the
 * wire.
 */
public enum class RoutingStatus {
    /** The cargo has no itinerary. */
    NOT_ROUTED,

    /** The itinerary satisfies the route specification. */
    ROUTED,

    /** The itinerary doesn't satisfy the route specification. */
    MISROUTED,
    ;

    internal companion object {
        fun of(itinerary: Itinerary?, routeSpecification: RouteSpecification): RoutingStatus = when {
            itinerary == null -> NOT_ROUTED
            routeSpecification.isSatisfiedBy(itinerary) -> ROUTED
            else -> MISROUTED
        }
    }
}
