package io.github.cargokit.domain.routing

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.shared.Result

/** Finds routes over the known voyages. */
public interface RoutingService {
    /** Finds the routes that match a search, best first. The list is empty if there are none (RTG-5). */
    public suspend fun findRoutes(search: RouteSearch): Result<List<Itinerary>>
}
