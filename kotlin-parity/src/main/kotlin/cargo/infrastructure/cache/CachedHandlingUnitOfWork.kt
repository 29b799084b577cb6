package cargo.infrastructure.cache

import cargo.application.environment.HandlingUnitOfWork
import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.handling.RetractedEvent
import cargo.domain.shared.Result

/** A remote unit of work that updates the cache of a [CachedCargoRepository] as its `save` does. */
class CachedHandlingUnitOfWork(private val remote: HandlingUnitOfWork, private val cargos: CachedCargoRepository) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        cargos.saving(cargo) { remote.save(event, after, cargo) }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        cargos.saving(cargo) { remote.retract(retraction, after, cargo) }
}
