package cargo.domain.cargo

import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingType
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/**
 * The legs of a cargo's route in order: 1 to 100, each loading where and not before the one before unloaded (ITN-1, ITN-2).
 *
 * "No itinerary" is absence, never an empty list.
 */
@ConsistentCopyVisibility
data class Itinerary private constructor(
    /** The legs, first one first; never empty. */
    val legs: List<Leg>,
) {
    /** Where the route starts. */
    val firstLoadLocation: UnLocode get() = legs.first().loadLocation

    /** When it starts. */
    val firstLoadTime: Instant get() = legs.first().loadTime

    /** Where it ends. */
    val lastUnloadLocation: UnLocode get() = legs.last().unloadLocation

    /** When it ends. */
    val lastUnloadTime: Instant get() = legs.last().unloadTime

    /** The activities to expect, in order: RECEIVE, then LOAD and UNLOAD of each leg, then CLAIM (ITN-3). */
    val plan: List<HandlingActivity> get() = Plan(this, routingStart = null).entries

    /**
     * Whether an event is part of this route, whatever has been done already (ITN-4).
     *
     * CUSTOMS is expected at any location of the itinerary, every other type only as the plan says.
     */
    fun expects(event: HandlingEvent): Boolean =
        if (event.activity.type == HandlingType.CUSTOMS) callsAt(event.activity.location) else event.activity in plan

    /** Whether a location is a load or unload location of any leg. */
    internal fun callsAt(location: UnLocode): Boolean = legs.any { it.loadLocation == location || it.unloadLocation == location }

    companion object {
        /** The most legs that an itinerary may have. */
        const val MAXIMUM_COUNT = 100

        /**
         * Makes an itinerary; connection is checked over all neighbours, then times over all.
         *
         * Fails with `itinerary_empty`, `itinerary_too_long`, `itinerary_not_connected`, `itinerary_times_overlap`.
         */
        fun create(legs: List<Leg>): Result<Itinerary> {
            val own = legs.toList()
            val neighbours = own.zipWithNext()
            return when {
                own.isEmpty() -> refused(Code.ITINERARY_EMPTY)
                own.size > MAXIMUM_COUNT -> refused(Code.ITINERARY_TOO_LONG)
                neighbours.any { (one, next) -> one.unloadLocation != next.loadLocation } -> refused(Code.ITINERARY_NOT_CONNECTED)
                neighbours.any { (one, next) -> next.loadTime < one.unloadTime } -> refused(Code.ITINERARY_TIMES_OVERLAP)
                else -> Result.Success(Itinerary(own))
            }
        }
    }
}
