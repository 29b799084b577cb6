package cargo.application.readmodels

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.RoutingStatus
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TransportStatus
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.shared.Page

/** A page of cargos, ordered by tracking id. `next` is the id to pass as `after` for the next page; null on the last page. */
class CargoList private constructor(val cargos: List<Entry>, val next: TrackingId?) {
    /** A summary of a cargo as it was last saved. */
    class Entry internal constructor(cargo: Cargo) {
        val trackingId: TrackingId = cargo.trackingId
        val customerId: CustomerId = cargo.customerId
        val origin: UnLocode = cargo.origin
        val destination: UnLocode = cargo.routeSpecification.destination
        val arrivalDeadline: Instant = cargo.routeSpecification.arrivalDeadline
        val transportStatus: TransportStatus = cargo.delivery.transportStatus
        val routingStatus: RoutingStatus = cargo.delivery.routingStatus
        val isMisdirected: Boolean = cargo.delivery.isMisdirected
        val bookingStatus: BookingStatus = BookingStatus.of(cargo)

        /** The arrival that was announced last, or the planned one (UC-7). */
        val estimatedArrival: Instant? = cargo.announcedEstimate.estimatedArrival

        /** Whether that arrival is at or after the deadline. */
        val isLate: Boolean = cargo.announcedEstimate.isLate(cargo.routeSpecification)

        /** Whether a disruption of the route was announced last. */
        val isDisrupted: Boolean = cargo.announcedEstimate.disruption != null
    }

    internal companion object {
        fun of(page: Page<Cargo, TrackingId>) = CargoList(page.items.map { Entry(it) }, page.next)
    }
}
