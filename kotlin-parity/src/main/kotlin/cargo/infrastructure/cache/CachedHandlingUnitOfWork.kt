package cargo.infrastructure.cache

import cargo.application.environment.HandlingUnitOfWork
import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.HandlingHistory
import cargo.domain.shared.Result

/** Handling events together with their cargos at a remote, before which there is a cache: it takes the cargo as `CachedCargoRepository.save` does. */
class CachedHandlingUnitOfWork(private val remote: HandlingUnitOfWork, private val cargos: CachedCargoRepository) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Boolean> =
        cargos.saving(cargo, isStored = { it }) { remote.save(event, after, cargo) }
}
