package cargo.domain.voyage

import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/** One passage of a voyage, from a departure port to an arrival port (VOY-1). */
@ConsistentCopyVisibility
data class CarrierMovement private constructor(
    /** Where the carrier departs. */
    val departureLocation: UnLocode,
    /** Where it arrives; never the departure location. */
    val arrivalLocation: UnLocode,
    /** When it departs. */
    val departureTime: Instant,
    /** When it arrives; always later than the departure time. */
    val arrivalTime: Instant,
) {
    companion object {
        /** Creates a movement. Fails with `movement_locations_equal`, `movement_times_invalid`. */
        fun create(
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
