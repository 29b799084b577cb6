package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.TrackingId

/** A cargo that a change of a voyage affects. */
public data class AffectedCargo(
    public val trackingId: TrackingId,
    public val estimate: Estimate,
    /** How many milliseconds later than promised the cargo arrives; `null` without an arrival (EST-4). */
    public val arrivalDelay: Long?,
    /** Whether the cargo arrives at or after its deadline (EST-5). */
    public val isLate: Boolean,
) {
    internal companion object {
        /** A cargo with the estimate that it announced last. */
        fun of(cargo: Cargo): AffectedCargo {
            val estimate = cargo.announcedEstimate
            return AffectedCargo(
                cargo.trackingId,
                estimate,
                cargo.arrivalDelay(estimate),
                estimate.isLate(cargo.routeSpecification),
            )
        }
    }
}
