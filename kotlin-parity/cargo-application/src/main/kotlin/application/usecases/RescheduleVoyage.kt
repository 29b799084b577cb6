package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.Estimate
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
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

    /** A cargo whose estimate isn't as planned. */
    public data class AffectedCargo(
        public val trackingId: TrackingId,
        public val estimate: Estimate,
        /** How many milliseconds later than planned the cargo arrives; `null` without an arrival. */
        public val arrivalDelay: Long?,
        /** Whether the cargo arrives at or after its deadline (EST-5). */
        public val isLate: Boolean,
    )

    override fun read(input: Input): Result<Request> =
        readVoyageRequest(input) { number, schedule -> Request(number, schedule) }

    override suspend fun execute(request: Request): Result<Response> {
        val voyage = environment.voyage(request.voyageNumber, request.expectedVersion).orElse { return it }
        environment.locations.requireAll(request.schedule.ports).orElse { return it }
        val rescheduled = voyage.rescheduledTo(request.schedule)
        var version = voyage.version
        if (rescheduled != voyage) {
            environment.voyages.save(rescheduled).orElse { return it }
            version++
        }
        val affected = affectedCargos(voyage.number).orElse { return it }
        return Result.Success(Response(voyage.number, version, affected))
    }

    private suspend fun affectedCargos(voyageNumber: VoyageNumber): Result<List<AffectedCargo>> {
        val affected = ArrayList<AffectedCargo>()
        val query = CargoQuery(voyage = voyageNumber)
        var after: TrackingId? = null
        do {
            val page = environment.cargos.find(query, after, PageLimit.RANGE.last).orElse { return it }
            for (cargo in page.items) announced(cargo, voyageNumber).orElse { return it }?.let { affected += it }
            after = page.next
        } while (after != null)
        return Result.Success(affected)
    }

    /**
     * Announces the estimate of a cargo. Returns it if it isn't as planned.
     *
     * A cargo that is corrupt or can't be saved any more is left as it is.
     */
    private suspend fun announced(found: Cargo, voyageNumber: VoyageNumber): Result<AffectedCargo?> {
        var stored = found
        while (true) {
            when (val result = announcedOnce(stored, voyageNumber)) {
                is Result.Success -> return result
                is Result.Failure -> when (result.error.code) {
                    Code.CORRUPT_RECORD, Code.INTEGER_OUT_OF_RANGE -> return Result.Success(null)
                    Code.CONCURRENCY_CONFLICT ->
                        stored = environment.cargos.findByTrackingId(found.trackingId).orElse { return it }
                    else -> return result
                }
            }
        }
    }

    private suspend fun announcedOnce(stored: Cargo, voyageNumber: VoyageNumber): Result<AffectedCargo?> {
        val history = environment.handlingEvents.findHistory(stored.trackingId).orElse { return it }
        val derived = stored.derivingDeliveryProgress(history).orElse { return it }
        if (!derived.waitsFor(voyageNumber)) return Result.Success(null)
        val inspected = Inspection(environment).heal(stored, history).orElse { return it }
        return Result.Success(affected(inspected))
    }

    private fun affected(cargo: Cargo): AffectedCargo? {
        val estimate = cargo.estimate ?: return null
        return AffectedCargo(
            cargo.trackingId,
            estimate,
            cargo.itinerary?.let(estimate::delay),
            estimate.isLate(cargo.routeSpecification),
        )
    }
}
