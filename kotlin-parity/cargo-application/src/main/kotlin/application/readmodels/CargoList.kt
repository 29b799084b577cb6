package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.cargo.needs
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page

/**
 * A page of cargos, ordered by tracking id. `next` is the id to pass as `after` for the next page; null on the last
 * page.
 */
public data class CargoList(public val cargos: List<Entry>, public val next: TrackingId?) {
    /** A summary of a cargo as it was last saved. */
    public data class Entry(
        public val trackingId: TrackingId,
        public val customerId: CustomerId,
        public val origin: UnLocode,
        public val destination: UnLocode,
        public val arrivalDeadline: Instant,
        public val transportStatus: TransportStatus,
        public val routingStatus: RoutingStatus,
        public val bookingStatus: BookingStatus,
        /** The arrival that was announced last, or the planned one (UC-7). */
        public val estimatedArrival: Instant?,
        /** Whether someone holds the cargo (CRG-15). */
        public val isHeld: Boolean,
        /** Everything that needs attention at the time of the list, the most urgent first. */
        public val needs: List<AttentionReason>,
    ) {
        /** Whether the cargo is off its route (DLV-5). */
        public val isMisdirected: Boolean get() = AttentionReason.MISDIRECTED in needs

        /** Whether the estimated arrival is at the deadline or after it (EST-5). */
        public val isLate: Boolean get() = AttentionReason.LATE in needs

        /** Whether the route no longer works, as announced last (EST-3). */
        public val isDisrupted: Boolean get() = AttentionReason.DISRUPTED in needs

        /** Whether the cargo lies at its destination after its pick-up deadline (EST-6). */
        public val isUncollected: Boolean get() = AttentionReason.UNCOLLECTED in needs
    }

    internal companion object {
        fun of(page: Page<Cargo, TrackingId>, now: Instant) = CargoList(page.items.map { entry(it, now) }, page.next)

        fun entry(cargo: Cargo, now: Instant) = Entry(
            trackingId = cargo.trackingId,
            customerId = cargo.customerId,
            origin = cargo.origin,
            destination = cargo.routeSpecification.destination,
            arrivalDeadline = cargo.routeSpecification.arrivalDeadline,
            transportStatus = cargo.delivery.transportStatus,
            routingStatus = cargo.delivery.routingStatus,
            bookingStatus = BookingStatus.of(cargo),
            estimatedArrival = cargo.announcedEstimate.estimatedArrival,
            isHeld = cargo.holds.isNotEmpty(),
            needs = cargo.needs(now),
        )
    }
}
