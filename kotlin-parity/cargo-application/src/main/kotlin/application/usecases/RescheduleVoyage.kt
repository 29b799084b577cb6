package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.input.requiredSchedule
import io.github.cargokit.application.readmodels.AffectedCargo
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Replaces a voyage's schedule, and announces what that does to the cargos that are to travel on it (VOY-4, UC-9).
 *
 * The voyage and each cargo are saved by themselves. A reschedule that was interrupted is completed by asking for it
 * again: no cargo announces the same estimate twice.
 */
public class RescheduleVoyage(
    private val environment: Environment,
) : UseCase<RescheduleVoyage.Request, RescheduleVoyage.Response> {
    /**
     * The voyage's number and its new schedule. If there is an expected version and the voyage has another one, nothing
     * changes.
     */
    public data class Request(
        public val voyageNumber: VoyageNumber,
        public val schedule: Schedule,
        public val expectedVersion: Long? = null,
    )

    /** The stored voyage, and the cargos on it that don't travel as planned. */
    public data class Response(
        public val voyageNumber: VoyageNumber,
        public val version: Long,
        public val affectedCargos: List<AffectedCargo>,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val schedule by requiredSchedule()
        val voyageNumber by required(Readings.voyageNumber)
        build { Request(voyageNumber, schedule) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        val voyage = environment.voyage(request.voyageNumber, request.expectedVersion).orElse { return it }
        environment.locations.requireAll(request.schedule.ports).orElse { return it }
        val version = environment.save(voyage.rescheduledTo(request.schedule), over = voyage).orElse { return it }
        return CargosOnVoyage(environment, voyage.number).announceEstimates()
            .map { Response(voyage.number, version, it) }
    }

    public companion object : Operation<Request, Response>(::RescheduleVoyage)
}
