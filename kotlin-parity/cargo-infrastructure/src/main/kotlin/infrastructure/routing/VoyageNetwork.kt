package io.github.cargokit.infrastructure.routing

import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.voyage.Voyage

/** The voyages that routes are searched over. It isn't thread-safe. */
public class VoyageNetwork(voyages: Iterable<Voyage> = emptyList()) {
    private val index = RouteIndex()

    init {
        update(voyages)
    }

    /** Adds voyages, or replaces those with the same numbers. If a number occurs twice, the last voyage wins. */
    public fun update(voyages: Iterable<Voyage>): Unit = voyages.forEach(index::put)

    /** Finds the routes that match a search, best first (RTG-1 to RTG-8). The list is empty if there are none. */
    public fun findRoutes(search: RouteSearch): List<Itinerary> = RouteFinder(index, search).find()
}
