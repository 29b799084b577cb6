/// Whether a cargo has an itinerary that satisfies its route specification (DLV-2).
public enum RoutingStatus: String, Hashable, Sendable, CaseIterable {
    /// The cargo has no itinerary.
    case notRouted = "NOT_ROUTED"
    /// The itinerary satisfies the route specification.
    case routed = "ROUTED"
    /// The itinerary doesn't satisfy the route specification.
    case misrouted = "MISROUTED"

    init(of itinerary: Itinerary?, for routeSpecification: RouteSpecification) {
        guard let itinerary else {
            self = .notRouted
            return
        }
        self = routeSpecification.isSatisfied(by: itinerary) ? .routed : .misrouted
    }
}
