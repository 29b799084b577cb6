package cargo.domain.voyage

import cargo.domain.cargo.Leg
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/** The movements of a voyage in order: 1 to 500, each leaving from where the one before arrived (VOY-2, VOY-3). */
@ConsistentCopyVisibility
data class Schedule private constructor(
    /** The movements, first one first. */
    val movements: List<CarrierMovement>,
) {
    /**
     * Whether the voyage carries a cargo as the leg says: it leaves the load location at the load time and then, on this or a later
     * movement, arrives at the unload location at the unload time.
     */
    fun carries(leg: Leg): Boolean {
        val first = movements.indexOfFirst { it.departureLocation == leg.loadLocation && it.departureTime == leg.loadTime }
        return first >= 0 && movements.subList(first, movements.size).any {
            it.arrivalLocation == leg.unloadLocation && it.arrivalTime == leg.unloadTime
        }
    }

    companion object {
        /** The most movements that a schedule may have. */
        const val MAXIMUM_COUNT = 500

        /**
         * Makes a schedule; connection is checked over all neighbours, then times over all.
         *
         * Fails with `schedule_empty`, `schedule_too_long`, `schedule_not_connected`, `schedule_times_overlap`.
         */
        fun create(movements: List<CarrierMovement>): Result<Schedule> {
            val own = movements.toList()
            val neighbours = own.zipWithNext()
            return when {
                own.isEmpty() -> refused(Code.SCHEDULE_EMPTY)
                own.size > MAXIMUM_COUNT -> refused(Code.SCHEDULE_TOO_LONG)
                neighbours.any { (one, next) -> one.arrivalLocation != next.departureLocation } -> refused(Code.SCHEDULE_NOT_CONNECTED)
                neighbours.any { (one, next) -> next.departureTime < one.arrivalTime } -> refused(Code.SCHEDULE_TIMES_OVERLAP)
                else -> Result.Success(Schedule(own))
            }
        }
    }
}
