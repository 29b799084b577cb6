/// Something that happened to an aggregate: the type and data of a domain event.
///
/// New facts are added without a new major version, so a `switch` in another package needs a `default` or an `@unknown default`. Rules CRG-1
/// to CRG-11, REF-3, REF-4, UC-5 and VOY-4.
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
    /// A voyage's schedule was replaced; `schedule` is `nil` in events that version 1 stored (VOY-4, REP-3).
    case voyageRescheduled(voyageNumber: VoyageNumber, schedule: Schedule?)

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
        case .voyageRescheduled: "VoyageRescheduled"
        }
    }

    /// The type of aggregate that raises the fact.
    package var aggregateType: DomainEvent.AggregateType {
        switch self {
        case .cargoBooked, .cargoRouted, .routeRespecified, .destinationChanged, .deadlineChanged, .handlingEventRegistered,
            .handlingEventRetracted, .cargoHandled, .cargoMisdirected, .cargoBackOnTrack, .cargoArrived, .cargoClaimed,
            .estimatedArrivalChanged, .routeDisrupted, .routeRestored, .cargoCancelled, .cargoReinstated, .referenceAdded,
            .referenceRemoved:
            .cargo
        case .voyageRescheduled: .voyage
        }
    }
}
