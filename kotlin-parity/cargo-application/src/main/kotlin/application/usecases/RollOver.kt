package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.AffectedCargo
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.ErrorTier
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Puts all cargos that are to be loaded onto a voyage at a location on another voyage (CRG-13, UC-14).
 *
 * Each cargo is saved by itself. A rollover that was interrupted is completed by asking for it again.
 */
public class RollOver(private val environment: Environment) : UseCase<RollOver.Request, RollOver.Response> {
    /** The voyage that leaves cargos behind, where it does, and the voyage that takes them. */
    public data class Request(
        public val from: VoyageNumber,
        public val location: UnLocode,
        public val to: VoyageNumber,
    )

    /** What became of the cargos, both lists by tracking id. */
    public data class Response(
        /** All cargos that were moved, as planned or not. */
        public val affectedCargos: List<AffectedCargo>,
        /** Those that were left as they were, such as cargos to a port at which the new voyage doesn't call. */
        public val failures: List<FailedCargo>,
    )

    /** A cargo that could not be moved, and why. */
    public data class FailedCargo(public val trackingId: TrackingId, public val error: DomainError)

    override fun read(input: Input): Result<Request> = readRequest(input) {
        val from by required(Readings.voyageNumber)
        val location by required(Readings.unLocode)
        val to by required(Readings.voyageNumber)
        build { Request(from, location, to) }
    }

    override suspend fun execute(request: Request): Result<Response> {
        environment.voyages.findByNumber(request.from).orElse { return it }
        val to = environment.voyages.findByNumber(request.to).orElse { return it }
        environment.locations.findByUnLocode(request.location).orElse { return it }
        val affected = ArrayList<AffectedCargo>()
        val failures = ArrayList<FailedCargo>()
        if (request.from == request.to) return Result.Success(Response(affected, failures))
        CargosOnVoyage(environment, request.from).forEach { stored ->
            when (val moved = moved(stored, request, to)) {
                is Result.Success -> moved.value?.let { affected += AffectedCargo.of(it) }
                is Result.Failure -> if (moved.error.isRefusal) failures += FailedCargo(stored.trackingId, moved.error)
                else return@forEach moved
            }
            Result.Success(Unit)
        }.orElse { return it }
        return Result.Success(Response(affected, failures))
    }

    /** Moves a stored cargo. Returns it with its new estimate; null if it has no leg to move. */
    private suspend fun moved(stored: Cargo, request: Request, to: Voyage): Result<Cargo?> =
        environment.changeByHistory(stored) { cargo, history ->
            val index = cargo.firstLegToLoad(request.from, request.location)?.toLong()
            if (index == null || cargo.isCancelled || cargo.isClaimed) return Result.Success(null)
            val leg = cargo.openLeg(index).orElse { return it }
            to.schedule.checkCalls(leg.loadLocation, leg.unloadLocation).orElse { return it }
            cargo.substitutingVoyage(index, to.number, history)
        }

    /** Whether the failure is the cargo's own, and not the store's or another writer's. */
    private val DomainError.isRefusal: Boolean
        get() = tier != ErrorTier.TECHNICAL && code != Code.CONCURRENCY_CONFLICT

    public companion object : Operation<Request, Response>(::RollOver)
}
