package cargo.domain.handling

import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Result
import cargo.domain.shared.refused
import cargo.domain.voyage.VoyageNumber

/** What is done to a cargo and where, without a time: an entry of a plan, or the activity of an event (HND-1). */
@ConsistentCopyVisibility
data class HandlingActivity private constructor(
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
    companion object {
        /** Creates an activity. Fails with `handling_voyage_required`, `handling_voyage_prohibited`. */
        fun create(type: HandlingType, location: UnLocode, voyageNumber: VoyageNumber? = null): Result<HandlingActivity> = when {
            type.needsVoyage && voyageNumber == null -> refused(Code.HANDLING_VOYAGE_REQUIRED)
            !type.needsVoyage && voyageNumber != null -> refused(Code.HANDLING_VOYAGE_PROHIBITED)
            else -> Result.Success(HandlingActivity(type, location, voyageNumber))
        }

        /** Receipt of the cargo at a location. */
        fun receive(at: UnLocode) = HandlingActivity(HandlingType.RECEIVE, at, null)

        /** Loading onto a voyage at a location. */
        fun load(onto: VoyageNumber, at: UnLocode) = HandlingActivity(HandlingType.LOAD, at, onto)

        /** Unloading from a voyage at a location. */
        fun unload(from: VoyageNumber, at: UnLocode) = HandlingActivity(HandlingType.UNLOAD, at, from)

        /** Customs clearance at a location. */
        fun customs(at: UnLocode) = HandlingActivity(HandlingType.CUSTOMS, at, null)

        /** Handover to the customer at a location. */
        fun claim(at: UnLocode) = HandlingActivity(HandlingType.CLAIM, at, null)
    }
}
