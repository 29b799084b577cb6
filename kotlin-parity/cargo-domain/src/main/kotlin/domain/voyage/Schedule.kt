package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.cargo.Leg
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused

/**
 * The movements of a voyage: 1 to 500 in order (VOY-2, VOY-3).
 *
 * Each movement departs from where the previous one arrives, at the same time or later.
 */
@ConsistentCopyVisibility
public data class Schedule private constructor(
    /** The movements in order; never empty. */
    val movements: List<CarrierMovement>,
) {
    /**
     * Returns whether the voyage can carry a cargo on a leg.
     *
     * That is the case if a movement departs from the load location at the load time, and that movement or a later one
     * arrives at the unload location at the unload time.
     */
    public fun carries(leg: Leg): Boolean {
        val first =
            movements.indexOfFirst { it.departureLocation == leg.loadLocation && it.departureTime == leg.loadTime }
        return first >= 0 && movements.subList(first, movements.size).any {
            it.arrivalLocation == leg.unloadLocation && it.arrivalTime == leg.unloadTime
        }
    }

    /**
     * Checks that a movement departs from one location, and that movement or a later one arrives at another, whatever
     * their times (UC-13).
     *
     * Fails with `voyage_does_not_call`, which names the location that is missing.
     */
    public fun checkCalls(loadLocation: UnLocode, unloadLocation: UnLocode): Result<Unit> {
        val first = movements.indexOfFirst { it.departureLocation == loadLocation }
        return when {
            first < 0 -> Result.Failure(DomainError.voyageDoesNotCall(loadLocation))
            movements.drop(first).none { it.arrivalLocation == unloadLocation } ->
                Result.Failure(DomainError.voyageDoesNotCall(unloadLocation))
            else -> Result.Success(Unit)
        }
    }

    /**
     * Returns the index of the movement with an end at a location whose time is nearest to a given one, of equally near
     * ones the earlier; null if there is none (VOY-6).
     */
    internal fun movementNearestTo(time: Instant, end: PortCallEnd, location: UnLocode): Int? = movements.indices
        .filter { movements[it].location(end) == location }
        .minByOrNull { movements[it].time(end).distanceTo(time) }

    public companion object {
        /** The maximum number of movements. */
        public const val MAXIMUM_COUNT: Int = 500

        /**
         * Creates a schedule. Connections between all movements are checked first, then times.
         *
         * Fails with `schedule_empty`, `schedule_too_long`, `schedule_not_connected`, `schedule_times_overlap`.
         */
        public fun create(movements: List<CarrierMovement>): Result<Schedule> {
            val own = movements.toList()
            val neighbours = own.zipWithNext()
            return when {
                own.isEmpty() -> refused(Code.SCHEDULE_EMPTY)
                own.size > MAXIMUM_COUNT -> refused(Code.SCHEDULE_TOO_LONG)
                neighbours.any { (one, next) -> one.arrivalLocation != next.departureLocation } -> refused(
                    Code.SCHEDULE_NOT_CONNECTED,
                )
                neighbours.any { (one, next) -> next.departureTime < one.arrivalTime } -> refused(
                    Code.SCHEDULE_TIMES_OVERLAP,
                )
                else -> Result.Success(Schedule(own))
            }
        }
    }
}
