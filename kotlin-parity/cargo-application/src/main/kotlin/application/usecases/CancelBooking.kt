package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result

/** Cancels a booking of which nothing was handled yet (CRG-8). */
public class CancelBooking(private val environment: Environment) : UseCase<CancelBooking.Request, CargoRevision> {
    /**
     * The cargo, and why its booking is cancelled. If there is an expected version and the cargo has another one,
     * nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val reason: Reason,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val reason by required(Readings.reason)
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId, reason) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, request.expectedVersion, announces = false) {
            it.cancelled(request.reason, at = environment.clock.now())
        }

    public companion object : Operation<Request, CargoRevision>(::CancelBooking)
}
