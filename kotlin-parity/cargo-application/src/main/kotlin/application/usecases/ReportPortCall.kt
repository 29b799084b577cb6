package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.AffectedCargo
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.PortCallEnd
import io.github.cargokit.domain.voyage.PortCallStatus
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Takes what a carrier reports of a port call, and announces what that does to the cargos that are to travel on the
 * voyage (VOY-6, UC-12).
 *
 * Reports may come in any order. The voyage and each cargo are saved by themselves; to report the same again completes
 * what was interrupted.
 */
public class ReportPortCall(
    private val environment: Environment,
) : UseCase<ReportPortCall.Request, ReportPortCall.Response> {
    /**
     * What the carrier said. Without a time of the report, it was made now. If there is an expected version and the
     * voyage has another one, nothing changes.
     */
    public data class Request(
        public val voyageNumber: VoyageNumber,
        public val location: UnLocode,
        public val end: PortCallEnd,
        public val status: PortCallStatus,
        public val time: Instant,
        public val reportedAt: Instant? = null,
        public val expectedVersion: Long? = null,
    )

    /** The stored voyage, and the cargos on it that don't travel as planned. */
    public data class Response(
        public val voyageNumber: VoyageNumber,
        public val version: Long,
        /** Whether the report was stored. */
        public val isNew: Boolean,
        public val affectedCargos: List<AffectedCargo>,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val end by required(Readings.portCallEnd)
        val location by required(Readings.unLocode)
        val reportedAt by optional(Readings.instant)
        val status by required(Readings.portCallStatus)
        val time by required(Readings.instant)
        val voyageNumber by required(Readings.voyageNumber)
        build { Request(voyageNumber, location, end, status, time, reportedAt) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        val (version, isNew) = (
            if (request.expectedVersion == null) untilSaved { report(request) } else report(request)
        ).orElse { return it }
        return CargosOnVoyage(environment, request.voyageNumber).announceEstimates()
            .map { Response(request.voyageNumber, version, isNew, it) }
    }

    /** Saves the voyage with the report. Returns its version, and whether the report changed it. */
    private suspend fun report(request: Request): Result<Pair<Long, Boolean>> {
        val voyage = environment.voyage(request.voyageNumber, request.expectedVersion).orElse { return it }
        environment.locations.findByUnLocode(request.location).orElse { return it }
        val now = environment.clock.now()
        val reported = voyage.reporting(
            request.location, request.end, request.status, request.time, request.reportedAt ?: now, at = now,
        ).orElse { return it }
        return environment.save(reported, over = voyage).map { it to (reported !== voyage) }
    }

    public companion object : Operation<Request, Response>(::ReportPortCall)
}
