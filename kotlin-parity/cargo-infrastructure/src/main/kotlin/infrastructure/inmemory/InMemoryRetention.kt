package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.application.retention.StoreRetention
import io.github.cargokit.application.retention.StoredCargoContents
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.inmemory.InMemoryStore.StoredCargo

/** Removes from an in-memory store what has ended. */
internal class InMemoryRetention(private val store: InMemoryStore) : StoreRetention {
    override suspend fun contents(trackingId: TrackingId): Result<StoredCargoContents> =
        store.cargos.findByTrackingId(trackingId).then { cargo ->
            store.atomically { StoredCargoContents.create(cargo, logOf(trackingId).records, origins[trackingId.text]) }
        }

    override suspend fun remove(cargos: List<Cargo>, place: ArchivePlace): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.atomically {
            val versions = cargos.mapUntilFailure { nextVersion(it) }.orElse { return it }
            for ((cargo, version) in cargos.zip(versions)) {
                place(cargo.trackingId.text, StoredCargo.Removed(place, version))
                handling -= cargo.trackingId.text
                origins -= cargo.trackingId.text
                events += DomainEvent.raisedBy(cargo, version, now, nextSequence, request)
            }
            Result.Success(Unit)
        }
    }

    override suspend fun place(trackingId: TrackingId): Result<ArchivePlace?> =
        store.atomically { Result.Success((cargos[trackingId.text] as? StoredCargo.Removed)?.place) }

    override suspend fun restore(contents: StoredCargoContents): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        val id = contents.cargo.trackingId
        return store.atomically {
            val removed = cargos[id.text] as? StoredCargo.Removed ?: return storedVersion(id).then { actual ->
                Result.Failure(DomainError.concurrencyConflict(id, expected = 0, actual = actual))
            }
            contents.cargo.restored(removed.place.archive, removed.version)
                .then { save(it, now, request) }
                .map {
                    contents.handling.forEach(logOf(id)::take)
                    val brought = contents.origins
                    if (brought != null) origins[id.text] = brought
                }
        }
    }

    override suspend fun firstEvent(): Result<Long> = store.atomically { Result.Success(firstEvent) }

    override suspend fun trimEvents(through: Long): Result<Unit> = store.atomically {
        val count = (through.coerceAtMost(nextSequence - 1) - firstEvent + 1).coerceAtLeast(0)
        events.subList(0, count.toInt()).clear()
        firstEvent += count
        Result.Success(Unit)
    }

    /** Returns the version that the next save of a cargo stores, if the store holds the version that was loaded. */
    private fun InMemoryStore.World.nextVersion(cargo: Cargo): Result<Long> {
        val actual = storedVersion(cargo.trackingId).orElse { return it }
        return if (actual == cargo.version) Version.next(actual)
        else Result.Failure(DomainError.concurrencyConflict(cargo.trackingId, expected = cargo.version, actual))
    }

    /** Returns the version of a stored or removed cargo; 0 if there is none. Fails with the error of a broken one. */
    private fun InMemoryStore.World.storedVersion(trackingId: TrackingId): Result<Long> =
        when (val stored = cargos[trackingId.text]) {
            is StoredCargo.Sound -> Result.Success(stored.cargo.version)
            is StoredCargo.Broken -> Result.Failure(stored.error)
            is StoredCargo.Removed -> Result.Success(stored.version)
            null -> Result.Success(0)
        }
}
