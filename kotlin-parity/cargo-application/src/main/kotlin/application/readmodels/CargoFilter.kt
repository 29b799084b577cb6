package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.location.UnLocode
import kotlin.time.Duration

/** Which cargos a list contains: those that meet every condition. Without arguments, every cargo passes. */
public data class CargoFilter(
    /** Only cargos with all of these needs. */
    public val needs: Set<AttentionReason> = emptySet(),
    /** Only cargos that lie in this port (DLV-1). */
    public val place: UnLocode? = null,
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

    private companion object {
        val NONE = CargoFilter()
    }
}
