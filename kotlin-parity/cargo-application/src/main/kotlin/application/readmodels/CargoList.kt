package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page

/** A page of cargos, ordered by tracking id. `next` is the id to pass as `after` for the next page; null on the last page. */
public class CargoList private constructor(public val cargos: List<Entry>, public val next: TrackingId?) {
    /** A summary of a cargo as it was last saved. */
    public class Entry internal constructor(cargo: Cargo) {
        public val trackingId: TrackingId = cargo.trackingId
        public val customerId: CustomerId = cargo.customerId
        public val origin: UnLocode = cargo.origin
        public val destination: UnLocode = cargo.routeSpecification.destination
        public val arrivalDeadline: Instant = cargo.routeSpecification.arrivalDeadline
        public val transportStatus: TransportStatus = cargo.delivery.transportStatus
        public val routingStatus: RoutingStatus = cargo.delivery.routingStatus
        public val isMisdirected: Boolean = cargo.delivery.isMisdirected
        public val bookingStatus: BookingStatus = BookingStatus.of(cargo)

        /** The arrival that was announced last, or the planned one (UC-7). */
        public val estimatedArrival: Instant? = cargo.announcedEstimate.estimatedArrival

        /** Whether that arrival is at or after the deadline. */
        public val isLate: Boolean = cargo.announcedEstimate.isLate(cargo.routeSpecification)

        /** Whether a disruption of the route was announced last. */
        public val isDisrupted: Boolean = cargo.announcedEstimate.disruption != null
    }

    internal companion object {
        fun of(page: Page<Cargo, TrackingId>) = CargoList(page.items.map { Entry(it) }, page.next)
    }
}
