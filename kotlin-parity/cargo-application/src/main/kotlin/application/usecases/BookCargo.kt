package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/**
 * Books a cargo (CRG-1).
 *
 * Checks the locations and RTE-1, determines the tracking id, checks RTE-2, then saves.
 */
public class BookCargo(private val environment: Environment) : UseCase<BookCargo.Request, BookCargo.Response> {
    /** The booking. Without a tracking id, a new one is generated. */
    public data class Request(
        public val customerId: CustomerId,
        public val origin: UnLocode,
        public val destination: UnLocode,
        public val arrivalDeadline: Instant,
        public val trackingId: TrackingId? = null,
    )

    /** The tracking id of the booked cargo. */
    public data class Response(public val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val arrivalDeadline by required("arrivalDeadline", Readings.instant)
        val customerId by required("customerId", Readings.customerId)
        val destination by required("destination", Readings.unLocode)
        val origin by required("origin", Readings.unLocode)
        val trackingId by optional("trackingId", Readings.trackingId)
        build { Request(customerId, origin, destination, arrivalDeadline, trackingId) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        environment.locations.requireAll(listOf(request.origin, request.destination)).orElse { return it }
        val specification =
            RouteSpecification.create(request.origin, request.destination, request.arrivalDeadline).orElse { return it }
        val trackingId = trackingId(request.trackingId).orElse { return it }
        val cargo = Cargo.book(trackingId, request.customerId, specification, at = environment.clock.now()).orElse { return it }
        return when (val saved = environment.cargos.save(cargo)) {
            is Result.Success -> Result.Success(Response(trackingId))
            // Another booking took the id in the meantime.
            is Result.Failure -> if (saved.error.code == Code.CONCURRENCY_CONFLICT) inUse(trackingId) else saved
        }
    }

    /** Returns the requested id if no cargo has it; without a request, a new id. */
    private suspend fun trackingId(wanted: TrackingId?): Result<TrackingId> {
        if (wanted == null) return environment.cargos.nextTrackingId()
        return when (val found = environment.cargos.findByTrackingId(wanted)) {
            is Result.Success -> inUse(wanted)
            is Result.Failure -> if (found.error.code == Code.CARGO_NOT_FOUND) Result.Success(wanted) else found
        }
    }

    private fun inUse(trackingId: TrackingId) =
        Result.Failure(DomainError.notFound(Code.TRACKING_ID_IN_USE, "trackingId", trackingId.text))
}
