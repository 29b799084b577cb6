package cargo.application.readmodels

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.RoutingStatus
import cargo.domain.cargo.TrackingId
import cargo.domain.cargo.TransportStatus
import cargo.domain.handling.HandlingEvent
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.shared.Page
import cargo.domain.voyage.VoyageNumber

/* The small answers of the use cases: read models, never aggregates. */

/** The cargo that was booked or changed. */
class CargoReference(val trackingId: TrackingId)

/** Routes to choose from, best first. */
class RouteCandidates(val itineraries: List<Itinerary>)

/** An event as it is stored now, and whether it is new. */
class RegisteredHandlingEvent(val event: HandlingEvent, val isNew: Boolean)

/** A voyage as it is stored now. */
class VoyageReference(val voyageNumber: VoyageNumber, val version: Long)

/** A voyage as it is stored now, and the unclaimed cargos with a leg on it that no longer stands in its schedule. */
class RescheduledVoyage(val voyageNumber: VoyageNumber, val version: Long, val affectedCargos: List<TrackingId>)

/** A stretch of a list of cargos; `next` is where the following one begins. */
class CargoList(val cargos: List<CargoSummary>, val next: TrackingId?) {
    internal companion object {
        fun of(page: Page<Cargo, TrackingId>) = CargoList(page.items.map(CargoSummary::of), page.next)
    }
}

/** A cargo in a list. */
class CargoSummary private constructor(
    val trackingId: TrackingId,
    val customerId: CustomerId,
    val origin: UnLocode,
    val destination: UnLocode,
    val arrivalDeadline: Instant,
    val transportStatus: TransportStatus,
    val routingStatus: RoutingStatus,
    val isMisdirected: Boolean,
) {
    internal companion object {
        fun of(cargo: Cargo) = CargoSummary(
            trackingId = cargo.trackingId,
            customerId = cargo.customerId,
            origin = cargo.origin,
            destination = cargo.routeSpecification.destination,
            arrivalDeadline = cargo.routeSpecification.arrivalDeadline,
            transportStatus = cargo.delivery.transportStatus,
            routingStatus = cargo.delivery.routingStatus,
            isMisdirected = cargo.delivery.isMisdirected,
        )
    }
}
