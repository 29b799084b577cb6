package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result

/** A cargo in a cache: its state and version at the remote, and when they were read. */
public data class CachedCargo(
    val cargo: Cargo,
    /** When the remote was asked. */
    val asOf: Instant,
    /** Whether a save has failed since, so that the remote may have another version (CCH-8). */
    val isInDoubt: Boolean = false,
)

/**
 * Stores the last known state of some of a remote's cargos.
 *
 * Unlike a `CargoRepository`, a cache stores whatever version the remote returned: it doesn't compare or assign
 * versions, and raises no events. A cache belongs to a single remote; nothing in the cache identifies that remote.
 */
public interface CargoCache {
    /** Returns the entry of a cargo; `null` if there is none. */
    public suspend fun find(trackingId: TrackingId): Result<CachedCargo?>

    /**
     * Replaces or removes the entries of some cargos. For each cargo, reading the old entry and storing the new one is
     * a single atomic step.
     *
     * `trackingIds` has no duplicates. `decide` returns the entry to store, or null to remove it, given the old entry.
     * It may be called several times and must have no side effects.
     */
    public suspend fun update(
        trackingIds: Collection<TrackingId>,
        decide: (TrackingId, CachedCargo?) -> CachedCargo?,
    ): Result<Unit>

    /** Returns a customer's entries, ordered by tracking id. The customer may have cargos that aren't cached. */
    public suspend fun findForCustomer(customerId: CustomerId): Result<List<CachedCargo>>

    /**
     * Reads a page of at most `limit` (1 to 1000) entries, ordered by tracking id. There may be cargos that aren't
     * cached.
     */
    public suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<CachedCargo, TrackingId>>
}
