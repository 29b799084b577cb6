/// Finds routes over the voyages that are known.
public protocol RoutingService: Sendable {
    /// The routes that answer a question, best first; an empty list where there are none (RTG-5).
    func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError>
}
