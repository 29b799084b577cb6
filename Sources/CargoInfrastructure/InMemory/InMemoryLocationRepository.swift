import CargoDomain

/// The locations of an in-memory store.
struct InMemoryLocationRepository: LocationRepository {
    let store: InMemoryStore

    func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard let location = world.locations[unLocode] else { throw .locationNotFound(unLocode) }
            return location
        }
    }

    func save(_ locations: [Location]) async -> Result<Void, DomainError> {
        store.atomically { world in
            for location in locations { world.place(location) }
        }
    }

    func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            let codes = world.locations.keys(after: unLocode)
            let page = codes.prefix(limit)
            return Page(items: page.compactMap { world.locations[$0] }, next: page.count < codes.count ? page.last : nil)
        }
    }
}
