package io.github.cargokit.infrastructure.routing

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageRepository
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Finds routes over the voyages of a repository. Before each search, the index reads the voyages saved since the last one. */
public class VoyageRoutingService(private val voyages: VoyageRepository) : RoutingService {
    private val lock = Mutex()
    private val index = RouteIndex()
    private var position = 0L

    override suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>> {
        val since = lock.withLock { position }
        val changes = voyages.findChanges(since).orElse { return it }
        return lock.withLock {
            // Another caller may have added these and later voyages in the meantime.
            if (changes.position >= position) {
                changes.voyages.forEach(index::put)
                position = changes.position
            }
            Result.Success(RouteFinder(index, search).find())
        }
    }

    public companion object {
        /** Finds routes over a fixed list of voyages. If a number occurs twice, the last voyage wins. */
        public fun findRoutes(search: RouteSearch, voyages: List<Voyage>): List<Itinerary> {
            val index = RouteIndex()
            voyages.forEach(index::put)
            return RouteFinder(index, search).find()
        }
    }
}
