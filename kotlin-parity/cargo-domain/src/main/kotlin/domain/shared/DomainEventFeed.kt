package io.github.cargokit.domain.shared

/** The transactional outbox: every domain event of a store, in the order in which it was stored (REP-3). */
public interface DomainEventFeed {
    /** Reads at most `limit` (1 to 1000) events after a position; 0 is the start of the store. The list is empty at the end. */
    public suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>>
}
