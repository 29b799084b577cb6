package cargo.domain.routing

import cargo.domain.cargo.Itinerary
import cargo.domain.shared.Result

/** Finds routes over the voyages that are known. */
interface RoutingService {
    /** The routes that answer a question, best first; an empty list where there are none (RTG-5). */
    suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>>
}
