public import CargoDomain

/// Finds routes over the voyages of a repository.
///
/// Keeps an index over the voyages. Before each search, reads the voyages that any process has saved since; the cost depends on those
/// voyages, not on the size of the index. Searches run concurrently, outside the actor.
public actor VoyageRoutingService: RoutingService {
    private let voyages: any VoyageRepository
    private var network = VoyageNetwork()
    private var position: Int64 = 0
    /// The last read of changes that was started.
    private var begun: Task<Result<Void, DomainError>, Never>?
    /// The read that starts when that one has ended.
    private var next: Task<Result<Void, DomainError>, Never>?

    /// Creates a service over a repository's voyages.
    public init(_ voyages: any VoyageRepository) { self.voyages = voyages }

    /// Returns the routes for a search, best first, or an empty list if there are none (RTG-5).
    ///
    /// Takes into account every voyage whose save ended before the call. Searches off the caller's actor. Cancelling the task ends the search
    /// early, without an error (REP-8): the list then has the routes found so far, possibly none.
    /// - Returns: the repository's error if reading the voyages fails; the next call tries again.
    @concurrent
    public nonisolated func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
        await latestNetwork().map { $0.findRoutes(search) }
    }

    /// Returns the network with every voyage saved before the call.
    ///
    /// Only one read runs at a time. It may have started before a save that the caller knows of, so calls that arrive meanwhile wait for the
    /// next read, which serves them all.
    private func latestNetwork() async -> Result<VoyageNetwork, DomainError> {
        let reading =
            next
            ?? Task { [begun] in
                _ = await begun?.value
                return await self.readChanges()
            }
        next = reading
        return await reading.value.map { network }
    }

    private func readChanges() async -> Result<Void, DomainError> {
        begun = next
        next = nil
        return await voyages.findChanges(after: position).map { changes in
            network.update(changes.voyages)
            position = changes.position
        }
    }
}
