package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.Itinerary
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/**
 * Assigns a route to a cargo, after checking that its voyages exist and, by their forecasts, call at the ports and
 * times of its legs (CRG-2, UC-3).
 */
public class AssignRoute(private val environment: Environment) : UseCase<AssignRoute.Request, CargoRevision> {
    /** The cargo and the route. If there is an expected version and the cargo has another one, nothing changes. */
    public data class Request(
        public val trackingId: TrackingId,
        public val itinerary: Itinerary,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val itinerary by requiredListIn("itinerary", "legs", Readings.leg, Itinerary::create)
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId, itinerary) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> {
        val cargo = environment.cargo(request.trackingId, request.expectedVersion).orElse { return it }
        request.itinerary.legs.forEachIndexed { index, leg ->
            val voyage = environment.voyages.findByNumber(leg.voyageNumber).orElse { return it }
            if (!voyage.forecast.carries(leg)) return Result.Failure(DomainError.legNotOnSchedule(index))
        }
        return environment.change(cargo, announces = false) { it.assignedTo(request.itinerary) }
    }

    public companion object : Operation<Request, CargoRevision>(::AssignRoute)
}
