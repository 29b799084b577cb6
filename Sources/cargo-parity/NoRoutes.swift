import CargoDomain

struct VoyageRoutingService: RoutingService {
    init(voyages: any VoyageRepository) {}
    func findRoutes(_ search: RouteSearch) async -> Result<[Itinerary], DomainError> { .success([]) }
    static func findRoutes(_ search: RouteSearch, over voyages: [Voyage]) -> [Itinerary] { [] }
}
