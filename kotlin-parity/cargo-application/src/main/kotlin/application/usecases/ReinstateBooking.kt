package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result

/** Undoes the cancellation of a booking (CRG-11). */
public class ReinstateBooking(private val environment: Environment) : UseCase<ReinstateBooking.Request, CargoRevision> {
    /**
     * The cargo whose booking is to stand again. If there is an expected version and the cargo has another one, nothing
     * changes.
     */
    public data class Request(public val trackingId: TrackingId, public val expectedVersion: Long? = null)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, request.expectedVersion) { it.reinstated(at = environment.clock.now()) }

    public companion object : Operation<Request, CargoRevision>(::ReinstateBooking)
}
