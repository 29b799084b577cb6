import CargoApplication
import CargoDomain

/// Stores handling events together with their cargos in an in-memory store.
struct InMemoryHandlingUnitOfWork: HandlingUnitOfWork {
    let store: InMemoryStore

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in
            guard try world.isNew(event, after: history) else { return false }
            try world.save(cargo, at: now)
            world.place(event)
            return true
        }
    }
}
