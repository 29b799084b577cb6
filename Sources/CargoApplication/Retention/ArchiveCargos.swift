public import CargoDomain

/// Moves closed cargos from a store into an archive (CRG-17, REP-9).
///
/// A group of cargos is added to the archive and read back there, and then removed from the store in one step. After a crash, a cargo is in the
/// store, or in the archive, or in both, never in neither; run it again and it goes on. Saves go on meanwhile: a cargo that is changed while it is
/// archived stays.
public struct ArchiveCargos: Sendable {
    /// What was archived, or would be.
    public struct Report: Hashable, Sendable {
        /// How many cargos the store has that are read for this.
        public var read = 0
        /// The archived cargos, or those that would be.
        public var archived: [TrackingId] = []
        /// The cargos that were changed meanwhile, and stay.
        public var changed: [TrackingId] = []
    }

    private let kit: CargoKit
    /// For how many cargos the outbox is read from front to end, to find their domain events: some 250 bytes of memory each.
    private static let batchSize = 100_000
    /// How many cargos a group of an archive has; finding one of them takes reading the whole group.
    private static let groupSize = 100

    /// Creates the operation on a kit's store.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Archives all closed cargos.
    /// - Parameters:
    ///   - archive: the archive; nil to say only which cargos would go.
    ///   - days: how many days nothing must have happened to a cargo.
    ///   - progress: called after each group.
    /// - Returns: `removal_unsupported` if the store can't remove anything; the errors of the store and of the archive. What was archived before
    ///   stays archived.
    @concurrent
    public func execute(
        to archive: (any CargoArchive)?,
        days: Int64,
        progress: @Sendable (Report) -> Void = { _ in }
    ) async -> Result<Report, DomainError> {
        await outcome { () async throws(DomainError) in
            let retention = try kit.store.requiredRetention()
            var report = Report()
            var last: TrackingId?
            var batch: [TrackingId] = []
            while true {
                let page = try await kit.store.cargos.find(CargoQuery(), after: last, limit: PageLimit.range.upperBound).get()
                report.read += page.items.count
                for cargo in page.items where cargo.isClosed(at: kit.clock.now(), after: .empty(of: cargo.trackingId), days: days) {
                    // Its history may say that something happened later.
                    guard try await closed(cargo.trackingId, retention, days) != nil else { continue }
                    batch.append(cargo.trackingId)
                    if batch.count == Self.batchSize {
                        try await move(batch, to: archive, retention, days, &report, progress)
                        batch = []
                    }
                }
                guard let next = page.next else { break }
                last = next
            }
            try await move(batch, to: archive, retention, days, &report, progress)
            return report
        }
    }

    /// Returns what the store has of a cargo; nil if it isn't closed, not there, or corrupt.
    private func closed(
        _ cargo: TrackingId,
        _ retention: any StoreRetention,
        _ days: Int64
    ) async throws(DomainError) -> StoredCargoContents? {
        switch await retention.contents(of: cargo) {
        case .success(let contents):
            return contents.cargo.isClosed(at: kit.clock.now(), after: try contents.history(), days: days) ? contents : nil
        case .failure(let error):
            // Somebody else archived it just now. A corrupt one stays where it can be repaired.
            guard error.isOfAbsentCargo || error.code == .corruptRecord else { throw error }
            return nil
        }
    }

    private func move(
        _ batch: [TrackingId],
        to archive: (any CargoArchive)?,
        _ retention: any StoreRetention,
        _ days: Int64,
        _ report: inout Report,
        _ progress: (Report) -> Void
    ) async throws(DomainError) {
        guard let archive, !batch.isEmpty else {
            report.archived += batch
            return
        }
        let outbox = try await EventPlaces(of: batch, in: kit.store)
        for start in stride(from: 0, to: batch.count, by: Self.groupSize) {
            let now = kit.clock.now()
            var group: [ArchivedCargo] = []
            for cargo in batch[start..<min(start + Self.groupSize, batch.count)] {
                // It was read a while ago.
                if let contents = try await closed(cargo, retention, days) {
                    group.append(ArchivedCargo(contents: contents, events: try await outbox.events(of: cargo), archivedAt: now))
                } else if case .success = await kit.store.cargos.findByTrackingId(cargo) {
                    report.changed.append(cargo)
                }
            }
            try await move(group, to: archive, now, retention, days, &report)
            progress(report)
        }
    }

    private func move(
        _ group: [ArchivedCargo],
        to archive: any CargoArchive,
        _ now: Instant,
        _ retention: any StoreRetention,
        _ days: Int64,
        _ report: inout Report
    ) async throws(DomainError) {
        if group.isEmpty { return }
        let place = try await archive.add(group).get()
        var leaving: [Cargo] = []
        for contents in group.map(\.contents) {
            leaving.append(try contents.cargo.archived(in: archive.name, at: now, after: try contents.history(), days: days))
        }
        switch await retention.remove(leaving, to: place) {
        case .success: report.archived += leaving.map(\.trackingId)
        case .failure(let error):
            guard error.code == .concurrencyConflict else { throw error }
            // One of them was changed meanwhile: take them one by one.
            for cargo in leaving {
                switch await retention.remove([cargo], to: place) {
                case .success: report.archived.append(cargo.trackingId)
                case .failure(let error):
                    guard error.code == .concurrencyConflict else { throw error }
                    report.changed.append(cargo.trackingId)
                }
            }
        }
    }
}

/// Where the domain events of some cargos are in the outbox, so that those of one cargo can be read at a time.
private struct EventPlaces {
    private let store: any CargoStore
    private let places: [String: [Int64]]

    /// Reads the outbox once, from front to end.
    init(of cargos: [TrackingId], in store: any CargoStore) async throws(DomainError) {
        self.store = store
        var places = Dictionary(cargos.map { ($0.text, [Int64]()) }, uniquingKeysWith: { first, _ in first })
        try await store.forEachEvent { event in
            if event.aggregateType == .cargo { places[event.aggregateId]?.append(event.sequence) }
            return true
        }
        self.places = places
    }

    /// Reads the domain events of a cargo that are still there and can be read, in order.
    func events(of cargo: TrackingId) async throws(DomainError) -> [DomainEvent] {
        var events: [DomainEvent] = []
        var rest = (places[cargo.text] ?? [])[...]
        while let first = rest.first {
            let together = zip(rest, first...).prefix(PageLimit.range.upperBound).prefix { $0 == $1 }.count
            switch await store.events.entries(after: first - 1, limit: together) {
            case .success(let entries):
                for case .event(let event) in entries where event.aggregateType == .cargo && event.aggregateId == cargo.text {
                    events.append(event)
                }
                rest = rest.dropFirst(together)
            case .failure(let error):
                // The first one was trimmed meanwhile.
                guard error.code == .eventsTrimmed else { throw error }
                rest = rest.dropFirst()
            }
        }
        return events
    }
}

extension CargoStore {
    /// The store's retention.
    /// - Throws: `removal_unsupported` if the store can't remove anything.
    package func requiredRetention() throws(DomainError) -> any StoreRetention {
        guard let retention else { throw .technical(.removalUnsupported) }
        return retention
    }

    /// Calls the body with each readable domain event, in order, until it returns false.
    func forEachEvent(_ body: (DomainEvent) async throws(DomainError) -> Bool) async throws(DomainError) {
        var last: Int64 = 0
        while true {
            let entries = try await events.entries(after: last, limit: PageLimit.range.upperBound).get()
            for case .event(let event) in entries where try await !body(event) { return }
            guard let end = entries.last else { return }
            last = end.sequence
        }
    }
}
