package cargo.domain.handling

import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Result

/** Stores handling events. */
interface HandlingEventRepository {
    /** Reads the handling history of a cargo. The history is empty if the cargo has no events or doesn't exist. */
    suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory>

    /**
     * Stores an event if the cargo's history is still the one you validated it against. An event equal to a stored one is not stored again
     * (HND-3).
     *
     * Comparing the history enforces HND-6 even if two writers register events at the same time. Returns whether the event was new. Fails
     * with `concurrency_conflict` if another event was stored in the meantime.
     */
    suspend fun save(event: HandlingEvent, after: HandlingHistory): Result<Boolean>
}
