package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.readmodels.CargoRevision
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.Outlook
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.Voyage

/** Finds a cargo, checks its version if the caller expects one, and changes it. */
internal suspend fun Environment.change(
    trackingId: TrackingId,
    expectedVersion: Long?,
    announces: Boolean = true,
    rule: (Cargo) -> Result<Cargo>,
): Result<CargoRevision> = cargo(trackingId, expectedVersion).then { change(it, announces, rule) }

/**
 * Changes a stored cargo on a clerk's command: derives it from its history, applies a rule, announces the estimate, and
 * saves once (UC-4). `announces` is false for commands that leave the announced estimate alone (EST-7).
 *
 * If the rule changes nothing, nothing is saved, even if the derivation changed the cargo (CRG-0). A conflict isn't
 * retried.
 */
internal suspend fun Environment.change(
    stored: Cargo,
    announces: Boolean = true,
    rule: (Cargo) -> Result<Cargo>,
): Result<CargoRevision> = changeByHistory(stored, announces) { cargo, _ -> rule(cargo) }.map { stored.revision(it) }

/**
 * Changes a stored cargo as [change] does, by a rule that also looks at the history or asks the repositories.
 *
 * Returns the cargo that was saved, still with the version it had before; null if the rule changed nothing.
 */
internal suspend inline fun Environment.changeByHistory(
    stored: Cargo,
    announces: Boolean = true,
    rule: (Cargo, HandlingHistory) -> Result<Cargo>,
): Result<Cargo?> {
    val history = handlingEvents.findHistory(stored.trackingId).orElse { return it }
    val derived = stored.derivingDeliveryProgress(history).orElse { return it }
    val changed = rule(derived, history).orElse { return it }
    if (changed === derived) return Result.Success(null)
    val announced = if (announces) announced(changed, history).orElse { return it } else changed
    return cargos.save(announced).map { announced }
}

/** What a change of this stored cargo answers, given the cargo that was saved, if any. */
internal fun Cargo.revision(saved: Cargo?) = CargoRevision(trackingId, if (saved == null) version else version + 1)

/** Returns a cargo that announces its present estimate; a cargo without an itinerary as it is (EST-7, CRG-10). */
internal suspend fun Environment.announced(cargo: Cargo, history: HandlingHistory): Result<Cargo> {
    val outlook = outlook(cargo, history).orElse { return it } ?: return Result.Success(cargo)
    return cargo.announcing(outlook.estimate)
}

/** Saves a voyage unless it is the stored one, unchanged. Returns the version that is stored now. */
internal suspend fun Environment.save(voyage: Voyage, over: Voyage): Result<Long> =
    if (voyage === over) Result.Success(over.version) else voyages.save(voyage).map { over.version + 1 }

/** Returns what the voyages as stored make of a cargo's route; null without an itinerary (EST-1 to EST-4). */
internal suspend fun Environment.outlook(cargo: Cargo, history: HandlingHistory): Result<Outlook?> {
    val legs = cargo.itinerary?.legs ?: return Result.Success(null)
    return voyages.findAll(legs.map { it.voyageNumber }.toSet()).then { cargo.outlook(history, it) }
}

/** Brings a cargo up to date with its history and the voyages as stored (UC-5). */
internal class Inspection(private val environment: Environment) {
    /** Derives a cargo and announces its estimate, without saving it. */
    suspend fun inspected(cargo: Cargo, history: HandlingHistory): Result<Cargo> {
        val derived = cargo.derivingDeliveryProgress(history).orElse { return it }
        return environment.announced(derived, history)
    }

    /** Inspects a stored cargo, and saves it if anything changed. Returns the cargo as inspected. */
    suspend fun heal(stored: Cargo, history: HandlingHistory): Result<Cargo> {
        val inspected = inspected(stored, history).orElse { return it }
        if (inspected == stored) return Result.Success(inspected)
        return environment.cargos.save(inspected).map { inspected }
    }
}

/** Runs an attempt, and repeats it as long as another writer saves first. */
internal inline fun <T> untilSaved(attempt: () -> Result<T>): Result<T> {
    while (true) {
        val result = attempt()
        if (result !is Result.Failure || result.error.code != Code.CONCURRENCY_CONFLICT) return result
    }
}
