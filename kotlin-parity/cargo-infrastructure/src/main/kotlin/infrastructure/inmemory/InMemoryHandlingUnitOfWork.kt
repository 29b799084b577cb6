package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.records.HandlingLog

/** Stores handling events and retractions together with their cargos in an in-memory store. */
internal class InMemoryHandlingUnitOfWork(private val store: InMemoryStore) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(after, cargo) { register(event) }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(after, cargo) { retract(retraction) }

    private suspend inline fun save(
        after: HandlingHistory,
        cargo: Cargo,
        change: HandlingLog.() -> Unit,
    ): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.atomically {
            val actual = historyOf(after.trackingId).revision.toLong()
            val expected = after.revision.toLong()
            if (actual != expected) {
                return Result.Failure(DomainError.concurrencyConflict(after.trackingId, expected, actual))
            }
            save(cargo, now, request).orElse { return it }
            logOf(after.trackingId).change()
            Result.Success(Unit)
        }
    }
}
