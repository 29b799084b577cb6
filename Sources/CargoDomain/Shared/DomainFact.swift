/// Something that happened to an aggregate, as the aggregate itself tells it: the type and the data of a domain event.
///
/// Rules CRG-1 to CRG-6 and VOY-4.
public enum DomainFact: Hashable, Sendable {
    /// A cargo was booked (CRG-1).
    case cargoBooked(customerId: CustomerId, origin: UnLocode, routeSpecification: RouteSpecification)
    /// A cargo was given a route (CRG-2).
    case cargoRouted(itinerary: Itinerary)
    /// A cargo was given another route specification (CRG-3).
    case routeRespecified(routeSpecification: RouteSpecification)
    /// A cargo goes somewhere else (CRG-4).
    case destinationChanged(routeSpecification: RouteSpecification)
    /// A cargo has another deadline (CRG-5).
    case deadlineChanged(routeSpecification: RouteSpecification)
    /// Something else is now the last thing done to a cargo (CRG-6).
    case cargoHandled(lastHandled: Handled)
    /// A cargo left its route (CRG-6).
    case cargoMisdirected(actual: HandlingActivity, expected: HandlingActivity?)
    /// A cargo is on its route again (CRG-6).
    case cargoBackOnTrack
    /// A cargo was unloaded at its destination (CRG-6).
    case cargoArrived(location: UnLocode)
    /// A cargo was handed over to its customer (CRG-6).
    case cargoClaimed(location: UnLocode)
    /// A voyage has another schedule (VOY-4).
    case voyageRescheduled(voyageNumber: VoyageNumber)

    /// The type's name on the wire.
    public var type: String {
        switch self {
        case .cargoBooked: "CargoBooked"
        case .cargoRouted: "CargoRouted"
        case .routeRespecified: "RouteRespecified"
        case .destinationChanged: "DestinationChanged"
        case .deadlineChanged: "DeadlineChanged"
        case .cargoHandled: "CargoHandled"
        case .cargoMisdirected: "CargoMisdirected"
        case .cargoBackOnTrack: "CargoBackOnTrack"
        case .cargoArrived: "CargoArrived"
        case .cargoClaimed: "CargoClaimed"
        case .voyageRescheduled: "VoyageRescheduled"
        }
    }

    /// The kind of aggregate that raises it.
    package var aggregateType: DomainEvent.AggregateType {
        switch self {
        case .cargoBooked, .cargoRouted, .routeRespecified, .destinationChanged, .deadlineChanged, .cargoHandled, .cargoMisdirected,
            .cargoBackOnTrack, .cargoArrived, .cargoClaimed:
            .cargo
        case .voyageRescheduled: .voyage
        }
    }
}
