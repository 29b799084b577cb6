package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Puts a leg of a cargo's route on another voyage, which calls at the leg's ports (CRG-13, UC-13).
 *
 * The planned times stay; what the voyage makes of them is announced.
 */
public class SubstituteVoyage(private val environment: Environment) : UseCase<SubstituteVoyage.Request, CargoRevision> {
    /**
     * The cargo, the 0-based index of the leg, and its new voyage. If there is an expected version and the cargo has
     * another one, nothing changes.
     */
    public data class Request(
        public val trackingId: TrackingId,
        public val leg: Long,
        public val voyageNumber: VoyageNumber,
        public val expectedVersion: Long? = null,
    )

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val leg by required(Readings.integer)
        val trackingId by required(Readings.trackingId)
        val voyageNumber by required(Readings.voyageNumber)
        build { Request(trackingId, leg, voyageNumber) }
    }

    override suspend fun execute(request: Request): Result<CargoRevision> {
        val stored = environment.cargo(request.trackingId, request.expectedVersion).orElse { return it }
        return environment.changeByHistory(stored) { cargo, history ->
            val leg = cargo.openLeg(request.leg).orElse { return it }
            val voyage = environment.voyages.findByNumber(request.voyageNumber).orElse { return it }
            voyage.schedule.checkCalls(leg.loadLocation, leg.unloadLocation).orElse { return it }
            cargo.substitutingVoyage(request.leg, request.voyageNumber, history)
        }.map { stored.revision(it) }
    }

    public companion object : Operation<Request, CargoRevision>(::SubstituteVoyage)
}
