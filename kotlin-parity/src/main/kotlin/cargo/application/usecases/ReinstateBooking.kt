package cargo.application.usecases

import cargo.application.environment.Environment
import cargo.application.input.Input
import cargo.application.input.Readings
import cargo.application.input.readRequest
import cargo.application.readmodels.CargoChanged
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Undoes the cancellation of a booking (CRG-11). */
class ReinstateBooking(private val environment: Environment) : UseCase<ReinstateBooking.Request, CargoChanged> {
    /** The cargo whose booking is to stand again. */
    class Request(val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required("trackingId", Readings.trackingId)
        build { Request(trackingId) }
    }

    override suspend fun execute(request: Request): Result<CargoChanged> {
        val cargo = environment.cargos.findByTrackingId(request.trackingId).orElse { return it }
        return CargoCommand(environment).execute(cargo) { it.reinstated(at = environment.clock.now()) }
    }
}
