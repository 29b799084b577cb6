package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result

/** Releases a hold on a cargo, whatever the cargo's state (CRG-16, UC-15). */
public class ReleaseHold(private val environment: Environment) : UseCase<ReleaseHold.Request, CargoRevision> {
    /**
     * The cargo, and the type of hold. If there is an expected version and the cargo has another one, nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val type: HoldType,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required(Readings.trackingId)
        val type by required(Readings.holdType)
        build { Request(trackingId, type) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, request.expectedVersion, announces = false) {
            Result.Success(it.releasingHold(request.type))
        }

    public companion object : Operation<Request, CargoRevision>(::ReleaseHold)
}
