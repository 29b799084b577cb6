package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.routing.RouteSearch
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse

/**
 * Finds routes for a cargo from where it is: a port, or the ship that carries it (RTG-1 to RTG-8, UC-2).
 *
 * From a port the routes depart neither before now nor before the last event in the cargo's history. If no route meets
 * the deadline, those that miss it are returned apart. Fails with
 * `cargo_cancelled`, `cargo_already_claimed`.
 */
public class FindRoutes(private val environment: Environment) : UseCase<FindRoutes.Request, FindRoutes.Response> {
    /** The cargo and the limits of the search. */
    public data class Request(
        public val trackingId: TrackingId,
        public val options: RouteSearch.Options = RouteSearch.Options.DEFAULT,
    )

    /** The routes, best first. */
    public data class Response(
        /** The routes that meet the deadline. */
        public val itineraries: List<Itinerary>,
        /** Those that miss it; empty if there are any that meet it. */
        public val tooLate: List<Itinerary> = emptyList(),
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val limit by optional(Readings.integer(RouteSearch.Options.LIMIT))
        val maxLegs by optional(Readings.integer(RouteSearch.Options.MAX_LEGS))
        val minimumConnection by optional(Readings.integer(RouteSearch.Options.MINIMUM_CONNECTION))
        val trackingId by required(Readings.trackingId)
        make { RouteSearch.Options.create(limit, maxLegs, minimumConnection).map { Request(trackingId, it) } }
    }

    override suspend fun execute(request: Request): Result<Response> {
        val stored = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        val cargo = stored.derivingDeliveryProgress(history).orElse { return it }
        cargo.checkOpen().orElse { return it }
        val search = search(cargo, history, request.options) ?: return Result.Success(Response(emptyList()))
        val itineraries = environment.routing.findRoutes(search).orElse { return it }
        if (itineraries.isNotEmpty()) return Result.Success(Response(itineraries))
        return environment.routing.findRoutes(search.copy(ignoreDeadline = true)).map { Response(itineraries, it) }
    }

    /** Returns the search from where the cargo is; null if that is its destination. */
    private fun search(cargo: Cargo, history: HandlingHistory, options: RouteSearch.Options): RouteSearch? {
        val move = cargo.delivery.lastMove
        val wanted = cargo.routeSpecification
        val start = move?.activity?.location ?: wanted.origin
        val created = RouteSpecification.create(start, wanted.destination, wanted.arrivalDeadline)
        val specification = (created as? Result.Success)?.value ?: return null
        val now = environment.clock.now()
        val voyage = cargo.delivery.currentVoyage
        if (move != null && voyage != null) {
            return RouteSearch(
                specification,
                now,
                options,
                RouteSearch.OnboardPosition(voyage, start, loadedAt = move.completionTime),
            )
        }
        return RouteSearch(
            specification,
            departAfter = history.lastEvent?.completionTime?.takeIf { it > now } ?: now,
            options,
        )
    }

    public companion object : Operation<Request, Response>(::FindRoutes)
}
