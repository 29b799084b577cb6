package cargo.domain.cargo

/** Whether a cargo has a route that does what its customer wants (DLV-2); the names are the spellings on the wire. */
enum class RoutingStatus {
    /** It has no itinerary. */
    NOT_ROUTED,

    /** Its itinerary satisfies its route specification. */
    ROUTED,

    /** It does not. */
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
