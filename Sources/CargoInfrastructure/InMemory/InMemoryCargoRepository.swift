import CargoDomain

/// The cargos of an in-memory store.
struct InMemoryCargoRepository: CargoRepository {
    let store: InMemoryStore

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        store.atomically { (world) throws(DomainError) in
            switch world.cargos[trackingId] {
            case .sound(let cargo): return cargo
            case .broken(let cargo): throw cargo.error
            case nil: throw .cargoNotFound(trackingId)
            }
        }
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        let now = store.clock.now()
        return store.atomically { (world) throws(DomainError) in try world.save(cargo, at: now) }
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> {
        store.atomically { (world) throws(DomainError) in
            while let id = store.trackingIds.next() {
                if world.cargos[id] == nil, world.drawnIds.insert(id).inserted { return id }
            }
            throw .technical(.trackingIdsExhausted)
        }
    }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        store.atomically { (world) throws(DomainError) in
            var found: [Cargo] = []
            for stored in world.allCargos() {
                switch stored {
                case .sound(let cargo): if cargo.customerId == customerId { found.append(cargo) }
                case .broken(let cargo): if cargo.names(customerId) { throw cargo.error }
                }
            }
            return found
        }
    }

    func find(_ query: CargoQuery, after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        let keys = CargoKey.keys(of: query).map(\.ofCargos)
        return store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            if let customer = query.customer, trackingId == nil, let nameless = world.namelessCargos.first(where: { $0.names(customer) }) {
                throw nameless.error
            }
            var items: [Cargo] = []
            let ids = keys.first.map { world.cargoLists[$0]?.keys(after: trackingId) ?? [] } ?? world.cargos.keys(after: trackingId)
            for id in ids {
                guard keys.allSatisfy({ world.cargoLists[$0]?[id] == true }), let stored = world.cargos[id] else { continue }
                switch stored {
                case .sound(let cargo): if let now = query.uncollectedAt, !cargo.has(.uncollected, at: now) { continue }
                case .broken: if query.customer == nil { continue }
                }
                guard items.count < limit else { return Page(items: items, next: items.last?.trackingId) }
                switch stored {
                case .sound(let cargo): items.append(cargo)
                case .broken(let cargo): throw cargo.error
                }
            }
            return Page(items: items, next: nil)
        }
    }
}

extension InMemoryWorld {
    /// Stores a cargo and its raised events under compare-and-set.
    ///
    /// Changes nothing if it throws.
    mutating func save(_ cargo: Cargo, at now: Instant) throws(DomainError) {
        let actual: Int64
        switch cargos[cargo.trackingId] {
        case .sound(let stored): actual = stored.version
        case .broken(let stored): throw stored.error
        case nil: actual = 0
        }
        guard actual == cargo.version else { throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual) }
        let saved = try cargo.saved()
        place(saved)
        append(DomainEvent.events(raisedBy: cargo, storedAs: saved.version, at: now))
    }
}
