package cargo.domain.routing

import cargo.domain.cargo.Itinerary
import cargo.domain.shared.Result

/** Finds routes over the known voyages. */
interface RoutingService {
    /** Finds the routes that match a search, best first. The list is empty if there are none (RTG-5). */
    suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>>
}
