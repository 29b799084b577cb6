package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoChanged
import cargo.domain.cargo.Itinerary
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Assigns a route to a cargo, after checking that its voyages exist and call at the ports and times of its legs (CRG-2). */
class AssignRoute(private val environment: Environment) : UseCase<AssignRoute.Request, CargoChanged> {
    /** The cargo and the route. */
    class Request(val trackingId: TrackingId, val itinerary: Itinerary)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val itinerary by requiredListIn("itinerary", "legs", Readings.leg, Itinerary::create)
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId, itinerary) }
    }

    override suspend fun execute(request: Request): Result<CargoChanged> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        request.itinerary.legs.forEachIndexed { index, leg ->
            val voyage = environment.voyages.findByNumber(leg.voyageNumber).orElse { return it }
            if (!voyage.schedule.carries(leg)) return Result.Failure(DomainError.legNotOnSchedule(index))
        }
        return CargoCommand(environment).execute(cargo, announces = false) { it.assignedTo(request.itinerary) }
    }
}
