/// Something that happened to an aggregate: the type and data of a domain event.
///
/// New facts are added without a new major version, so a `switch` in another package needs a `default` or an `@unknown default`. Rules CRG-1
/// to CRG-18, REF-3, REF-4, UC-5 and VOY-4 to VOY-6.
@nonexhaustive
public enum DomainFact: Hashable, Sendable {
    /// A cargo was booked (CRG-1).
    case cargoBooked(customerId: CustomerId, origin: UnLocode, routeSpecification: RouteSpecification)
    /// A route was assigned to a cargo (CRG-2).
    case cargoRouted(itinerary: Itinerary)
    /// A cargo's route specification was replaced (CRG-3).
    case routeRespecified(routeSpecification: RouteSpecification)
    /// A cargo's destination was changed (CRG-4).
    case destinationChanged(routeSpecification: RouteSpecification)
    /// A cargo's deadline was changed (CRG-5).
    case deadlineChanged(routeSpecification: RouteSpecification)
    /// A handling event of a cargo was registered; `isExpected` says whether the plan expects it (UC-5, DLV-4).
    case handlingEventRegistered(event: HandlingEvent, isExpected: Bool)
    /// A handling event of a cargo was retracted (HND-7).
    case handlingEventRetracted(event: HandlingEvent, reason: Reason)
    /// A cargo's last activity changed; it is `nil` if every event was retracted (CRG-6).
    case cargoHandled(lastHandled: CompletedActivity?)
    /// A cargo left its route (CRG-9).
    case cargoMisdirected(actual: HandlingActivity, expected: HandlingActivity?)
    /// A cargo returned to its route (CRG-9).
    case cargoBackOnTrack
    /// A cargo was unloaded at its destination (CRG-9).
    case cargoArrived(location: UnLocode)
    /// The customer claimed a cargo (CRG-9).
    case cargoClaimed(location: UnLocode)
    /// A cargo is now expected to arrive at another time than announced before, or at an unknown one (CRG-10).
    case estimatedArrivalChanged(estimatedArrival: Instant?, plannedArrival: Instant, previous: Instant?)
    /// A cargo's route no longer works (CRG-10).
    case routeDisrupted(disruption: Disruption)
    /// A disrupted route works again (CRG-10).
    case routeRestored
    /// A booking was cancelled (CRG-8).
    case cargoCancelled(reason: Reason)
    /// A cancelled booking was reinstated (CRG-11).
    case cargoReinstated
    /// A reference was added to a cargo (REF-3).
    case referenceAdded(reference: CargoReference)
    /// A reference was removed from a cargo (REF-4).
    case referenceRemoved(reference: CargoReference)
    /// A leg of a cargo's route was put on another voyage: the leg's 0-based index, the voyage before, and the voyage now (CRG-13).
    case voyageSubstituted(leg: Int64, previous: VoyageNumber, voyageNumber: VoyageNumber)
    /// The time until which a cargo is to be collected changed; it is `nil` if there is none any more (CRG-14).
    case pickUpDeadlineChanged(pickUpBy: Instant?)
    /// A hold was placed on a cargo (CRG-15).
    case cargoHeld(type: HoldType, reason: Reason)
    /// A hold on a cargo was released (CRG-16).
    case cargoReleased(type: HoldType)
    /// A closed cargo went into an archive, and left the store (CRG-17, REP-9).
    case cargoArchived(archive: ArchiveName)
    /// A cargo came back from an archive (REP-9).
    case cargoRestored(archive: ArchiveName)
    /// What a cargo says of its customer was replaced; the id is the pseudonym (CRG-18).
    case customerErased(customerId: CustomerId)
    /// A voyage's schedule was replaced; `schedule` is `nil` in events that version 1 stored (VOY-4, REP-3).
    case voyageRescheduled(voyageNumber: VoyageNumber, schedule: Schedule?)
    /// What is known of a voyage beside its schedule was replaced (VOY-5).
    case voyageDescribed(voyageNumber: VoyageNumber, details: VoyageDetails?)
    /// A carrier reported something new of a port call (VOY-6).
    case portCallReported(
        voyageNumber: VoyageNumber,
        location: UnLocode,
        movement: Int64,
        end: PortCallEnd,
        status: PortCallStatus,
        time: Instant
    )

    /// The fact's name on the wire, such as `CargoBooked`.
    public var type: String {
        switch self {
        case .cargoBooked: "CargoBooked"
        case .cargoRouted: "CargoRouted"
        case .routeRespecified: "RouteRespecified"
        case .destinationChanged: "DestinationChanged"
        case .deadlineChanged: "DeadlineChanged"
        case .handlingEventRegistered: "HandlingEventRegistered"
        case .handlingEventRetracted: "HandlingEventRetracted"
        case .cargoHandled: "CargoHandled"
        case .cargoMisdirected: "CargoMisdirected"
        case .cargoBackOnTrack: "CargoBackOnTrack"
        case .cargoArrived: "CargoArrived"
        case .cargoClaimed: "CargoClaimed"
        case .estimatedArrivalChanged: "EstimatedArrivalChanged"
        case .routeDisrupted: "RouteDisrupted"
        case .routeRestored: "RouteRestored"
        case .cargoCancelled: "CargoCancelled"
        case .cargoReinstated: "CargoReinstated"
        case .referenceAdded: "ReferenceAdded"
        case .referenceRemoved: "ReferenceRemoved"
        case .voyageSubstituted: "VoyageSubstituted"
        case .pickUpDeadlineChanged: "PickUpDeadlineChanged"
        case .cargoHeld: "CargoHeld"
        case .cargoReleased: "CargoReleased"
        case .cargoArchived: "CargoArchived"
        case .cargoRestored: "CargoRestored"
        case .customerErased: "CustomerErased"
        case .voyageRescheduled: "VoyageRescheduled"
        case .voyageDescribed: "VoyageDescribed"
        case .portCallReported: "PortCallReported"
        }
    }

    /// The type of aggregate that raises the fact.
    package var aggregateType: DomainEvent.AggregateType {
        switch self {
        case .voyageRescheduled, .voyageDescribed, .portCallReported: .voyage
        default: .cargo
        }
    }

    /// The schema version of an event with the fact, which is that of the rules that brought it.
    public var schemaVersion: Int64 {
        switch self {
        case .voyageSubstituted, .pickUpDeadlineChanged, .cargoHeld, .cargoReleased, .voyageDescribed, .portCallReported, .cargoArchived,
            .cargoRestored, .customerErased:
            3
        default: 2
        }
    }
}
