package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused

/** One passage of a voyage, from a departure port to an arrival port (VOY-1). */
@ConsistentCopyVisibility
public data class CarrierMovement private constructor(
    /** Where the carrier departs. */
    val departureLocation: UnLocode,
    /** Where it arrives; never the departure location. */
    val arrivalLocation: UnLocode,
    /** When it departs. */
    val departureTime: Instant,
    /** When it arrives; always later than the departure time. */
    val arrivalTime: Instant,
) {
    /** Returns where an end is. */
    internal fun location(end: PortCallEnd): UnLocode = when (end) {
        PortCallEnd.DEPARTURE -> departureLocation
        PortCallEnd.ARRIVAL -> arrivalLocation
    }

    /** Returns when an end is. */
    internal fun time(end: PortCallEnd): Instant = when (end) {
        PortCallEnd.DEPARTURE -> departureTime
        PortCallEnd.ARRIVAL -> arrivalTime
    }

    public companion object {
        /** Creates a movement. Fails with `movement_locations_equal`, `movement_times_invalid`. */
        public fun create(
            departureLocation: UnLocode,
            arrivalLocation: UnLocode,
            departureTime: Instant,
            arrivalTime: Instant,
        ): Result<CarrierMovement> = when {
            departureLocation == arrivalLocation -> refused(Code.MOVEMENT_LOCATIONS_EQUAL)
            arrivalTime <= departureTime -> refused(Code.MOVEMENT_TIMES_INVALID)
            else -> Result.Success(CarrierMovement(departureLocation, arrivalLocation, departureTime, arrivalTime))
        }
    }
}
