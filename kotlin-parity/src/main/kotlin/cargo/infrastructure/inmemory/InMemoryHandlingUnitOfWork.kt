package cargo.infrastructure.inmemory

import cargo.application.environment.HandlingUnitOfWork
import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Stores handling events together with their cargos in an in-memory store. */
internal class InMemoryHandlingUnitOfWork(private val store: InMemoryStore) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Boolean> {
        val now = store.clock.now()
        return store.atomically {
            if (!isNew(event, after).orElse { return it }) return Result.Success(false)
            save(cargo, now).orElse { return it }
            place(event)
            Result.Success(true)
        }
    }
}
