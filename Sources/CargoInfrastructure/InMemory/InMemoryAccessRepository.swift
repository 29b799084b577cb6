import CargoApplication
import CargoDomain

/// Who has access, in an in-memory store.
struct InMemoryAccessRepository: AccessRepository {
    let store: InMemoryStore

    func find(_ id: AccessEntry.Id) async -> Result<AccessEntry?, DomainError> { store.atomically { world in world.access[id.text] } }

    func findAll(knowing known: [AccessEntry]) async -> Result<[AccessEntry], DomainError> {
        store.atomically { world in world.access.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    }

    func save(_ entry: AccessEntry) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard (world.access[entry.id]?.version ?? 0) == entry.version else { return false }
            world.access[entry.id] = entry.stored(as: try Version.next(after: entry.version))
            return true
        }
    }

    func remove(_ entry: AccessEntry) async -> Result<Bool, DomainError> {
        store.atomically { world in
            guard let stored = world.access[entry.id], stored.version == entry.version else { return false }
            world.access[entry.id] = nil
            return true
        }
    }
}
