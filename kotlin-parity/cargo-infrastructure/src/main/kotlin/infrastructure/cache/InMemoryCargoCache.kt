package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import java.util.TreeMap

/** A cache in memory, which is lost when the object is released. */
public class InMemoryCargoCache(entries: List<CachedCargo> = emptyList()) : CargoCache {
    private val entries = TreeMap<String, CachedCargo>()

    init {
        for (entry in entries) this.entries[entry.cargo.trackingId.text] = entry
    }

    /** All entries, ordered by tracking id. */
    public val all: List<CachedCargo> get() = synchronized(entries) { entries.values.toList() }

    override suspend fun find(trackingId: TrackingId): Result<CachedCargo?> =
        Result.Success(synchronized(entries) { entries[trackingId.text] })

    override suspend fun update(
        trackingIds: Collection<TrackingId>,
        decide: (TrackingId, CachedCargo?) -> CachedCargo?,
    ): Result<Unit> {
        synchronized(entries) {
            for (id in trackingIds) {
                val entry = decide(id, entries[id.text])
                if (entry == null) entries.remove(id.text) else entries[id.text] = entry
            }
        }
        return Result.Success(Unit)
    }

    override suspend fun findForCustomer(customerId: CustomerId): Result<List<CachedCargo>> =
        Result.Success(all.filter { it.cargo.customerId == customerId })

    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<CachedCargo, TrackingId>> {
        val rest = all.filter { after == null || it.cargo.trackingId.text > after.text }
        val items = rest.take(limit)
        return Result.Success(Page(items, next = if (rest.size > limit) items.last().cargo.trackingId else null))
    }
}
