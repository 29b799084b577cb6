package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused

/** What the customer asked for: an origin, a destination and an arrival deadline (RTE-1 to RTE-3). */
@ConsistentCopyVisibility
public data class RouteSpecification private constructor(
    /** Where the route must start. */
    val origin: UnLocode,
    /** Where the route must end; never the origin. */
    val destination: UnLocode,
    /** The cargo must be unloaded at the destination strictly before this instant. */
    val arrivalDeadline: Instant,
) {
    /**
     * Returns whether an itinerary starts at the origin, ends at the destination and arrives strictly before the
     * deadline (RTE-3).
     */
    public fun isSatisfiedBy(itinerary: Itinerary): Boolean =
        isConnectedBy(itinerary) && itinerary.lastUnloadTime < arrivalDeadline

    /** Returns whether an itinerary starts at the origin and ends at the destination, whatever its times (EST-4). */
    internal fun isConnectedBy(itinerary: Itinerary): Boolean =
        itinerary.firstLoadLocation == origin && itinerary.lastUnloadLocation == destination

    /**
     * Returns this specification, or `deadline_not_in_future` if the deadline isn't later than `now`.
     *
     * Applies when a cargo is booked or changed, never when it is loaded (RTE-2).
     */
    internal fun withDeadlineAfter(now: Instant): Result<RouteSpecification> =
        if (arrivalDeadline > now) Result.Success(this) else refused(Code.DEADLINE_NOT_IN_FUTURE)

    public companion object {
        /**
         * Creates a route specification. The deadline may lie in the past. Fails with `route_origin_is_destination`
         * (RTE-1).
         */
        public fun create(
            origin: UnLocode,
            destination: UnLocode,
            arrivalDeadline: Instant,
        ): Result<RouteSpecification> =
            if (origin == destination) refused(Code.ROUTE_ORIGIN_IS_DESTINATION)
            else Result.Success(RouteSpecification(origin, destination, arrivalDeadline))
    }
}
