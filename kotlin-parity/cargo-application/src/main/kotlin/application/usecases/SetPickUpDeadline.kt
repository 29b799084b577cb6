package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result

/** Changes the end of the time to pick up a cargo at its destination (CRG-14, UC-15). */
public class SetPickUpDeadline(
    private val environment: Environment,
) : UseCase<SetPickUpDeadline.Request, CargoRevision> {
    /**
     * The cargo, and when its time ends; null if that isn't known. If there is an expected version and the cargo has
     * another one, nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val pickUpBy: Instant?,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val pickUpBy by optional(Readings.instant)
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId, pickUpBy) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, request.expectedVersion, announces = false) {
            it.settingPickUpBy(request.pickUpBy)
        }

    public companion object : Operation<Request, CargoRevision>(::SetPickUpDeadline)
}
