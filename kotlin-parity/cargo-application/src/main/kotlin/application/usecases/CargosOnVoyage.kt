package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.readmodels.AffectedCargo
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageNumber

/** The stored cargos with a leg on a voyage. */
internal class CargosOnVoyage(private val environment: Environment, private val voyageNumber: VoyageNumber) {
    /**
     * Announces the estimate of each cargo that is to travel on the voyage, and returns those that don't travel as
     * planned (UC-9).
     *
     * A cargo that is corrupt or can't be saved any more is left as it is.
     */
    suspend fun announceEstimates(): Result<List<AffectedCargo>> {
        val affected = ArrayList<AffectedCargo>()
        forEach { stored ->
            when (val result = announced(stored)) {
                is Result.Success -> result.value?.let { affected += AffectedCargo.of(it) }
                is Result.Failure -> if (result.error.code != Code.INTEGER_OUT_OF_RANGE) return@forEach result
            }
            Result.Success(Unit)
        }.orElse { return it }
        return Result.Success(affected)
    }

    /** Inspects a cargo that waits for the voyage. Returns it unless it travels as planned. */
    private suspend fun announced(stored: Cargo): Result<Cargo?> {
        val history = environment.handlingEvents.findHistory(stored.trackingId).orElse { return it }
        val derived = stored.derivingDeliveryProgress(history).orElse { return it }
        if (!derived.waitsFor(voyageNumber)) return Result.Success(null)
        val inspected = Inspection(environment).heal(stored, history).orElse { return it }
        return Result.Success(inspected.takeIf { it.estimate != null })
    }

    /**
     * Visits each cargo, by tracking id, until a visit fails.
     *
     * A cargo that another writer saves during its visit is visited again; a corrupt one is skipped.
     */
    suspend fun forEach(visit: suspend (Cargo) -> Result<Unit>): Result<Unit> {
        val query = CargoQuery(voyage = voyageNumber)
        var after: TrackingId? = null
        do {
            val page = environment.cargos.find(query, after, PageLimit.RANGE.last).orElse { return it }
            for (cargo in page.items) repeated(cargo, visit).orElse { return it }
            after = page.next
        } while (after != null)
        return Result.Success(Unit)
    }

    private suspend fun repeated(found: Cargo, visit: suspend (Cargo) -> Result<Unit>): Result<Unit> {
        var result = visit(found)
        while (result is Result.Failure) when (result.error.code) {
            Code.CORRUPT_RECORD -> return Result.Success(Unit)
            Code.CONCURRENCY_CONFLICT ->
                result = environment.cargos.findByTrackingId(found.trackingId).then { visit(it) }
            else -> return result
        }
        return result
    }
}
