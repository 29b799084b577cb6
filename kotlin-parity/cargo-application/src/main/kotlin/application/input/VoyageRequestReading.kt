package io.github.cargokit.application.input

import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Vessel
import io.github.cargokit.domain.voyage.VoyageDetails

/** Reads the required field `schedule`. */
internal fun RequestFields.requiredSchedule() =
    requiredList("schedule", Readings.carrierMovement, Schedule::create)

/** Reads the optional field that has the property's name as the details of a voyage (VOY-5). */
internal fun RequestFields.optionalDetails() = optionalMembers(Readings.voyageDetails.shape) {
    val carrier by optional(Readings.carrierCode)
    val numbers by optionalList("carrierVoyageNumbers", Readings.carrierVoyageNumber, VoyageDetails::checked)
    val mode by optional(Readings.transportMode)
    val vessel by optionalMembers(Readings.vessel.shape) {
        val imoNumber by optional(Readings.imoNumber)
        val name by optional(Readings.vesselName)
        make { Vessel.create(imoNumber, name) }
    }
    make { VoyageDetails.create(carrier, numbers, mode, vessel) }
}
