package cargo.application.readmodels

import cargo.domain.cargo.TransportStatus
import cargo.domain.handling.HandlingType
import cargo.domain.voyage.VoyageNumber

/** What the tracking view says in words; the words follow the reference. */
internal object TrackingText {
    /** Where the cargo is. */
    fun status(status: TransportStatus, place: TrackingView.Place?, voyage: VoyageNumber?): String = when (status) {
        TransportStatus.NOT_RECEIVED -> "Not received"
        TransportStatus.IN_PORT -> "In port ${place?.name.orEmpty()}"
        TransportStatus.ONBOARD_CARRIER -> "Onboard voyage ${voyage?.text.orEmpty()}"
        TransportStatus.CLAIMED -> "Claimed in ${place?.name.orEmpty()}"
    }

    /** What should be done next. */
    fun expected(type: HandlingType, place: TrackingView.Place, voyage: VoyageNumber?): String = when (type) {
        HandlingType.RECEIVE -> "Receive in ${place.name}"
        HandlingType.LOAD -> "Load onto voyage ${voyage?.text.orEmpty()} in ${place.name}"
        HandlingType.UNLOAD -> "Unload off voyage ${voyage?.text.orEmpty()} in ${place.name}"
        HandlingType.CUSTOMS -> "Clear customs in ${place.name}"
        HandlingType.CLAIM -> "Claim in ${place.name}"
    }

    /** What was done. */
    fun done(type: HandlingType, place: TrackingView.Place, voyage: VoyageNumber?): String = when (type) {
        HandlingType.RECEIVE -> "Received in ${place.name}"
        HandlingType.LOAD -> "Loaded onto voyage ${voyage?.text.orEmpty()} in ${place.name}"
        HandlingType.UNLOAD -> "Unloaded off voyage ${voyage?.text.orEmpty()} in ${place.name}"
        HandlingType.CUSTOMS -> "Cleared customs in ${place.name}"
        HandlingType.CLAIM -> "Claimed in ${place.name}"
    }
}
