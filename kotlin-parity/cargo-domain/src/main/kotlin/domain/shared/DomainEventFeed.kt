package io.github.cargokit.domain.shared

/** The transactional outbox: every domain event of a store, in the order in which it was stored (REP-3). */
public interface DomainEventFeed {
    /**
     * Reads at most `limit` (1 to 1000) events after a position; 0 is the start of the store. The list is empty at the
     * end.
     *
     * The list stops before an event that can't be read. To read past it, use [entries] or start after it. Fails with
     * `integer_out_of_range` if the limit is out of range; `corrupt_record` if the first event after the position can't
     * be read.
     */
    public suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>>

    /**
     * Reads at most `limit` (1 to 1000) events after a position, with an entry for each event that can't be read.
     *
     * The default implementation calls [events], so it fails when that fails.
     */
    public suspend fun entries(after: Long, limit: Int): Result<List<FeedEntry>> =
        events(after, limit).map { events -> events.map { FeedEntry.Event(it) } }
}
