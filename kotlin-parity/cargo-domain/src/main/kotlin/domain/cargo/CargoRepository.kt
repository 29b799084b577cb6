package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Stores cargos. Each backend keeps the promises REP-1 to REP-8.
 *
 * A function that reads a page fails with `integer_out_of_range` if its limit isn't 1 to 1000 (see `PageLimit`).
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
     * Reads a page of at most `limit` (1 to 1000) cargos of a customer, ordered by tracking id.
     *
     * Fails with `corrupt_record` if a broken record that names this customer is on the page (REP-5). The default
     * implementation reads all of the customer's cargos, and fails if any of their records is broken. A backend answers
     * from an index.
     */
    public suspend fun findForCustomer(
        customerId: CustomerId,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        PageLimit.check(limit).then {
            findForCustomer(customerId)
        }.map { all -> Page.cut(all, after, limit) { it.trackingId } }

    /** Reads a page of at most `limit` (1 to 1000) cargos, ordered by tracking id. Broken records are left out. */
    public suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>>

    /**
     * Reads a page of at most `limit` (1 to 1000) cargos with a leg on a voyage, ordered by tracking id. Broken records
     * are left out.
     *
     * Includes cargos that were unloaded from the voyage, and claimed and cancelled ones (REP-1). The default
     * implementation reads every cargo. A backend answers from an index.
     */
    public suspend fun findOnVoyage(
        voyageNumber: VoyageNumber,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        filterPages(after, limit) { voyageNumber in it.voyageNumbers }

    /**
     * Reads a page of at most `limit` (1 to 1000) cargos that have a reference, ordered by tracking id, whatever their
     * state, as they were last saved (REF-5). Broken records are left out.
     *
     * The default implementation reads every cargo. A backend answers from an index.
     */
    public suspend fun findByReference(
        reference: CargoReference,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        filterPages(after, limit) { reference in it.references }

    /**
     * Reads a page of at most `limit` (1 to 1000) cargos that lie in a port, ordered by tracking id, as they were last
     * saved: received or unloaded there, and not loaded or claimed since ([Delivery.currentPort]), on their route or
     * not (REP-1, DLV-1). Broken records are left out.
     *
     * The default implementation reads every cargo. A backend answers from an index.
     */
    public suspend fun findAt(location: UnLocode, after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>> =
        filterPages(after, limit) { it.delivery.currentPort == location }

    /**
     * Reads a page of at most `limit` (1 to 1000) cargos that need a kind of attention, ordered by tracking id, as they
     * were last saved (REP-1). Broken records are left out.
     *
     * The default implementation reads every cargo. A backend answers from an index.
     */
    public suspend fun findNeeding(
        need: AttentionReason,
        after: TrackingId?,
        limit: Int,
    ): Result<Page<Cargo, TrackingId>> =
        filterPages(after, limit) { it.has(need) }
}

/** Reads a page of the cargos that meet a condition, from the pages of all cargos. */
private suspend inline fun CargoRepository.filterPages(
    after: TrackingId?,
    limit: Int,
    isWanted: (Cargo) -> Boolean,
): Result<Page<Cargo, TrackingId>> {
    val found = ArrayList<Cargo>()
    var last = after
    while (true) {
        val page = findPage(last, limit).orElse { return it }
        for (cargo in page.items) {
            if (!isWanted(cargo)) continue
            if (found.size == limit) return Result.Success(Page(found, next = found.last().trackingId))
            found += cargo
        }
        last = page.next ?: return Result.Success(Page(found, next = null))
    }
}
