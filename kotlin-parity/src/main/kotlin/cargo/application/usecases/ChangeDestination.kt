package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoChanged
import cargo.domain.cargo.TrackingId
import cargo.domain.location.UnLocode
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Changes a cargo's destination (CRG-4). */
class ChangeDestination(private val environment: Environment) : UseCase<ChangeDestination.Request, CargoChanged> {
    /** The cargo and the new destination. */
    class Request(val trackingId: TrackingId, val destination: UnLocode)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val destination by required("destination", Readings.unLocode)
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId, destination) }
    }

    override suspend fun execute(request: Request): Result<CargoChanged> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        environment.locations.requireAll(listOf(request.destination)).orElse { return it }
        return CargoCommand(environment).execute(cargo) { it.changingDestination(request.destination) }
    }
}
