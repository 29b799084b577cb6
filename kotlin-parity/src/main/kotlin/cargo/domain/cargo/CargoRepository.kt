package cargo.domain.cargo

import cargo.domain.shared.Page
import cargo.domain.shared.Result

/**
 * Where cargos are kept: one promise list, REP-1 to REP-8, whatever the backend.
 *
 * Cancellation is no failure: it comes through as the exception that it is, before anything is saved (REP-8).
 */
interface CargoRepository {
    /** The cargo with this tracking id, `cargo_not_found`, or `corrupt_record` where the stored one is broken (REP-1, REP-5). */
    suspend fun findByTrackingId(trackingId: TrackingId): Result<Cargo>

    /**
     * Stores a cargo as its version + 1, together with the events it raised, iff the stored version is still the cargo's (REP-2, REP-3).
     *
     * The value in the caller's hand is stale afterwards: load it again. Fails with `concurrency_conflict` where somebody else was first,
     * `corrupt_record` where a broken cargo is in the way.
     */
    suspend fun save(cargo: Cargo): Result<Unit>

    /** A tracking id that no cargo has and that was never given out before, or `tracking_ids_exhausted` (VAL-ID-2, REP-6). */
    suspend fun nextTrackingId(): Result<TrackingId>

    /** All cargos of a customer, by tracking id; `corrupt_record` where a broken cargo names this customer (REP-1, REP-5). */
    suspend fun findForCustomer(customerId: CustomerId): Result<List<Cargo>>

    /** A page of at most `limit` (1 to 1000) cargos by tracking id, broken ones left out. */
    suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<Cargo, TrackingId>>
}
