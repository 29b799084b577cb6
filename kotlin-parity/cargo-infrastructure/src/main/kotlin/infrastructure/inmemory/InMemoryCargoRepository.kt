package io.github.cargokit.infrastructure.inmemory

import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.RequestId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.infrastructure.inmemory.InMemoryStore.StoredCargo

/** The cargos of an in-memory store. */
internal class InMemoryCargoRepository(private val store: InMemoryStore) : CargoRepository {
    override suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo> = store.atomically {
        when (val stored = cargos[trackingId.text]) {
            is StoredCargo.Sound -> Result.Success(stored.cargo)
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

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>> = store.atomically {
        val found = ArrayList<Cargo>()
        for (stored in cargosOf(customerId.text, after = null)) when (stored) {
            is StoredCargo.Sound -> found += stored.cargo
            is StoredCargo.Broken -> return Result.Failure(stored.error)
        }
        Result.Success(found)
    }

    override suspend fun findForCustomer(
        customerId: CustomerId,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        store.atomically {
            PageLimit.check(limit).orElse { return it }
            val items = ArrayList<Cargo>()
            for (stored in cargosOf(customerId.text, after?.text)) {
                if (items.size == limit) return Result.Success(Page(items, next = items.last().trackingId))
                when (stored) {
                    is StoredCargo.Sound -> items += stored.cargo
                    is StoredCargo.Broken -> return Result.Failure(stored.error)
                }
            }
            Result.Success(Page(items, next = null))
        }

    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        page(after, limit) { cargoIds(it) }

    override suspend fun findOnVoyage(
        voyageNumber: VoyageNumber,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        page(after, limit) { byVoyage.ids(voyageNumber, it) }

    override suspend fun findByReference(
        reference: CargoReference,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        page(after, limit) { byReference.ids(reference, it) }

    override suspend fun findAt(location: UnLocode, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        page(after, limit) { byPort.ids(location, it) }

    override suspend fun findNeeding(
        need: AttentionReason,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        page(after, limit) { byNeed.ids(need, it) }

    /** Reads the first sound cargos of those whose ids `ids` returns: the ones after an id, in ASCII order. */
    private inline fun page(
        after: TrackingId?,
        limit: Int,
        ids: InMemoryStore.World.(after: String?) -> Collection<String>,
    ): Result<Page<Cargo, TrackingId>> =
        store.atomically {
            PageLimit.check(limit).orElse { return it }
            val items = ArrayList<Cargo>()
            for (id in ids(after?.text)) {
                val cargo = (cargos[id] as? StoredCargo.Sound)?.cargo ?: continue
                if (items.size == limit) return Result.Success(Page(items, next = items.last().trackingId))
                items += cargo
            }
            Result.Success(Page(items, next = null))
        }
}

/**
 * Stores a cargo and its raised events under compare-and-set.
 *
 * Changes nothing if it fails.
 */
internal fun InMemoryStore.World.save(cargo: Cargo, now: Instant, request: RequestId?): Result<Unit> {
    val id = cargo.trackingId.text
    val actual = when (val stored = cargos[id]) {
        is StoredCargo.Sound -> stored.cargo.version
        is StoredCargo.Broken -> return Result.Failure(stored.error)
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
