/// Whether a cargo has a route that does what its customer wants (DLV-2).
public enum RoutingStatus: String, Hashable, Sendable, CaseIterable {
    /// It has no itinerary.
    case notRouted = "NOT_ROUTED"
    /// Its itinerary satisfies its route specification.
    case routed = "ROUTED"
    /// It does not.
    case misrouted = "MISROUTED"

    init(of itinerary: Itinerary?, for routeSpecification: RouteSpecification) {
        guard let itinerary else {
            self = .notRouted
            return
        }
        self = routeSpecification.isSatisfied(by: itinerary) ? .routed : .misrouted
    }
}
