import CargoApplication
import CargoDomain

/// Stores handling events and their retractions together with their cargos in an in-memory store.
struct InMemoryHandlingUnitOfWork: HandlingUnitOfWork {
    let store: InMemoryStore

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in
            try world.checkCurrent(history)
            try world.save(cargo, at: now)
            world.place(event)
        }
    }

    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in
            try world.checkCurrent(history)
            try world.save(cargo, at: now)
            world.place(retraction)
        }
    }
}

extension InMemoryWorld {
    /// Checks that a history is still the stored one.
    /// - Throws: `concurrency_conflict` if an event was registered or retracted since.
    fileprivate func checkCurrent(_ history: HandlingHistory) throws(DomainError) {
        let actual = histories[history.trackingId]?.revision ?? 0
        guard actual == history.revision else {
            throw .concurrencyConflict(history.trackingId, expected: history.revision, actual: actual)
        }
    }
}
