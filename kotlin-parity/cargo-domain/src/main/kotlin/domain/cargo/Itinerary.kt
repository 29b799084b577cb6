package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.shared.refused
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * A cargo's route: 1 to 100 legs in order (ITN-1, ITN-2).
 *
 * Each leg loads at the location where the previous one unloads, at the same time or later. A cargo without a route has
 * no itinerary; an itinerary is never empty.
 */
@ConsistentCopyVisibility
public data class Itinerary private constructor(
    /** The legs in order; never empty. */
    val legs: List<Leg>,
) {
    /** Where the first leg loads. */
    val firstLoadLocation: UnLocode get() = legs.first().loadLocation

    /** When the first leg loads. */
    val firstLoadTime: Instant get() = legs.first().loadTime

    /** Where the last leg unloads. */
    val lastUnloadLocation: UnLocode get() = legs.last().unloadLocation

    /** When the last leg unloads. */
    val lastUnloadTime: Instant get() = legs.last().unloadTime

    /** The expected activities in order: RECEIVE, then LOAD and UNLOAD for each leg, then CLAIM (ITN-3). */
    val plan: List<HandlingActivity> get() = Plan(this, routingStart = null).entries

    /**
     * Returns whether an event belongs to this route, regardless of what has already been done (ITN-4).
     *
     * CUSTOMS is expected at any location of the itinerary. Any other activity must be an entry of the plan.
     */
    public fun expects(event: HandlingEvent): Boolean =
        if (event.activity.type == HandlingType.CUSTOMS) callsAt(event.activity.location) else event.activity in plan

    /** Returns the leg at a 0-based index. Fails with `integer_out_of_range`. */
    internal fun leg(index: Long): Result<Leg> =
        if (index in legs.indices) Result.Success(legs[index.toInt()])
        else invalid(Code.INTEGER_OUT_OF_RANGE, index.toString())

    /** Returns the same route with the leg at a 0-based index on another voyage (CRG-13). */
    @InternalCargoKitApi
    public fun substituting(leg: Int, voyageNumber: VoyageNumber): Itinerary =
        Itinerary(legs.mapIndexed { index, present -> if (index == leg) present.on(voyageNumber) else present })

    /** Returns whether any leg loads or unloads at a location. */
    internal fun callsAt(location: UnLocode): Boolean =
        legs.any { it.loadLocation == location || it.unloadLocation == location }

    public companion object {
        /** The maximum number of legs. */
        public const val MAXIMUM_COUNT: Int = 100

        /**
         * Creates an itinerary. Connections between all legs are checked first, then times.
         *
         * Fails with `itinerary_empty`, `itinerary_too_long`, `itinerary_not_connected`, `itinerary_times_overlap`.
         */
        public fun create(legs: List<Leg>): Result<Itinerary> {
            val own = legs.toList()
            val neighbours = own.zipWithNext()
            return when {
                own.isEmpty() -> refused(Code.ITINERARY_EMPTY)
                own.size > MAXIMUM_COUNT -> refused(Code.ITINERARY_TOO_LONG)
                neighbours.any { (one, next) -> one.unloadLocation != next.loadLocation } -> refused(
                    Code.ITINERARY_NOT_CONNECTED,
                )
                neighbours.any { (one, next) -> next.loadTime < one.unloadTime } -> refused(
                    Code.ITINERARY_TIMES_OVERLAP,
                )
                else -> Result.Success(Itinerary(own))
            }
        }
    }
}
