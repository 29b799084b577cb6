import CargoApplication
import CargoDomain

/// The handling events of an in-memory store.
struct InMemoryHandlingEventRepository: HandlingEventRepository {
    let store: InMemoryStore

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        store.atomically { world in world.histories[trackingId] ?? .empty(of: trackingId) }
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        store.atomically { world in world.retracted[trackingId] ?? [] }
    }
}

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

/// The booking idempotency keys of an in-memory store.
struct InMemoryIdempotencyKeyRepository: IdempotencyKeyRepository {
    let store: InMemoryStore

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        store.atomically { world in world.bookings[key] }
    }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        store.atomically { world in
            if let first = world.bookings[key] { return first }
            world.bookings[key] = reservation
            return reservation
        }
    }
}

/// The outbox of an in-memory store.
struct InMemoryDomainEventFeed: DomainEventFeed {
    let store: InMemoryStore

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await .awaiting { () throws(DomainError) in try await entries(after: sequence, limit: limit).get().readableEvents() }
    }

    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        store.atomically { (world) throws(DomainError) in
            try PageLimit.check(limit)
            try OutboxStart.check(sequence, first: world.firstEvent)
            return Array(world.events.dropFirst(Int(clamping: max(sequence - world.firstEvent + 1, 0))).prefix(limit))
        }
    }
}

/// How far each consumer has read an in-memory store's outbox.
struct InMemoryOutboxPartitionStore: OutboxPartitionStore {
    let store: InMemoryStore

    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError> {
        store.atomically { world in world.outboxPartitions[consumer, default: [:]].values.sorted { $0.number < $1.number } }
    }

    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError> {
        store.atomically { (world) throws(DomainError) in
            guard (world.outboxPartitions[consumer]?[partition.number]?.version ?? 0) == partition.version else { return false }
            world.outboxPartitions[consumer, default: [:]][partition.number] = try OutboxPartition(
                number: partition.number,
                version: try Version.next(after: partition.version),
                position: partition.position,
                lease: partition.lease,
                held: partition.held
            )
            return true
        }
    }
}

/// The versions of an in-memory store's aggregates.
struct InMemoryVersions: AggregateVersions {
    let store: InMemoryStore

    func versions(of aggregates: [AggregateName]) async -> Result<[Int64], DomainError> { present(aggregates) }

    func versionsWithoutWaiting(of aggregates: [AggregateName]) -> [Int64]? {
        if case .success(let versions) = present(aggregates) { versions } else { nil }
    }

    private func present(_ aggregates: [AggregateName]) -> Result<[Int64], DomainError> {
        store.atomically { (world) throws(DomainError) in
            var versions: [Int64] = []
            for aggregate in aggregates {
                switch aggregate {
                case .cargo(let id): versions.append(try world.cargos[id]?.storedVersion() ?? 0)
                case .voyage(let number): versions.append(world.voyages[number]?.version ?? 0)
                case .location(let code): versions.append(world.locationVersions[code] ?? 0)
                }
            }
            return versions
        }
    }
}

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
