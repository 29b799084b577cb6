package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoChanged
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Changes a cargo's arrival deadline (CRG-5). */
class ChangeDeadline(private val environment: Environment) : UseCase<ChangeDeadline.Request, CargoChanged> {
    /** The cargo and the new deadline. */
    class Request(val trackingId: TrackingId, val arrivalDeadline: Instant)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val arrivalDeadline by required("arrivalDeadline", Readings.instant)
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId, arrivalDeadline) }
    }

    override suspend fun execute(request: Request): Result<CargoChanged> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        return CargoCommand(environment).execute(cargo) { it.changingDeadline(request.arrivalDeadline, at = environment.clock.now()) }
    }
}
