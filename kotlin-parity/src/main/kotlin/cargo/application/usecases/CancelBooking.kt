package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoChanged
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Reason
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Cancels a booking of which nothing was handled yet (CRG-8). */
class CancelBooking(private val environment: Environment) : UseCase<CancelBooking.Request, CargoChanged> {
    /** The cargo, and why its booking is cancelled. */
    class Request(val trackingId: TrackingId, val reason: Reason)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val reason by required("reason", Readings.reason)
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId, reason) }
    }

    override suspend fun execute(request: Request): Result<CargoChanged> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        return CargoCommand(environment).execute(cargo, announces = false) { it.cancelled(request.reason, at = environment.clock.now()) }
    }
}
