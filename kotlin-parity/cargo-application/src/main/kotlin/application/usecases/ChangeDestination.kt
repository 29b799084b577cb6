package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/** Changes a cargo's destination (CRG-4). */
public class ChangeDestination(
    private val environment: Environment,
) : UseCase<ChangeDestination.Request, CargoRevision> {
    /**
     * The cargo and the new destination. If there is an expected version and the cargo has another one, nothing
     * changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val destination: UnLocode,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val destination by required(Readings.unLocode)
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId, destination) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> {
        val cargo = environment.cargo(request.trackingId, request.expectedVersion).orElse { return it }
        environment.locations.requireAll(listOf(request.destination)).orElse { return it }
        return environment.change(cargo) { it.changingDestination(request.destination) }
    }

    public companion object : Operation<Request, CargoRevision>(::ChangeDestination)
}
