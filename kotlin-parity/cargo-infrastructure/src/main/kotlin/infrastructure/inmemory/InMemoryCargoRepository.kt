package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Correlation
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.inmemory.InMemoryStore.StoredCargo

/** The cargos of an in-memory store. */
internal class InMemoryCargoRepository(private val store: InMemoryStore) : CargoRepository {
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = store.atomically {
        when (val stored = cargos[trackingId.text]) {
            is StoredCargo.Sound -> Result.Success(stored.cargo)
            is StoredCargo.Removed -> Result.Failure(DomainError.cargoArchived(trackingId, stored.place.archive))
            is StoredCargo.Broken -> Result.Failure(stored.error)
            null -> Result.Failure(DomainError.cargoNotFound(trackingId))
        }
    }

    override suspend fun save(cargo: Cargo): Result<Unit> {
        val now = store.clock.now()
        val request = currentRequest()
        return store.atomically { save(cargo, now, request) }
    }

    override suspend fun nextTrackingId(): Result<TrackingId> = store.atomically {
        while (true) {
            val id =
                store.trackingIds.next() ?: return Result.Failure(DomainError.technical(Code.TRACKING_IDS_EXHAUSTED))
            if (id.text !in cargos && drawnIds.add(id)) return Result.Success(id)
        }
        @Suppress("UNREACHABLE_CODE")
        error("The loop has no other end")
    }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> =
        store.atomically { page(CargoQuery(customerId), after = null, limit = Int.MAX_VALUE) }.map { it.items }

    override suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        PageLimit.check(limit).then { store.atomically { page(query, after, limit) } }
}

/** Reads a page of the cargos that meet a query's conditions. Broken ones fail the page of their customer alone. */
private fun InMemoryStore.World.page(
    query: CargoQuery,
    after: TrackingId?,
    limit: Int,
): Result<Page<Cargo, TrackingId>> {
    val items = ArrayList<Cargo>()
    for (stored in found(query, after?.text)) {
        if (stored is StoredCargo.Broken && query.customer == null) continue
        if (items.size == limit) return Result.Success(Page(items, next = items.last().trackingId))
        when (stored) {
            is StoredCargo.Sound -> items += stored.cargo
            is StoredCargo.Broken -> return Result.Failure(stored.error)
            is StoredCargo.Removed -> Unit
        }
    }
    return Result.Success(Page(items, next = null))
}

/**
 * Stores a cargo and its raised events under compare-and-set.
 *
 * Changes nothing if it fails.
 */
internal fun InMemoryStore.World.save(cargo: Cargo, now: Instant, request: Correlation?): Result<Unit> {
    val id = cargo.trackingId.text
    val actual = when (val stored = cargos[id]) {
        is StoredCargo.Sound -> stored.cargo.version
        is StoredCargo.Broken -> return Result.Failure(stored.error)
        is StoredCargo.Removed -> stored.version
        null -> 0
    }
    if (actual != cargo.version) {
        val error = DomainError.concurrencyConflict(cargo.trackingId, expected = cargo.version, actual = actual)
        return Result.Failure(error)
    }
    val version = Version.next(actual).orElse { return it }
    // Don't store a cargo that could not be loaded again.
    val saved = cargo.storedAs(version).orElse { return it }
    place(id, StoredCargo.Sound(saved))
    events += DomainEvent.raisedBy(cargo, version, now, nextSequence, request)
    return Result.Success(Unit)
}
