package cargo.domain.cargo

import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/** What a customer wants: from where, to where, by when (RTE-1 to RTE-3). */
@ConsistentCopyVisibility
data class RouteSpecification private constructor(
    /** Where the cargo starts. */
    val origin: UnLocode,
    /** Where it has to go; never the origin. */
    val destination: UnLocode,
    /** It has to be unloaded there strictly before this. */
    val arrivalDeadline: Instant,
) {
    /** Whether an itinerary starts at the origin, ends at the destination and arrives strictly before the deadline (RTE-3). */
    fun isSatisfiedBy(itinerary: Itinerary): Boolean =
        itinerary.firstLoadLocation == origin && itinerary.lastUnloadLocation == destination && itinerary.lastUnloadTime < arrivalDeadline

    /** This specification, or `deadline_not_in_future`: a rule of booking and changing, never of reading (RTE-2). */
    internal fun withDeadlineAfter(now: Instant): Result<RouteSpecification> =
        if (arrivalDeadline > now) Result.Success(this) else refused(Code.DEADLINE_NOT_IN_FUTURE)

    companion object {
        /** Makes a specification, whatever the time is now. Fails with `route_origin_is_destination` (RTE-1). */
        fun create(origin: UnLocode, destination: UnLocode, arrivalDeadline: Instant): Result<RouteSpecification> =
            if (origin == destination) refused(Code.ROUTE_ORIGIN_IS_DESTINATION)
            else Result.Success(RouteSpecification(origin, destination, arrivalDeadline))
    }
}
