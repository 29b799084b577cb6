package io.github.cargokit.domain.shared

import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.Disruption
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingActivity
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Something that happened to an aggregate: the type and data of a domain event (CRG-1 to CRG-18, HND-7, REF-3, REF-4,
 * VOY-4 to VOY-6).
 */
public sealed interface DomainFact {
    /** A cargo was booked (CRG-1). */
    public data class CargoBooked(
        val customerId: CustomerId,
        val origin: UnLocode,
        val routeSpecification: RouteSpecification,
    ) : DomainFact

    /** A route was assigned to a cargo (CRG-2). */
    public data class CargoRouted(val itinerary: Itinerary) : DomainFact

    /** A cargo's route specification was replaced (CRG-3). */
    public data class RouteRespecified(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo's destination was changed (CRG-4). */
    public data class DestinationChanged(val routeSpecification: RouteSpecification) : DomainFact

    /** A cargo's deadline was changed (CRG-5). */
    public data class DeadlineChanged(val routeSpecification: RouteSpecification) : DomainFact

    /** A booking was cancelled (CRG-8). */
    public data class CargoCancelled(val reason: Reason) : DomainFact

    /** A cancellation was undone (CRG-11). */
    public data object CargoReinstated : DomainFact

    /** A handling event was registered (HND-5). `isExpected` is the verdict of DLV-4 in the new history. */
    public data class HandlingEventRegistered(val event: HandlingEvent, val isExpected: Boolean) : DomainFact

    /** A handling event was taken back (HND-7). */
    public data class HandlingEventRetracted(val event: HandlingEvent, val reason: Reason) : DomainFact

    /** A cargo's last activity changed; null if its history is empty now (CRG-6). */
    public data class CargoHandled(val lastHandled: CompletedActivity?) : DomainFact

    /** A cargo left its route (CRG-9). */
    public data class CargoMisdirected(val actual: HandlingActivity, val expected: HandlingActivity?) : DomainFact

    /** A cargo returned to its route (CRG-9). */
    public data object CargoBackOnTrack : DomainFact

    /** A cargo was unloaded at its destination (CRG-9). */
    public data class CargoArrived(val location: UnLocode) : DomainFact

    /** The customer claimed a cargo (CRG-9). */
    public data class CargoClaimed(val location: UnLocode) : DomainFact

    /** The estimated arrival changed; null if the cargo has none now, or had none before (CRG-10). */
    public data class EstimatedArrivalChanged(
        val estimatedArrival: Instant?,
        val plannedArrival: Instant,
        val previous: Instant?,
    ) : DomainFact

    /** A cargo's route can't be followed as it is (CRG-10). */
    public data class RouteDisrupted(val disruption: Disruption) : DomainFact

    /** A disrupted route can be followed again (CRG-10). */
    public data object RouteRestored : DomainFact

    /** A reference was added to a cargo (REF-3). */
    public data class ReferenceAdded(val reference: CargoReference) : DomainFact

    /** A reference was removed from a cargo (REF-4). */
    public data class ReferenceRemoved(val reference: CargoReference) : DomainFact

    /** A leg was put on another voyage; `leg` is its 0-based index (CRG-13). */
    public data class VoyageSubstituted(
        val leg: Int,
        val previous: VoyageNumber,
        val voyageNumber: VoyageNumber,
    ) : DomainFact

    /** The time by which a cargo is to be picked up changed; null if there is none now (CRG-14). */
    public data class PickUpDeadlineChanged(val pickUpBy: Instant?) : DomainFact

    /** A cargo was put on hold (CRG-15). */
    public data class CargoHeld(val holdType: HoldType, val reason: Reason) : DomainFact

    /** A hold was released (CRG-16). */
    public data class CargoReleased(val holdType: HoldType) : DomainFact

    /** A closed cargo went into an archive, and left the store (CRG-17, REP-9). */
    public data class CargoArchived(val archive: ArchiveName) : DomainFact

    /** A cargo came back from an archive (REP-9). */
    public data class CargoRestored(val archive: ArchiveName) : DomainFact

    /** What a cargo says of its customer was replaced; the id is the pseudonym (CRG-18). */
    public data class CustomerErased(val customerId: CustomerId) : DomainFact

    /** A voyage's schedule was replaced (VOY-4). Events of schema 1 don't carry the schedule (REP-3). */
    public data class VoyageRescheduled(val voyageNumber: VoyageNumber, val schedule: Schedule?) : DomainFact

    /** A voyage's details were replaced (VOY-5). */
    public data class VoyageDescribed(val voyageNumber: VoyageNumber, val details: VoyageDetails) : DomainFact

    /** A carrier reported an end of a movement; `movement` is its 0-based index (VOY-6). */
    public data class PortCallReported(
        val voyageNumber: VoyageNumber,
        val movement: Int,
        val end: PortCallEnd,
        val location: UnLocode,
        val status: PortCallStatus,
        val time: Instant,
    ) : DomainFact

    /** The fact's name on the wire, such as `CargoBooked`. */
    public val type: String
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
            is ReferenceAdded -> "ReferenceAdded"
            is ReferenceRemoved -> "ReferenceRemoved"
            is VoyageSubstituted -> "VoyageSubstituted"
            is PickUpDeadlineChanged -> "PickUpDeadlineChanged"
            is CargoHeld -> "CargoHeld"
            is CargoReleased -> "CargoReleased"
            is CargoArchived -> "CargoArchived"
            is CargoRestored -> "CargoRestored"
            is CustomerErased -> "CustomerErased"
            is VoyageRescheduled -> "VoyageRescheduled"
            is VoyageDescribed -> "VoyageDescribed"
            is PortCallReported -> "PortCallReported"
        }

    /** The schema version of the fact's event, as this kit writes it. */
    public val schemaVersion: Long
        get() = when (this) {
            is CargoBooked, is CargoRouted, is RouteRespecified, is DestinationChanged, is DeadlineChanged,
            is CargoCancelled, is CargoReinstated, is HandlingEventRegistered, is HandlingEventRetracted,
            is CargoHandled, is CargoMisdirected, is CargoBackOnTrack, is CargoArrived, is CargoClaimed,
            is EstimatedArrivalChanged, is RouteDisrupted, is RouteRestored, is ReferenceAdded, is ReferenceRemoved,
            is VoyageRescheduled -> 2
            is VoyageSubstituted, is PickUpDeadlineChanged, is CargoHeld, is CargoReleased, is CargoArchived,
            is CargoRestored, is CustomerErased, is VoyageDescribed, is PortCallReported -> 3
        }
}
