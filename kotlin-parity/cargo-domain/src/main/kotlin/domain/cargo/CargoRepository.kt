package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result

/**
 * Stores cargos. Each backend keeps the promises REP-1 to REP-8.
 *
 * A cancelled call doesn't return a failure. It throws the coroutine's cancellation exception, before anything is saved
 * (REP-8).
 */
public interface CargoRepository {
    /**
     * Finds the cargo with a tracking id.
     *
     * Fails with `cargo_not_found` if no cargo has the id; `corrupt_record` if the stored record is broken (REP-1,
     * REP-5).
     */
    public suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo>

    /**
     * Stores a cargo as its version + 1, together with the events it raised, if the stored version still equals the
     * cargo's version (REP-2, REP-3).
     *
     * The value you passed is stale afterwards: load the cargo again before you change it. Fails with
     * `concurrency_conflict` if another writer saved the cargo first; `corrupt_record` if the stored record is broken.
     */
    public suspend fun save(cargo: Cargo): Result<Unit>

    /**
     * Returns a tracking id that no cargo has and that this store has never returned before (VAL-ID-2, REP-6).
     *
     * Fails with `tracking_ids_exhausted` if the generator has no more ids.
     */
    public suspend fun nextTrackingId(): Result<TrackingId>

    /**
     * Finds all cargos of a customer, ordered by tracking id. The list is empty if the customer has none (REP-1).
     *
     * Fails with `corrupt_record` if a broken record names this customer (REP-5).
     */
    public suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>>

    /**
     * Reads a page of at most `limit` (1 to 1000) cargos that meet all conditions of a query, ordered by tracking id,
     * as they were last saved and whatever their state (REP-1, REF-5). The page starts after the id `after`; null for
     * the first page.
     *
     * Fails with `corrupt_record` if the query names a customer, and a broken record that names this customer is on the
     * page (REP-5). Any other query leaves broken records out. Fails with `integer_out_of_range` if the limit is out of
     * range.
     *
     * A backend answers from an index, and reads only cargos that may meet the conditions. One that holds few cargos
     * can check the limit with [PageLimit.check], and cut the page from a sorted list of all of them:
     * `Page.cut(all.filter(query::matches), after, limit) { it.trackingId }`.
     */
    public suspend fun find(query: CargoQuery, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>>
}
