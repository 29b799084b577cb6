package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.voyage.VoyageNumber

/** The texts of the tracking view, worded as in the reference. */
internal object TrackingTexts {
    /** Returns the text for where the cargo is. */
    fun status(
        booking: BookingStatus,
        status: TransportStatus,
        place: Location?,
        voyage: VoyageNumber?,
    ): String = when (status) {
        TransportStatus.NOT_RECEIVED -> if (booking == BookingStatus.CANCELLED) "Cancelled" else "Not received"
        TransportStatus.IN_PORT -> "In port ${place?.name?.text.orEmpty()}"
        TransportStatus.ONBOARD_CARRIER -> "Onboard voyage ${voyage?.text.orEmpty()}"
        TransportStatus.CLAIMED -> "Claimed in ${place?.name?.text.orEmpty()}"
    }

    /** Returns the text for what should be done next. */
    fun expected(type: HandlingType, place: Location, voyage: VoyageNumber?): String = when (type) {
        HandlingType.RECEIVE -> "Receive in ${place.name.text}"
        HandlingType.LOAD -> "Load onto voyage ${voyage?.text.orEmpty()} in ${place.name.text}"
        HandlingType.UNLOAD -> "Unload off voyage ${voyage?.text.orEmpty()} in ${place.name.text}"
        HandlingType.CUSTOMS -> "Clear customs in ${place.name.text}"
        HandlingType.CLAIM -> "Claim in ${place.name.text}"
    }

    /** Returns the text for what was done. */
    fun done(type: HandlingType, place: Location, voyage: VoyageNumber?): String = when (type) {
        HandlingType.RECEIVE -> "Received in ${place.name.text}"
        HandlingType.LOAD -> "Loaded onto voyage ${voyage?.text.orEmpty()} in ${place.name.text}"
        HandlingType.UNLOAD -> "Unloaded off voyage ${voyage?.text.orEmpty()} in ${place.name.text}"
        HandlingType.CUSTOMS -> "Cleared customs in ${place.name.text}"
        HandlingType.CLAIM -> "Claimed in ${place.name.text}"
    }
}
