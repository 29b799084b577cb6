package cargo.domain.shared

import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.RouteSpecification
import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.location.UnLocode
import cargo.domain.voyage.VoyageNumber

/** Something that happened to an aggregate, as the aggregate itself tells it: type and data of a domain event (CRG-1 to CRG-6, VOY-4). */
sealed interface DomainFact {
    /** A cargo was booked (CRG-1). */
    data class CargoBooked(val customerId: CustomerId, val origin: UnLocode, val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo was given a route (CRG-2). */
    data class CargoRouted(val itinerary: Itinerary) : DomainFact

    /** A cargo was given another route specification (CRG-3). */
    data class RouteRespecified(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo goes somewhere else (CRG-4). */
    data class DestinationChanged(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo has another deadline (CRG-5). */
    data class DeadlineChanged(val routeSpecification: RouteSpecification) : DomainFact

    /** Something else is now the last thing done to a cargo (CRG-6). */
    data class CargoHandled(val lastHandled: Handled) : DomainFact

    /** A cargo left its route (CRG-6). */
    data class CargoMisdirected(val actual: HandlingActivity, val expected: HandlingActivity?) : DomainFact

    /** A cargo is on its route again (CRG-6). */
    data object CargoBackOnTrack : DomainFact

    /** A cargo was unloaded at its destination (CRG-6). */
    data class CargoArrived(val location: UnLocode) : DomainFact

    /** A cargo was handed over to its customer (CRG-6). */
    data class CargoClaimed(val location: UnLocode) : DomainFact

    /** A voyage has another schedule (VOY-4). */
    data class VoyageRescheduled(val voyageNumber: VoyageNumber) : DomainFact

    /** The type's name on the wire. */
    val type: String
        get() = when (this) {
            is CargoBooked -> "CargoBooked"
            is CargoRouted -> "CargoRouted"
            is RouteRespecified -> "RouteRespecified"
            is DestinationChanged -> "DestinationChanged"
            is DeadlineChanged -> "DeadlineChanged"
            is CargoHandled -> "CargoHandled"
            is CargoMisdirected -> "CargoMisdirected"
            is CargoBackOnTrack -> "CargoBackOnTrack"
            is CargoArrived -> "CargoArrived"
            is CargoClaimed -> "CargoClaimed"
            is VoyageRescheduled -> "VoyageRescheduled"
        }
}
