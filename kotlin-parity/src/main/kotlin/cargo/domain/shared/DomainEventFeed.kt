package cargo.domain.shared

/** The transactional outbox: every domain event that a store holds, in the order in which it was stored (REP-3). */
interface DomainEventFeed {
    /** At most `limit` (1 to 1000) events after a position, 0 being the start; an empty list at the end. */
    suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>>
}
