/// Finds routes over the voyages that are known.
///
/// The search runs off the caller's actor (see `CargoRepository`).
public protocol RoutingService: Sendable {
    /// Finds the routes for a search, best first (RTG-5). The list is empty if there are none.
    ///
    /// In a cancelled task, the list may be incomplete or empty: cancellation isn't a domain error (REP-8).
    @concurrent
    func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError>
}
