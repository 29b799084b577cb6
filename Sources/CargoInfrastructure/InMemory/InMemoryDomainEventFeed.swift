import CargoDomain

/// The outbox of an in-memory store.
struct InMemoryDomainEventFeed: DomainEventFeed {
    let store: InMemoryStore

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await .awaiting { () throws(DomainError) in try await entries(after: sequence, limit: limit).get().readableEvents() }
    }

    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            return Array(world.events.dropFirst(Int(clamping: max(sequence, 0))).prefix(limit))
        }
    }
}
