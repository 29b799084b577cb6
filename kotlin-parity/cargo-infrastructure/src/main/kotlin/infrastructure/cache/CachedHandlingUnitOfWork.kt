package io.github.cargokit.infrastructure.cache

import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.HandlingHistory
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.Result

/** A remote unit of work that updates the cache of a [CachedCargoRepository] as its `save` does. */
public class CachedHandlingUnitOfWork(
    private val remote: HandlingUnitOfWork,
    private val cargos: CachedCargoRepository,
) : HandlingUnitOfWork {
    override suspend fun save(event: HandlingEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        cargos.saving(cargo) { remote.save(event, after, cargo) }

    override suspend fun retract(retraction: RetractedEvent, after: HandlingHistory, cargo: Cargo): Result<Unit> =
        cargos.saving(cargo) { remote.retract(retraction, after, cargo) }
}
