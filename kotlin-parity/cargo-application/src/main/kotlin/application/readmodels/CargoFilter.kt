package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.cargo.has
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.voyage.VoyageNumber
import kotlin.time.Duration

/**
 * Which cargos a list contains: those that meet every condition. Of several needs, one is enough if the filter says so.
 * Without arguments, every cargo passes.
 */
public data class CargoFilter(
    /** Only cargos with all of these needs, or with any of them. */
    public val needs: Set<AttentionReason> = emptySet(),
    /** Whether one of the needs is enough. */
    public val isAnyNeedEnough: Boolean = false,
    /** Only cargos that lie in this port (DLV-1); with a voyage, those that the voyage loads or unloads there. */
    public val place: UnLocode? = null,
    /**
     * Only cargos that have this voyage on their route; with the need `DISRUPTED` alone, those that it disrupts, and
     * with `LATE` alone, those that arrive with it.
     */
    public val voyage: VoyageNumber? = null,
    /** Only cargos with a hold of this type. */
    public val hold: HoldType? = null,
    /** Only cargos with this routing status (DLV-2). */
    public val routingStatus: RoutingStatus? = null,
    /** Only cargos with this transport status (DLV-1). */
    public val transportStatus: TransportStatus? = null,
    /** Only cancelled cargos. */
    public val isCancelled: Boolean = false,
    /**
     * Only cargos whose next scan or pick-up is overdue by more than this, by the voyages' forecasts (EST-6).
     *
     * Reads the handling history and the voyages of each cargo that meets the other conditions.
     */
    public val overdueBy: Duration? = null,
) {
    /** Whether every cargo passes. */
    public val isEmpty: Boolean get() = this == NONE

    /** The part of the filter that the store has indexes for, with one of its needs. */
    internal fun query(need: AttentionReason?, now: Instant): CargoQuery = CargoQuery(
        place = place.takeIf { voyage == null },
        voyage = voyage,
        need = need.takeIf { it != AttentionReason.UNCOLLECTED },
        uncollectedAt = now.takeIf { need == AttentionReason.UNCOLLECTED },
    )

    /** Returns whether a cargo meets the conditions that its own state decides. */
    internal fun matches(cargo: Cargo, now: Instant): Boolean =
        matchesPlaceAndVoyage(cargo) && (hold == null || cargo.holds.any { it.type == hold }) &&
            (routingStatus == null || routingStatus == cargo.delivery.routingStatus) &&
            (transportStatus == null || transportStatus == cargo.delivery.transportStatus) &&
            (!isCancelled || cargo.isCancelled) && matchesNeeds { cargo.has(it, now) }

    private fun matchesNeeds(has: (AttentionReason) -> Boolean): Boolean =
        if (isAnyNeedEnough && needs.isNotEmpty()) needs.any(has) else needs.all(has)

    private fun matchesPlaceAndVoyage(cargo: Cargo): Boolean {
        if (voyage == null) return place == null || place == cargo.delivery.currentPort
        if (needs == setOf(AttentionReason.DISRUPTED)) {
            val disruption = cargo.announcedEstimate.disruption
            return disruption?.voyageNumber == voyage && (place == null || place == disruption.location)
        }
        val legs = cargo.itinerary?.legs.orEmpty()
        return (if (needs == setOf(AttentionReason.LATE)) legs.takeLast(1) else legs).any { leg ->
            leg.voyageNumber == voyage && (place == null || place == leg.loadLocation || place == leg.unloadLocation)
        }
    }

    private companion object {
        val NONE = CargoFilter()
    }
}
