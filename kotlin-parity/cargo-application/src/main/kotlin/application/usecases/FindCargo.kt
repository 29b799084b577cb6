package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.StoredCargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map

/**
 * Returns a cargo as it is stored, for code that keeps a copy of it.
 *
 * For the view that a customer sees, use `TrackCargo`.
 */
public class FindCargo(private val environment: Environment) : UseCase<FindCargo.Request, StoredCargo> {
    /** The cargo to find. */
    public data class Request(public val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId) }
    }

    /** Fails with `cargo_not_found`, `corrupt_record`. */
    override suspend fun execute(request: Request): Result<StoredCargo> =
        environment.cargos.findByTrackingId(request.trackingId).map { StoredCargo.of(it) }

    public companion object : Operation<Request, StoredCargo>(::FindCargo)
}
