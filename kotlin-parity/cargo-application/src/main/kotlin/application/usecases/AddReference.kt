package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result

/** Adds a reference to a cargo, whatever the cargo's state (REF-3). */
public class AddReference(private val environment: Environment) : UseCase<AddReference.Request, CargoRevision> {
    /** The cargo, and the reference. */
    public data class Request(public val trackingId: TrackingId, public val reference: CargoReference)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required(Readings.trackingId)
        val reference by requiredReference()
        build { Request(trackingId, reference) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> =
        environment.change(request.trackingId, expectedVersion = null, announces = false) {
            it.adding(request.reference)
        }

    public companion object : Operation<Request, CargoRevision>(::AddReference)
}
