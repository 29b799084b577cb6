public import CargoDomain

/// Finds routes over the voyages of a repository.
///
/// Keeps an index over them and, before each search, reads what was saved since, by whomever: a save costs as much as its voyage, never as
/// much as the index. Searches run side by side, outside of the actor.
public actor VoyageRoutingService: RoutingService {
    private let voyages: any VoyageRepository
    private var network = VoyageNetwork()
    private var position: Int64 = 0
    /// The last reading of changes that was begun.
    private var begun: Task<Result<Void, DomainError>, Never>?
    /// The reading that begins when that one is done.
    private var next: Task<Result<Void, DomainError>, Never>?

    /// Finds routes over these voyages.
    public init(_ voyages: any VoyageRepository) { self.voyages = voyages }

    /// The routes that answer a question, best first; an empty list where there are none (RTG-5).
    ///
    /// Every voyage whose save was done before the call counts.
    /// - Returns: what reading the voyages fails with; the next call tries again.
    public nonisolated func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> {
        await latestNetwork().map { $0.findRoutes(search) }
    }

    /// The network with all that was saved before the call.
    ///
    /// One reading goes on at a time. It may have begun before a save that the caller knows of, so whoever comes meanwhile waits for the
    /// next one, which serves all who wait.
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
