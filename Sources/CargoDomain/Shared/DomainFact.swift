/// Something that happened to an aggregate: the type and data of a domain event.
///
/// New facts are added without a new major version, so a `switch` in another package needs a `default` or an `@unknown default`. Rules CRG-1
/// to CRG-6 and VOY-4.
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
    /// A cargo's last activity changed (CRG-6).
    case cargoHandled(lastHandled: Handled)
    /// A cargo left its route (CRG-6).
    case cargoMisdirected(actual: HandlingActivity, expected: HandlingActivity?)
    /// A cargo returned to its route (CRG-6).
    case cargoBackOnTrack
    /// A cargo was unloaded at its destination (CRG-6).
    case cargoArrived(location: UnLocode)
    /// The customer claimed a cargo (CRG-6).
    case cargoClaimed(location: UnLocode)
    /// A voyage's schedule was replaced (VOY-4).
    case voyageRescheduled(voyageNumber: VoyageNumber)

    /// The fact's name on the wire, such as `CargoBooked`.
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

    /// The type of aggregate that raises the fact.
    package var aggregateType: DomainEvent.AggregateType {
        switch self {
        case .cargoBooked, .cargoRouted, .routeRespecified, .destinationChanged, .deadlineChanged, .cargoHandled, .cargoMisdirected,
            .cargoBackOnTrack, .cargoArrived, .cargoClaimed:
            .cargo
        case .voyageRescheduled: .voyage
        }
    }
}
