import CargoApplication
import CargoDomain

/// The versions of an in-memory store's aggregates.
struct InMemoryVersions: AggregateVersions {
    let store: InMemoryStore

    func versions(of aggregates: [AggregateName]) async -> Result<[Int64], DomainError> {
        store.atomically { (world) throws(DomainError) in
            var versions: [Int64] = []
            for aggregate in aggregates {
                switch aggregate {
                case .cargo(let id):
                    switch world.cargos[id] {
                    case .sound(let cargo)?: versions.append(cargo.version)
                    case .broken(let cargo)?: throw cargo.error
                    case nil: versions.append(0)
                    }
                case .voyage(let number): versions.append(world.voyages[number]?.version ?? 0)
                case .location(let code): versions.append(world.locationVersions[code] ?? 0)
                }
            }
            return versions
        }
    }
}
