package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/**
 * Replaces a cargo's route specification (CRG-3).
 *
 * RTE-1 is checked before CRG-3, because the specification is created first.
 */
public class SpecifyRoute(private val environment: Environment) : UseCase<SpecifyRoute.Request, CargoRevision> {
    /**
     * The cargo and the parts of its new route specification. If there is an expected version and the cargo has another
     * one, nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val origin: UnLocode,
        public val destination: UnLocode,
        public val arrivalDeadline: Instant,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val arrivalDeadline by required(Readings.instant)
        val destination by required(Readings.unLocode)
        val origin by required(Readings.unLocode)
        val trackingId by required(Readings.trackingId)
        build { Request(trackingId, origin, destination, arrivalDeadline) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> {
        val cargo = environment.cargo(request.trackingId, request.expectedVersion).orElse { return it }
        environment.locations.requireAll(listOf(request.origin, request.destination)).orElse { return it }
        val specification =
            RouteSpecification.create(request.origin, request.destination, request.arrivalDeadline).orElse { return it }
        return environment.change(cargo) { it.specifyingNewRoute(specification, at = environment.clock.now()) }
    }

    public companion object : Operation<Request, CargoRevision>(::SpecifyRoute)
}
