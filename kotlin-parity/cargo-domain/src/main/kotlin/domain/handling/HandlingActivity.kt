package io.github.cargokit.domain.handling

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused
import io.github.cargokit.domain.voyage.VoyageNumber

/** What is done to a cargo and where, without a time: an entry of a plan, or the activity of an event (HND-1). */
@ConsistentCopyVisibility
public data class HandlingActivity private constructor(
    /** What is done. */
    val type: HandlingType,
    /** Where it is done. */
    val location: UnLocode,
    /**
     * The voyage that the cargo is loaded onto or unloaded from.
     *
     * Set for LOAD and UNLOAD, null for the other types.
     */
    val voyageNumber: VoyageNumber?,
) {
    public companion object {
        /** Creates an activity. Fails with `handling_voyage_required`, `handling_voyage_prohibited`. */
        public fun create(
            type: HandlingType,
            location: UnLocode,
            voyageNumber: VoyageNumber? = null,
        ): Result<HandlingActivity> = when {
            type.needsVoyage && voyageNumber == null -> refused(Code.HANDLING_VOYAGE_REQUIRED)
            !type.needsVoyage && voyageNumber != null -> refused(Code.HANDLING_VOYAGE_PROHIBITED)
            else -> Result.Success(HandlingActivity(type, location, voyageNumber))
        }

        /** Receipt of the cargo at a location. */
        public fun receive(at: UnLocode): HandlingActivity = HandlingActivity(HandlingType.RECEIVE, at, null)

        /** Loading onto a voyage at a location. */
        public fun load(onto: VoyageNumber, at: UnLocode): HandlingActivity =
            HandlingActivity(HandlingType.LOAD, at, onto)

        /** Unloading from a voyage at a location. */
        public fun unload(from: VoyageNumber, at: UnLocode): HandlingActivity =
            HandlingActivity(HandlingType.UNLOAD, at, from)

        /** Customs clearance at a location. */
        public fun customs(at: UnLocode): HandlingActivity = HandlingActivity(HandlingType.CUSTOMS, at, null)

        /** Handover to the customer at a location. */
        public fun claim(at: UnLocode): HandlingActivity = HandlingActivity(HandlingType.CLAIM, at, null)
    }
}
