package cargo.infrastructure.routing

import cargo.domain.cargo.Itinerary
import cargo.domain.routing.RouteSearch
import cargo.domain.routing.RoutingService
import cargo.domain.shared.Result
import cargo.domain.shared.orElse
import cargo.domain.voyage.Voyage
import cargo.domain.voyage.VoyageRepository

/** Finds routes over the voyages of a repository. Before each search, the index reads the voyages saved since the last one. */
class VoyageRoutingService(private val voyages: VoyageRepository) : RoutingService {
    private val index = RouteIndex()
    private var position = 0L

    override suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>> {
        val since = synchronized(index) { position }
        val changes = voyages.findChanges(since).orElse { return it }
        return synchronized(index) {
            // Another caller may have added these and later voyages in the meantime.
            if (changes.position >= position) {
                changes.voyages.forEach(index::put)
                position = changes.position
            }
            Result.Success(RouteFinder(index, search).find())
        }
    }

    companion object {
        /** Finds routes over a fixed list of voyages. If a number occurs twice, the last voyage wins. */
        fun findRoutes(search: RouteSearch, voyages: List<Voyage>): List<Itinerary> {
            val index = RouteIndex()
            voyages.forEach(index::put)
            return RouteFinder(index, search).find()
        }
    }
}
