import CargoDomain

/// The voyages of an in-memory store.
struct InMemoryVoyageRepository: VoyageRepository {
    let store: InMemoryStore

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard let voyage = world.voyages[number] else { throw .voyageNotFound(number) }
            return voyage
        }
    }

    func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
        store.atomically { world in
            numbers.reduce(into: [:]) { found, number in found[number] = world.voyages[number] }
        }
    }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in
            let actual = world.voyages[voyage.number]?.version ?? 0
            guard actual == voyage.version else { throw .concurrencyConflict(voyage.number, expected: voyage.version, actual: actual) }
            let saved = try voyage.saved()
            world.place(saved)
            world.append(DomainEvent.events(raisedBy: voyage, storedAs: saved.version, at: now))
        }
    }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            let numbers = world.voyages.keys(after: number)
            let page = numbers.prefix(limit)
            return Page(items: page.compactMap { world.voyages[$0] }, next: page.count < numbers.count ? page.last : nil)
        }
    }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        store.atomically { world in
            let changed = Set(world.voyageSaves.dropFirst(Int(clamping: max(position, 0))))
            return VoyageChanges(
                voyages: changed.sorted().compactMap { world.voyages[$0] },
                position: Int64(world.voyageSaves.count)
            )
        }
    }
}
