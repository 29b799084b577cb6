/// Finds routes over the voyages that are known.
///
/// The search runs off the caller's actor (see `CargoRepository`).
public protocol RoutingService: Sendable {
    /// Finds the routes for a search, best first (RTG-5). The list is empty if there are none.
    @concurrent
    func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError>
}
