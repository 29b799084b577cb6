package io.github.cargokit.infrastructure.routing

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.routing.RoutingService
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.VoyageRepository
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/**
 * Finds routes over the voyages of a repository. Before each search, the index reads the voyages saved since the last
 * one.
 */
public class VoyageRoutingService(private val voyages: VoyageRepository) : RoutingService {
    private val lock = Mutex()
    private val network = VoyageNetwork()
    private var position = 0L

    override suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>> {
        val since = lock.withLock { position }
        val changes = voyages.findChanges(since).orElse { return it }
        return lock.withLock {
            // Another caller may have added these and later voyages in the meantime.
            if (changes.position >= position) {
                network.update(changes.voyages)
                position = changes.position
            }
            Result.Success(network.findRoutes(search))
        }
    }
}
