package io.github.cargokit.application.retention

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result

/**
 * Removes from a store what has ended: closed cargos and old domain events (REP-9, REP-10).
 *
 * A store without one keeps everything for good: archiving and trimming are `removal_unsupported` there, before
 * anything is changed (REP-11).
 */
public interface StoreRetention {
    /**
     * Returns a cargo with everything that leaves the store together with it.
     *
     * Fails with `cargo_not_found`, `cargo_archived`, `corrupt_record`.
     */
    public suspend fun contents(trackingId: TrackingId): Result<StoredCargoContents>

    /**
     * Removes cargos with their histories, all of them or none, and stores the events that they raised (REP-9).
     *
     * Compares and sets as a save does. The tracking ids stay in use. `cargos` are as [Cargo.archived] returns them;
     * `place` is where they are from now on. Fails with `concurrency_conflict` if one of them was changed by someone
     * else.
     */
    public suspend fun remove(cargos: List<Cargo>, place: ArchivePlace): Result<Unit>

    /** Returns where a removed cargo is; null for one that is in the store or never was. */
    public suspend fun place(trackingId: TrackingId): Result<ArchivePlace?>

    /**
     * Puts a removed cargo back as it was, at the version after its removal, and stores `CargoRestored` (REP-9).
     *
     * Fails with `concurrency_conflict` if the cargo is in the store, or was never removed from it.
     */
    public suspend fun restore(contents: StoredCargoContents): Result<Unit>

    /** Returns the position of the first domain event that is there, or will be (REP-10). */
    public suspend fun firstEvent(): Result<Long>

    /**
     * Removes the domain events up to a position; 0 for none (REP-10).
     *
     * Saves go on meanwhile. Repeat it after an interruption: what is gone is passed over. Fails with
     * `removal_unsupported`, for every position, if the store removes cargos but keeps its events.
     */
    public suspend fun trimEvents(through: Long): Result<Unit>
}

/** Returns the store's retention. Fails with `removal_unsupported` if the store can't remove anything (REP-11). */
public fun CargoStore.requiredRetention(): Result<StoreRetention> =
    retention?.let { Result.Success(it) } ?: Result.Failure(DomainError.technical(Code.REMOVAL_UNSUPPORTED))
