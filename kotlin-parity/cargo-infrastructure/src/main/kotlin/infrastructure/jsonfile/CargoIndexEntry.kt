package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.RoutingStatus

/** What a record's header says of a cargo, so that it can be indexed without its document (`spec/files/README.md`). */
internal data class CargoIndexEntry(
    /** The voyages of the itinerary in ASCII order; null without one. */
    val voyages: List<String>? = null,
    /** The needs that hold, in ASCII order; null if none does. */
    val needs: List<String>? = null,
    /** The port where the cargo lies, or an empty list; null if the record doesn't say, as the first ones of schema 2. */
    val places: List<String>? = null,
    /** From when the cargo counts as overdue by plan, in milliseconds since 1970. */
    val overdueFrom: Long? = null,
) {
    companion object {
        /** The entry of a cargo as it is stored. */
        fun of(cargo: Cargo) = CargoIndexEntry(
            voyages = cargo.voyageNumbers.map { it.text }.ifEmpty { null },
            needs = needs(cargo).ifEmpty { null },
            places = listOfNotNull(cargo.delivery.currentPort?.text),
            overdueFrom = cargo.plannedTimeDue?.epochMilliseconds,
        )

        private fun needs(cargo: Cargo): List<String> {
            val estimate = cargo.announcedEstimate
            val isUnrouted = cargo.delivery.routingStatus != RoutingStatus.ROUTED && !cargo.isClaimed && !cargo.isCancelled
            return listOfNotNull(
                "DISRUPTED".takeIf { estimate.disruption != null },
                "LATE".takeIf { estimate.isLate(cargo.routeSpecification) },
                "MISDIRECTED".takeIf { cargo.delivery.isMisdirected },
                "UNROUTED".takeIf { isUnrouted },
            )
        }
    }
}
