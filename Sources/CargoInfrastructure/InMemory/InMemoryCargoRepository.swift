import CargoApplication
import CargoDomain

/// The cargos of an in-memory store.
struct InMemoryCargoRepository: CargoRepository {
    let store: InMemoryStore

    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        store.atomically { (world) throws(DomainError) in
            switch world.cargos[trackingId] {
            case .sound(let cargo): return cargo
            case .broken(let cargo): throw cargo.error
            case .removed(let place, _): throw .cargoArchived(trackingId, in: place.archive)
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
                case .removed: break
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
                case .removed: continue
                }
                guard items.count < limit else { return Page(items: items, next: items.last?.trackingId) }
                switch stored {
                case .sound(let cargo): items.append(cargo)
                case .broken(let cargo): throw cargo.error
                case .removed: break
                }
            }
            return Page(items: items, next: nil)
        }
    }
}

extension InMemoryWorld.StoredCargo {
    /// The version of the cargo, or of its removal.
    /// - Throws: `corrupt_record` if the cargo is broken.
    func storedVersion() throws(DomainError) -> Int64 {
        switch self {
        case .sound(let cargo): cargo.version
        case .broken(let cargo): throw cargo.error
        case .removed(_, let version): version
        }
    }
}

extension InMemoryWorld {
    /// Checks that a cargo has the stored version.
    /// - Throws: `concurrency_conflict`; `corrupt_record` if the stored cargo is broken.
    func checkVersion(of cargo: Cargo) throws(DomainError) {
        let actual = try cargos[cargo.trackingId]?.storedVersion() ?? 0
        guard actual == cargo.version else { throw .concurrencyConflict(cargo.trackingId, expected: cargo.version, actual: actual) }
    }

    /// Stores a cargo and its raised events under compare-and-set.
    ///
    /// Changes nothing if it throws.
    mutating func save(_ cargo: Cargo, at now: Instant) throws(DomainError) {
        try checkVersion(of: cargo)
        let saved = try cargo.saved()
        place(saved)
        append(DomainEvent.events(raisedBy: cargo, storedAs: saved.version, at: now))
    }
}
