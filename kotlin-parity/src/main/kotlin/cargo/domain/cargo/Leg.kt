package cargo.domain.cargo

import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.refused
import cargo.domain.voyage.VoyageNumber

/** A part of a route on one voyage: loaded here, unloaded there (LEG-1). */
@ConsistentCopyVisibility
data class Leg private constructor(
    /** The voyage that carries the cargo. */
    val voyageNumber: VoyageNumber,
    /** Where it is loaded. */
    val loadLocation: UnLocode,
    /** Where it is unloaded; never where it was loaded. */
    val unloadLocation: UnLocode,
    /** When it is loaded. */
    val loadTime: Instant,
    /** When it is unloaded; always later. */
    val unloadTime: Instant,
) {
    companion object {
        /** Makes a leg. Fails with `leg_locations_equal`, `leg_times_invalid`. */
        fun create(
            voyageNumber: VoyageNumber,
            loadLocation: UnLocode,
            unloadLocation: UnLocode,
            loadTime: Instant,
            unloadTime: Instant,
        ): Result<Leg> = when {
            loadLocation == unloadLocation -> refused(Code.LEG_LOCATIONS_EQUAL)
            unloadTime <= loadTime -> refused(Code.LEG_TIMES_INVALID)
            else -> Result.Success(Leg(voyageNumber, loadLocation, unloadLocation, loadTime, unloadTime))
        }
    }
}
