package cargo.infrastructure.inmemory

import cargo.application.environment.HandlingUnitOfWork
import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.RetractedEvent
import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import cargo.domain.shared.orElse
import cargo.infrastructure.records.HandlingLog

/** Stores handling events and retractions together with their cargos in an in-memory store. */
internal class InMemoryHandlingUnitOfWork(private val store: InMemoryStore) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(after, cargo) { register(event) }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        save(after, cargo) { retract(retraction) }

    private inline fun save(after: HandlingHistory, cargo: Cargo, change: HandlingLog.() -> Unit): Result<Unit> {
        val now = store.clock.now()
        return store.atomically {
            val actual = historyOf(after.trackingId).revision.toLong()
            val expected = after.revision.toLong()
            if (actual != expected) {
                return Result.Failure(DomainError.concurrencyConflict("trackingId", after.trackingId.text, expected, actual))
            }
            save(cargo, now).orElse { return it }
            logOf(after.trackingId).change()
            Result.Success(Unit)
        }
    }
}
