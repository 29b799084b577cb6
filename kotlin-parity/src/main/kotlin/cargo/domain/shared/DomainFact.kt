package cargo.domain.shared

import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.Disruption
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.RouteSpecification
import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingActivity
import cargo.domain.handling.HandlingEvent
import cargo.domain.location.UnLocode
import cargo.domain.voyage.Schedule
import cargo.domain.voyage.VoyageNumber

/** Something that happened to an aggregate: the type and data of a domain event (CRG-1 to CRG-11, HND-7, VOY-4). */
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

    /** A booking was cancelled (CRG-8). */
    data class CargoCancelled(val reason: Reason) : DomainFact

    /** A cancellation was undone (CRG-11). */
    data object CargoReinstated : DomainFact

    /** A handling event was registered (HND-5). `isExpected` is the verdict of DLV-4 in the new history. */
    data class HandlingEventRegistered(val event: HandlingEvent, val isExpected: Boolean) : DomainFact

    /** A handling event was taken back (HND-7). */
    data class HandlingEventRetracted(val event: HandlingEvent, val reason: Reason) : DomainFact

    /** A cargo's last activity changed; null if its history is empty now (CRG-6). */
    data class CargoHandled(val lastHandled: Handled?) : DomainFact

    /** A cargo left its route (CRG-9). */
    data class CargoMisdirected(val actual: HandlingActivity, val expected: HandlingActivity?) : DomainFact

    /** A cargo returned to its route (CRG-9). */
    data object CargoBackOnTrack : DomainFact

    /** A cargo was unloaded at its destination (CRG-9). */
    data class CargoArrived(val location: UnLocode) : DomainFact

    /** The customer claimed a cargo (CRG-9). */
    data class CargoClaimed(val location: UnLocode) : DomainFact

    /** The estimated arrival changed; null if the cargo has none now, or had none before (CRG-10). */
    data class EstimatedArrivalChanged(val estimatedArrival: Instant?, val plannedArrival: Instant, val previous: Instant?) : DomainFact

    /** A cargo's route can't be followed as it is (CRG-10). */
    data class RouteDisrupted(val disruption: Disruption) : DomainFact

    /** A disrupted route can be followed again (CRG-10). */
    data object RouteRestored : DomainFact

    /** A voyage's schedule was replaced (VOY-4). Events of schema 1 don't carry the schedule (REP-3). */
    data class VoyageRescheduled(val voyageNumber: VoyageNumber, val schedule: Schedule?) : DomainFact

    /** The fact's name on the wire, such as `CargoBooked`. */
    val type: String
        get() = when (this) {
            is CargoBooked -> "CargoBooked"
            is CargoRouted -> "CargoRouted"
            is RouteRespecified -> "RouteRespecified"
            is DestinationChanged -> "DestinationChanged"
            is DeadlineChanged -> "DeadlineChanged"
            is CargoCancelled -> "CargoCancelled"
            is CargoReinstated -> "CargoReinstated"
            is HandlingEventRegistered -> "HandlingEventRegistered"
            is HandlingEventRetracted -> "HandlingEventRetracted"
            is CargoHandled -> "CargoHandled"
            is CargoMisdirected -> "CargoMisdirected"
            is CargoBackOnTrack -> "CargoBackOnTrack"
            is CargoArrived -> "CargoArrived"
            is CargoClaimed -> "CargoClaimed"
            is EstimatedArrivalChanged -> "EstimatedArrivalChanged"
            is RouteDisrupted -> "RouteDisrupted"
            is RouteRestored -> "RouteRestored"
            is VoyageRescheduled -> "VoyageRescheduled"
        }
}
