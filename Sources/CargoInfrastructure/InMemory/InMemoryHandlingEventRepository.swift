import CargoDomain

/// The handling events of an in-memory store.
struct InMemoryHandlingEventRepository: HandlingEventRepository {
    let store: InMemoryStore

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        store.atomically { world in world.histories[trackingId] ?? .empty(of: trackingId) }
    }

    func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard try world.isNew(event, after: history) else { return false }
            world.place(event)
            return true
        }
    }
}

extension InMemoryWorld {
    /// Returns whether an event can be stored; false if an equal one already is.
    /// - Throws: `concurrency_conflict` if the given history isn't the stored one.
    func isNew(_ event: HandlingEvent, after history: HandlingHistory) throws(DomainError) -> Bool {
        let stored = histories[event.trackingId] ?? .empty(of: event.trackingId)
        guard !stored.contains(event) else { return false }
        guard stored.events.count == history.events.count else {
            throw .concurrencyConflict(
                event.trackingId,
                expected: Int64(history.events.count),
                actual: Int64(stored.events.count)
            )
        }
        return true
    }
}
