package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result

/** Puts a cargo on hold (CRG-15, UC-15). */
public class PlaceHold(private val environment: Environment) : UseCase<PlaceHold.Request, CargoRevision> {
    /**
     * The cargo, the type of hold, and the reason. If there is an expected version and the cargo has another one,
     * nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val type: HoldType,
        public val reason: Reason,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val reason by required(Readings.reason)
        val trackingId by required(Readings.trackingId)
        val type by required(Readings.holdType)
        build { Request(trackingId, type, reason) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, request.expectedVersion, announces = false) {
            it.placingHold(request.type, request.reason, at = environment.clock.now())
        }

    public companion object : Operation<Request, CargoRevision>(::PlaceHold)
}
