package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.voyage.VoyageNumber

/** The first leg of a route that can't be followed as the voyages are scheduled now (EST-3). */
@ConsistentCopyVisibility
public data class Disruption private constructor(
    /** The 0-based index of the leg. */
    val leg: Long,
    /** Where the leg loads; where it unloads if the cargo is already aboard. */
    val location: UnLocode,
    /** What is wrong with the leg. */
    val reason: Reason,
    /** The voyage of the leg. */
    val voyageNumber: VoyageNumber,
) {
    /** Why a leg can't be followed. The names are the spellings on the wire. */
    public enum class Reason {
        /** The voyage departs before the cargo can be there. */
        CONNECTION_MISSED,

        /** The voyage isn't registered, or doesn't call at the ports of the leg. */
        VOYAGE_DOES_NOT_CALL,
    }

    public companion object {
        /** Creates a disruption. Fails with `integer_out_of_range` for a leg below 0 or above 2^53−1. */
        public fun create(
            leg: Long,
            location: UnLocode,
            reason: Reason,
            voyageNumber: VoyageNumber,
        ): Result<Disruption> =
            if (leg in 0..Version.MAXIMUM) Result.Success(Disruption(leg, location, reason, voyageNumber))
            else invalid(Code.INTEGER_OUT_OF_RANGE, leg.toString())

        /** The disruption of a leg of an itinerary. */
        internal fun of(index: Int, leg: Leg, location: UnLocode, reason: Reason) =
            Disruption(index.toLong(), location, reason, leg.voyageNumber)
    }
}
