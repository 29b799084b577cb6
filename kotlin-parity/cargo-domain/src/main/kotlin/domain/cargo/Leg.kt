package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused
import io.github.cargokit.domain.voyage.VoyageNumber

/** The part of a route on one voyage, from a load location to an unload location (LEG-1). */
@ConsistentCopyVisibility
public data class Leg private constructor(
    /** The voyage that carries the cargo. */
    val voyageNumber: VoyageNumber,
    /** Where the cargo is loaded. */
    val loadLocation: UnLocode,
    /** Where the cargo is unloaded; never the load location. */
    val unloadLocation: UnLocode,
    /** When the cargo is loaded. */
    val loadTime: Instant,
    /** When the cargo is unloaded; always later than the load time. */
    val unloadTime: Instant,
) {
    /** Returns the same leg on another voyage, with its ports and times (CRG-13). */
    internal fun on(voyageNumber: VoyageNumber): Leg = copy(voyageNumber = voyageNumber)

    public companion object {
        /** Creates a leg. Fails with `leg_locations_equal`, `leg_times_invalid`. */
        public fun create(
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
