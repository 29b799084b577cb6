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

    func findForCustomer(
        _ customerId: CustomerId,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            if trackingId == nil, let nameless = world.namelessCargos.first(where: { $0.names(customerId) }) { throw nameless.error }
            var items: [Cargo] = []
            for id in world.cargoLists[.customer(customerId)]?.keys(after: trackingId) ?? [] {
                guard world.cargoLists[.customer(customerId)]?[id] == true, let stored = world.cargos[id] else { continue }
                guard items.count < limit else { return Page(items: items, next: items.last?.trackingId) }
                switch stored {
                case .sound(let cargo): items.append(cargo)
                case .broken(let cargo): throw cargo.error
                }
            }
            return Page(items: items, next: nil)
        }
    }

    func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        page(of: [], after: trackingId, limit: limit)
    }

    func findOnVoyage(
        _ number: VoyageNumber,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        page(of: [.voyage(number)], after: trackingId, limit: limit)
    }

    func findAt(
        _ location: UnLocode,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        page(of: [.place(location)], after: trackingId, limit: limit)
    }

    func findNeeding(
        _ need: AttentionReason,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        page(of: [.need(need)], after: trackingId, limit: limit)
    }

    func findByReference(
        _ reference: CargoReference,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        page(of: [.reference(reference)], after: trackingId, limit: limit)
    }

    func find(
        _ query: CargoQuery,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        page(of: CargoKey.keys(of: query), after: trackingId, limit: limit)
    }

    /// Reads a page of the cargos that have all keys, of all cargos without keys.
    private func page(of keys: [CargoKey], after trackingId: TrackingId?, limit: Int) -> Result<Page<Cargo, TrackingId>, DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            var items: [Cargo] = []
            let ids = keys.first.map { world.cargoLists[$0]?.keys(after: trackingId) ?? [] } ?? world.cargos.keys(after: trackingId)
            for id in ids {
                guard keys.allSatisfy({ world.cargoLists[$0]?[id] == true }), case .sound(let cargo) = world.cargos[id] else { continue }
                guard items.count < limit else { return Page(items: items, next: items.last?.trackingId) }
                items.append(cargo)
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
