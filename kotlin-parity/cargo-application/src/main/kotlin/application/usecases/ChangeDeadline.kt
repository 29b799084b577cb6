package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result

/** Changes a cargo's arrival deadline (CRG-5). */
public class ChangeDeadline(private val environment: Environment) : UseCase<ChangeDeadline.Request, CargoRevision> {
    /**
     * The cargo and the new deadline. If there is an expected version and the cargo has another one, nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val arrivalDeadline: Instant,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val arrivalDeadline by required(Readings.instant)
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId, arrivalDeadline) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, request.expectedVersion) {
            it.changingDeadline(request.arrivalDeadline, at = environment.clock.now())
        }

    public companion object : Operation<Request, CargoRevision>(::ChangeDeadline)
}
