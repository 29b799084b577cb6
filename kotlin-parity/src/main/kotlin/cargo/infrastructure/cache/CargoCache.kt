package cargo.infrastructure.cache

import cargo.domain.cargo.Cargo
import cargo.domain.cargo.CustomerId
import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Instant
import cargo.domain.shared.Page
import cargo.domain.shared.Result

/** A cargo as a cache holds it: as the remote had it, version and all, and when. */
data class CachedCargo(
    val cargo: Cargo,
    /** When the remote was asked for it. */
    val asOf: Instant,
    /** Whether a save went wrong since, so that the remote may well have another version (CCH-8). */
    val isInDoubt: Boolean = false,
)

/**
 * What a cache keeps of a remote's cargos: the last known state of some of them.
 *
 * Other than a `CargoRepository` it takes a remote's version as it is, whatever versions it has missed: it compares nothing, raises nothing and
 * numbers nothing. It belongs to one remote; whose cargos they are is not written in it.
 */
interface CargoCache {
    /** The entry of a cargo; null where there is none. */
    suspend fun find(trackingId: TrackingId): Result<CachedCargo?>

    /**
     * Replaces or removes the entries of some cargos, each once, and each in one step with looking at what stands there.
     *
     * `decide` gives the entry to keep, null for none; it may be asked more than once, and must have no effect of its own.
     */
    suspend fun update(trackingIds: Collection<TrackingId>, decide: (TrackingId, CachedCargo?) -> CachedCargo?): Result<Unit>

    /** The entries of a customer, by tracking id; there may be cargos that the cache does not know. */
    suspend fun findForCustomer(customerId: CustomerId): Result<List<CachedCargo>>

    /** A page of at most `limit` (1 to 1000) entries by tracking id; there may be cargos that the cache does not know. */
    suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<CachedCargo, TrackingId>>
}
