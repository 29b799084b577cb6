package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoChanged
import cargo.domain.cargo.RouteSpecification
import cargo.domain.cargo.TrackingId
import cargo.domain.location.UnLocode
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/**
 * Replaces a cargo's route specification (CRG-3).
 *
 * RTE-1 is checked before CRG-3, because the specification is created first.
 */
class SpecifyRoute(private val environment: Environment) : UseCase<SpecifyRoute.Request, CargoChanged> {
    /** The cargo and the parts of its new route specification. */
    class Request(val trackingId: TrackingId, val origin: UnLocode, val destination: UnLocode, val arrivalDeadline: Instant)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val arrivalDeadline by required("arrivalDeadline", Readings.instant)
        val destination by required("destination", Readings.unLocode)
        val origin by required("origin", Readings.unLocode)
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId, origin, destination, arrivalDeadline) }
    }

    override suspend fun execute(request: Request): Result<CargoChanged> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        environment.locations.requireAll(listOf(request.origin, request.destination)).orElse { return it }
        val specification =
            RouteSpecification.create(request.origin, request.destination, request.arrivalDeadline).orElse { return it }
        return CargoCommand(environment).execute(cargo) { it.specifyingNewRoute(specification, at = environment.clock.now()) }
    }
}
