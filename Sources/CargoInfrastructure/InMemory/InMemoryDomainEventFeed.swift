import CargoDomain

/// The outbox of an in-memory store.
struct InMemoryDomainEventFeed: DomainEventFeed {
    let store: InMemoryStore

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            return Array(world.events.dropFirst(Int(clamping: max(sequence, 0))).prefix(limit))
        }
    }
}
