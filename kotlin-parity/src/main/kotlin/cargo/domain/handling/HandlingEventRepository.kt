package cargo.domain.handling

import cargo.domain.cargo.TrackingId
import cargo.domain.shared.Result

/** Where handling events are kept, each a fact of its own. */
interface HandlingEventRepository {
    /** All that was done to a cargo; an empty history where nothing was, or where there is no such cargo. */
    suspend fun findHistory(trackingId: TrackingId): Result<HandlingHistory>

    /**
     * Stores an event iff the cargo's history is still the one that the caller judged it by, so that HND-6 holds when two writers register
     * at once; an equal event is not stored again (HND-3).
     *
     * Answers whether it was new, or `concurrency_conflict` where another event came in between.
     */
    suspend fun save(event: HandlingEvent, after: HandlingHistory): Result<Boolean>
}
