package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.environment.IdempotencyKey
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
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then

/**
 * Books a cargo (CRG-1).
 *
 * Checks the locations and RTE-1, determines the tracking id, checks RTE-2, then saves. With an idempotency key,
 * repeating a booking returns the same tracking id and books nothing twice, even if the first attempt was interrupted.
 */
public class BookCargo(private val environment: Environment) : UseCase<BookCargo.Request, BookCargo.Response> {
    /** The booking. Without a tracking id, the store draws one. */
    public data class Request(
        public val customerId: CustomerId,
        public val origin: UnLocode,
        public val destination: UnLocode,
        public val arrivalDeadline: Instant,
        public val trackingId: TrackingId? = null,
        /**
         * Identifies the booking, so that repeating it is safe. It comes from a header or an option, never from [read].
         */
        public val idempotencyKey: IdempotencyKey? = null,
    )

    /** The tracking id of the booked cargo. */
    public data class Response(public val trackingId: TrackingId)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val arrivalDeadline by required(Readings.instant)
        val customerId by required(Readings.customerId)
        val destination by required(Readings.unLocode)
        val origin by required(Readings.unLocode)
        val trackingId by optional(Readings.trackingId)
        build { Request(customerId, origin, destination, arrivalDeadline, trackingId) }
    }

    /**
     * Fails with `location_not_found`, `route_origin_is_destination`, `tracking_id_in_use`, `tracking_ids_exhausted`,
     * `deadline_not_in_future`, `idempotency_key_reused`, `corrupt_record`.
     */
    override suspend fun execute(request: Request): Result<Response> {
        environment.locations.requireAll(listOf(request.origin, request.destination)).orElse { return it }
        val specification =
            RouteSpecification.create(request.origin, request.destination, request.arrivalDeadline).orElse { return it }
        reserved(request.idempotencyKey).orElse { return it }?.let { return complete(it, request, specification) }
        val trackingId = trackingId(request.trackingId).orElse { return it }
        val cargo = book(trackingId, request, specification).orElse { return it }
        if (request.idempotencyKey == null) return save(cargo)
        val wanted = BookingReservation(trackingId, request.customerId, specification)
        return environment.idempotencyKeys.reserve(request.idempotencyKey, wanted)
            .then { complete(it, request, specification) }
    }

    private suspend fun reserved(key: IdempotencyKey?): Result<BookingReservation?> =
        if (key == null) Result.Success(null) else environment.idempotencyKeys.find(key)

    /** Books the reserved cargo, unless an earlier or concurrent request has booked it. */
    private suspend fun complete(
        reservation: BookingReservation,
        request: Request,
        specification: RouteSpecification,
    ): Result<Response> {
        val trackingId = reservation.trackingId
        val isSameId = request.trackingId == null || request.trackingId == trackingId
        if (!isSameId || reservation != BookingReservation(trackingId, request.customerId, specification)) {
            return Result.Failure(DomainError.idempotencyKeyReused(trackingId))
        }
        if (isBooked(reservation).orElse { return it }) return Result.Success(Response(trackingId))
        val saved = book(trackingId, request, specification).then { save(it) }
        val isLost = saved is Result.Failure && saved.error.code == Code.TRACKING_ID_IN_USE
        return if (isLost && isBooked(reservation).orElse { return it }) Result.Success(Response(trackingId)) else saved
    }

    /**
     * Returns whether the reserved cargo is booked. Fails with `tracking_id_in_use` if the id belongs to another
     * booking.
     */
    private suspend fun isBooked(reservation: BookingReservation): Result<Boolean> =
        when (val found = environment.cargos.findByTrackingId(reservation.trackingId)) {
            is Result.Success -> {
                val cargo = found.value
                val isOurs =
                    cargo.customerId == reservation.customerId && cargo.origin == reservation.routeSpecification.origin
                if (isOurs) Result.Success(true) else inUse(reservation.trackingId)
            }
            is Result.Failure -> absent(reservation.trackingId, found.error).map { false }
        }

    private fun book(trackingId: TrackingId, request: Request, specification: RouteSpecification): Result<Cargo> =
        Cargo.book(trackingId, request.customerId, specification, at = environment.clock.now())

    private suspend fun save(cargo: Cargo): Result<Response> = when (val saved = environment.cargos.save(cargo)) {
        is Result.Success -> Result.Success(Response(cargo.trackingId))
        // Another booking took the id in the meantime.
        is Result.Failure -> if (saved.error.code == Code.CONCURRENCY_CONFLICT) inUse(cargo.trackingId) else saved
    }

    /** Returns the requested id if no cargo has it; without a request, a new id. */
    private suspend fun trackingId(wanted: TrackingId?): Result<TrackingId> {
        if (wanted == null) return environment.cargos.nextTrackingId()
        return when (val found = environment.cargos.findByTrackingId(wanted)) {
            is Result.Success -> inUse(wanted)
            is Result.Failure -> absent(wanted, found.error).map { wanted }
        }
    }

    /** Succeeds if no cargo ever had the id that wasn't found. The id of an archived cargo stays in use (REP-9). */
    private fun absent(trackingId: TrackingId, error: DomainError): Result<Unit> = when (error.code) {
        Code.CARGO_NOT_FOUND -> Result.Success(Unit)
        Code.CARGO_ARCHIVED -> inUse(trackingId)
        else -> Result.Failure(error)
    }

    private fun inUse(trackingId: TrackingId) = Result.Failure(DomainError.trackingIdInUse(trackingId))

    public companion object : Operation<Request, Response>(::BookCargo)
}
