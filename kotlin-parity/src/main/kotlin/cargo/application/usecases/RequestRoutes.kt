package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.TrackingId
import cargo.domain.routing.RouteSearch
import cargo.domain.shared.Result
import cargo.domain.shared.map
import cargo.domain.shared.orElse

/**
 * Finds routes for a cargo from the origin of its route specification (RTG-1 to RTG-6).
 *
 * The routes depart neither before now nor before the last event in the cargo's history.
 */
class RequestRoutes(private val environment: Environment) : UseCase<RequestRoutes.Request, RequestRoutes.Response> {
    /** The cargo and the limits of the search. */
    class Request(val trackingId: TrackingId, val options: RouteSearch.Options = RouteSearch.Options.DEFAULT)

    /** The routes, best first. */
    class Response(val itineraries: List<Itinerary>)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val limit by optional("limit", Readings.integer(RouteSearch.Options.LIMIT))
        val maxLegs by optional("maxLegs", Readings.integer(RouteSearch.Options.MAX_LEGS))
        val minimumConnection by optional("minimumConnection", Readings.integer(RouteSearch.Options.MINIMUM_CONNECTION))
        val trackingId by required("trackingId", Readings.trackingId)
        build { trackingId to Triple(limit, maxLegs, minimumConnection) }.let { read ->
            val (id, options) = read.orElse { return it }
            RouteSearch.Options.create(options.first, options.second, options.third).map { Request(id, it) }
        }
    }

    override suspend fun execute(request: Request): Result<Response> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        val history = environment.handlingEvents.findHistory(request.trackingId).orElse { return it }
        val now = environment.clock.now()
        val departAfter = history.lastEvent?.completionTime?.takeIf { it > now } ?: now
        return environment.routing.findRoutes(RouteSearch(cargo.routeSpecification, departAfter, request.options)).map(::Response)
    }
}
