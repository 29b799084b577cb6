public import CargoDomain

/// Finds routes over the voyages of a repository.
///
/// Keeps an index over their movements and, before each search, brings it up to date with what was saved since, by whomever: the cost of
/// a save is that of one voyage, never of the index.
public actor VoyageRoutingService: RoutingService {
    private let voyages: any VoyageRepository
    private var network = VoyageNetwork()
    private var position: Int64 = 0

    /// Finds routes over these voyages.
    public init(_ voyages: any VoyageRepository) { self.voyages = voyages }

    /// The routes that answer a question, best first; an empty list where there are none (RTG-5).
    public func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
        if case .failure(let error) = await bringUpToDate() { return .failure(error) }
        return .success(network.findRoutes(search))
    }

    private func bringUpToDate() async -> Result<Void, DomainError> {
        while true {
            let known = position
            switch await voyages.findChanges(after: known) {
            case .failure(let error): return .failure(error)
            case .success(let changes):
                // Another search may have gone on meanwhile; what it read is newer than this.
                guard position == known else { continue }
                for voyage in changes.voyages { network.update(voyage) }
                position = changes.position
                return .success(())
            }
        }
    }
}
