package cargo.domain.voyage

import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.refused

/** One passage of a voyage from port to port (VOY-1). */
@ConsistentCopyVisibility
data class CarrierMovement private constructor(
    /** Where the carrier leaves. */
    val departureLocation: UnLocode,
    /** Where it arrives; never where it left. */
    val arrivalLocation: UnLocode,
    /** When it leaves. */
    val departureTime: Instant,
    /** When it arrives; always later. */
    val arrivalTime: Instant,
) {
    companion object {
        /** Makes a movement. Fails with `movement_locations_equal`, `movement_times_invalid`. */
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
