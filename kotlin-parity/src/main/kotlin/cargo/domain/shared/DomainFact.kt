package cargo.domain.shared

import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.RouteSpecification
import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.location.UnLocode
import cargo.domain.voyage.VoyageNumber

/** Something that happened to an aggregate: the type and data of a domain event (CRG-1 to CRG-6, VOY-4). */
sealed interface DomainFact {
    /** A cargo was booked (CRG-1). */
    data class CargoBooked(val customerId: CustomerId, val origin: UnLocode, val routeSpecification: RouteSpecification) : DomainFact

    /** A route was assigned to a cargo (CRG-2). */
    data class CargoRouted(val itinerary: Itinerary) : DomainFact

    /** A cargo's route specification was replaced (CRG-3). */
    data class RouteRespecified(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo's destination was changed (CRG-4). */
    data class DestinationChanged(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo's deadline was changed (CRG-5). */
    data class DeadlineChanged(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo's last activity changed (CRG-6). */
    data class CargoHandled(val lastHandled: Handled) : DomainFact

    /** A cargo left its route (CRG-6). */
    data class CargoMisdirected(val actual: HandlingActivity, val expected: HandlingActivity?) : DomainFact

    /** A cargo returned to its route (CRG-6). */
    data object CargoBackOnTrack : DomainFact

    /** A cargo was unloaded at its destination (CRG-6). */
    data class CargoArrived(val location: UnLocode) : DomainFact

    /** The customer claimed a cargo (CRG-6). */
    data class CargoClaimed(val location: UnLocode) : DomainFact

    /** A voyage's schedule was replaced (VOY-4). */
    data class VoyageRescheduled(val voyageNumber: VoyageNumber) : DomainFact

    /** The fact's name on the wire, such as `CargoBooked`. */
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
