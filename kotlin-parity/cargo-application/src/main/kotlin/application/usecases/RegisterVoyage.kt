package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.optionalDetails
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.input.requiredSchedule
import io.github.cargokit.application.readmodels.VoyageView
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.InternalCargoKitApi
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageDetails
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Registers a voyage between known ports (UC-8).
 *
 * Registering the same schedule and details again succeeds, whatever was reported since; others fail with
 * `voyage_already_exists`. A request without details accepts those that are known.
 */
public class RegisterVoyage(
    private val environment: Environment,
) : UseCase<RegisterVoyage.Request, RegisterVoyage.Response> {
    /** The voyage's number, schedule and details. */
    public data class Request(
        public val voyageNumber: VoyageNumber,
        public val schedule: Schedule,
        public val details: VoyageDetails = VoyageDetails.NONE,
    ) {
        /** Returns what a request for a voyage that is registered already answers. */
        @InternalCargoKitApi
        public fun repeating(known: VoyageView): Result<Response> {
            val isSame = known.schedule == schedule && (details.isEmpty || known.details == details)
            return if (isSame) Result.Success(Response(voyageNumber, known.version))
            else Result.Failure(DomainError.voyageAlreadyExists(voyageNumber))
        }
    }

    /** The stored voyage's number and version. */
    public data class Response(public val voyageNumber: VoyageNumber, public val version: Long)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val details by optionalDetails()
        val schedule by requiredSchedule()
        val voyageNumber by required(Readings.voyageNumber)
        build { Request(voyageNumber, schedule, details ?: VoyageDetails.NONE) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        environment.locations.requireAll(request.schedule.ports).orElse { return it }
        return when (val found = environment.voyages.findByNumber(request.voyageNumber)) {
            is Result.Success -> request.repeating(VoyageView.of(found.value))
            is Result.Failure -> if (found.error.code == Code.VOYAGE_NOT_FOUND) register(request) else found
        }
    }

    private suspend fun register(request: Request): Result<Response> {
        val voyage = Voyage.register(request.voyageNumber, request.schedule, request.details)
        return when (val saved = environment.voyages.save(voyage)) {
            is Result.Success -> Result.Success(Response(voyage.number, voyage.version + 1))
            // Another writer registered it in the meantime, possibly with the same schedule.
            is Result.Failure -> if (saved.error.code == Code.CONCURRENCY_CONFLICT) execute(request) else saved
        }
    }

    public companion object : Operation<Request, Response>(::RegisterVoyage)
}

/** The ports of a schedule, in the order of the calls. */
internal val Schedule.ports get() = movements.flatMap { listOf(it.departureLocation, it.arrivalLocation) }.distinct()
