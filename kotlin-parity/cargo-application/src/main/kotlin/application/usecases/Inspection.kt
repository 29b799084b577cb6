package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse

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
