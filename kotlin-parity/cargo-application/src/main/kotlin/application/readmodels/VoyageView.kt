package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.voyage.PortCallReport
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber

/** A voyage for display, with the number of times it was saved. */
public data class VoyageView(
    public val voyageNumber: VoyageNumber,
    public val schedule: Schedule,
    /** Who operates the voyage, and by what (VOY-5). */
    public val details: VoyageDetails,
    /** The carriers' reports that count, in the order of the ends (VOY-6). */
    public val reports: List<PortCallReport>,
    /** The schedule with the times that follow from the reports (VOY-7). */
    public val forecast: Schedule,
    public val version: Long,
) {
    @InternalCargoKitApi
    public companion object {
        public fun of(voyage: Voyage): VoyageView = VoyageView(
            voyage.number, voyage.schedule, voyage.details, voyage.reports, voyage.forecast, voyage.version,
        )
    }
}
