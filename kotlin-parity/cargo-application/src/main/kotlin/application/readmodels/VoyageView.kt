package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/** A voyage for display, with the number of times it was saved. */
public data class VoyageView(
    public val voyageNumber: VoyageNumber,
    public val schedule: Schedule,
    public val version: Long,
) {
    internal companion object {
        fun of(voyage: Voyage) = VoyageView(voyage.number, voyage.schedule, voyage.version)
    }
}
