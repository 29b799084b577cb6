import CargoApplication
package import CargoDomain
import CargoWire
import RecordJournal

/// Copies the contents of a store into another one, which may have a different backend, then compares them.
///
/// You can interrupt a copy at any time and run it again: records that are already there are not copied twice. Domain events keep their
/// order and sequence numbers, and aggregates their versions. An older version of an aggregate is stored with the newest state, since it is
/// never read. What left the source since an earlier run leaves the target: removed cargos, trimmed domain events, idempotency
/// keys, subscriptions and tokens.
package struct StoreCopy<Source: RecordStore, Target: RecordStore> {
    private static var page: Int { 1000 }
    private static var batch: Int { 500 }
    /// The kinds whose records may have changed since an earlier run of the copy.
    private static var changing: [RecordKind] { [.location, .relay, .subscription, .delivery, .carrierEvent, .carrierLog, .access] }
    /// The kinds whose records may have been removed since an earlier run of the copy.
    private static var leaving: [RecordKind] { [.bookingKey, .carrierLog, .subscription, .delivery, .access] }

    private let source: Source
    private let target: Target
    private let progress: (Int) -> Void
    private var staged: [RecordWrite] = []
    /// The versions that the target has after the staged writes are stored.
    private var versions: [RecordKind: [String: Int64]] = [:]
    private var written = 0

    private init(from source: Source, to target: Target, progress: @escaping (Int) -> Void) {
        self.source = source
        self.target = target
        self.progress = progress
    }

    /// Copies the source into the target, then compares both.
    /// - Parameter progress: called from time to time with the number of records written so far.
    /// - Returns: the contents of both stores.
    /// - Throws: `corrupt_record` at the first broken record of the source, so the copy never leaves one out silently; `store_unavailable`
    ///   if the target holds different records, or if the source changed during the copy; any error of either store.
    @concurrent
    package static func run(
        from source: Source,
        to target: Target,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws(DomainError) -> StoreCopyReport {
        var copy = StoreCopy(from: source, to: target, progress: progress)
        try await copy.copyValues(.location)
        try await copy.copyEventsWithVersions()
        try await copy.copyVersions(.voyage)
        try await copy.copyVersions(.cargo)
        try await copy.copyRemovedCargos()
        try await copy.copyHandlingEvents()
        try await copy.copyValues(.bookingKey)
        for kind in Self.changing where kind != .location { try await copy.copyValues(kind) }
        for kind in Self.leaving { try await copy.removeGone(kind) }
        try await copy.flush()
        return try await copy.compare()
    }

    // MARK: Copying

    /// Copies the current state of locations, idempotency keys, consumer positions, subscriptions, carriers' events and tokens.
    private mutating func copyValues(_ kind: RecordKind) async throws(DomainError) {
        try await eachPage(of: kind) { (copy, ids, records) throws(DomainError) in
            let present = try await copy.target.read(kind, ids)
            for (record, present) in zip(records, present) {
                let document = try record.canonicalDocument(kind)
                let there = try present.get()
                if let there, try there.canonicalDocument(kind) == document { continue }
                guard there == nil || Self.changing.contains(kind) else { throw Self.other("\(kind.name) \(record.id)") }
                // An id that an earlier run removed may have a version.
                var version = there?.version ?? 0
                if there == nil, Self.leaving.contains(kind) { version = try await copy.target.version(kind, record.id) }
                var write = RecordWrite(
                    kind: kind,
                    id: record.id,
                    expectedVersion: version,
                    schema: try record.schemaOfCopy(kind),
                    document: document
                )
                if kind == .carrierEvent { write.status = try record.carrierEvent().state.status.rawValue }
                try await copy.stage(write)
            }
        }
    }

    /// Copies the domain events in order, each save's events together with the aggregate version that raised them.
    private mutating func copyEventsWithVersions() async throws(DomainError) {
        var position = try await copiedEvents()
        while true {
            let page = try await source.events(after: position, limit: Self.page)
            var saves = try Save.saves(of: page)
            // The last save may continue on the next page.
            if page.count == Self.page, saves.count > 1 { saves.removeLast() }
            guard let last = saves.last else { break }
            for save in saves {
                guard let record = try await source.read(save.kind, save.id), record.version >= save.version else {
                    throw Self.other("\(save.kind.name) \(save.id) in the source")
                }
                guard try await version(save.kind, save.id) < save.version else { throw Self.other("\(save.kind.name) \(save.id)") }
                try await advance(save.kind, record, to: save.version, raising: save.events)
            }
            position = last.lastSequence
        }
    }

    /// Begins the target's outbox where the source's begins, and returns the sequence number of the last domain event that both have.
    private func copiedEvents() async throws(DomainError) -> Int64 {
        let (first, start) = (try await source.firstSequence(), try await target.firstSequence())
        guard start <= first else { throw Self.other("domain event \(first)") }
        // Search with doubling steps, then bisect.
        var present = start - 1
        var step: Int64 = 1
        while try await !target.events(after: present + step - 1, limit: 1).isEmpty {
            present += step
            step *= 2
        }
        while step > 1 {
            step /= 2
            if try await !target.events(after: present + step - 1, limit: 1).isEmpty { present += step }
        }
        let isEmpty = present < start
        if !isEmpty {
            let (here, there) = (
                try await source.events(after: present - 1, limit: 1), try await target.events(after: present - 1, limit: 1)
            )
            guard let one = here.first, one.sequence == present, one.bytes == there.first?.bytes else {
                throw Self.other("domain event \(present)")
            }
        }
        if start < first { try await target.trim(eventsUpTo: first - 1) }
        return isEmpty ? first - 1 : present
    }

    /// Copies the versions after the last one that raised events.
    private mutating func copyVersions(_ kind: RecordKind) async throws(DomainError) {
        try await eachPage(of: kind) { (copy, _, records) throws(DomainError) in
            for record in records {
                let present = try await copy.version(kind, record.id)
                guard present <= record.version else { throw Self.other("\(kind.name) \(record.id)") }
                if present < record.version { try await copy.advance(kind, record, to: record.version, raising: []) }
            }
        }
    }

    /// Removes the cargos that were removed from the source, with what leaves together with them.
    private mutating func copyRemovedCargos() async throws(DomainError) {
        var last: String?
        while true {
            let ids = try await source.removedIds(after: last, limit: Self.page)
            guard let end = ids.last else { return }
            last = end
            for id in ids {
                guard let record = try await source.read(.cargo, id), record.isRemoved else { throw Self.other("cargo \(id)") }
                let present = try await version(.cargo, id)
                guard present <= record.version else { throw Self.other("cargo \(id)") }
                if present < record.version { try await advance(.cargo, record, to: record.version, raising: []) }
                for kind in [RecordKind.handling, .carrierLog] {
                    let count = try await target.version(kind, id)
                    if count > 0 { try await stage(.removal(of: kind, id, expectedVersion: count)) }
                }
            }
        }
    }

    /// Removes the records that the source no longer has.
    private mutating func removeGone(_ kind: RecordKind) async throws(DomainError) {
        try await flush()
        var last: String?
        while true {
            let ids = try await target.ids(kind, after: last, limit: Self.page)
            guard let end = ids.last else { return }
            last = end
            // A removed record may have a version.
            for (id, record) in zip(ids, try await source.read(kind, ids)) where try record.get() == nil {
                try await stage(.removal(of: kind, id, expectedVersion: try await target.version(kind, id)))
            }
        }
    }

    private mutating func copyHandlingEvents() async throws(DomainError) {
        var last: String?
        while true {
            let ids = try await source.ids(.handling, after: last, limit: Self.page)
            guard let end = ids.last else { return }
            for id in ids {
                let records = try await source.links(.handling, id).records
                let present = try await target.version(.handling, id)
                guard present <= records.count else { throw Self.other("handling \(id)") }
                for (place, record) in records.enumerated().dropFirst(Int(present)) {
                    try await stage(try record.handlingRecord().write(after: Int64(place)))
                }
            }
            last = end
        }
    }

    private mutating func advance(
        _ kind: RecordKind,
        _ record: Source.Record,
        to version: Int64,
        raising events: [[UInt8]]
    ) async throws(DomainError) {
        let isRemoved = record.isRemoved
        let customer = kind == .cargo ? record.customer : nil
        let keys = kind == .cargo && !isRemoved ? CargoKeys(of: try record.cargo()) : nil
        let schema = try record.schemaOfCopy(kind)
        for next in try await self.version(kind, record.id) + 1...version {
            var write = RecordWrite(
                kind: kind,
                id: record.id,
                expectedVersion: next - 1,
                schema: schema,
                customer: customer,
                document: isRemoved ? record.withDocument { Array($0) } : try record.canonicalDocument(kind, version: next),
                events: next == version ? events : []
            )
            if let keys { write.index(by: keys) }
            versions[kind, default: [:]][record.id] = next
            try await stage(write)
        }
    }

    private func version(_ kind: RecordKind, _ id: String) async throws(DomainError) -> Int64 {
        if let version = versions[kind]?[id] { return version }
        return try await target.version(kind, id)
    }

    private mutating func stage(_ write: RecordWrite) async throws(DomainError) {
        staged.append(write)
        if staged.count >= Self.batch { try await flush() }
    }

    private mutating func flush() async throws(DomainError) {
        switch await target.commit(staged) {
        case .committed: break
        case .failed(let error): throw error
        case .conflict(let place, _): throw Self.other("\(staged[place].kind.name) \(staged[place].id)")
        }
        written += staged.count
        staged.removeAll(keepingCapacity: true)
        versions.removeAll(keepingCapacity: true)
        progress(written)
    }

    /// Reads all records of a kind page by page.
    ///
    /// Throws at the first broken one.
    private mutating func eachPage(
        of kind: RecordKind,
        _ body: (inout Self, [String], [Source.Record]) async throws(DomainError) -> Void
    ) async throws(DomainError) {
        var last: String?
        while true {
            let ids = try await source.ids(kind, after: last, limit: Self.page)
            guard let end = ids.last else { return }
            last = end
            var present: [String] = []
            var records: [Source.Record] = []
            for (id, result) in zip(ids, try await source.read(kind, ids)) {
                guard let record = try result.get() else { continue }
                present.append(id)
                records.append(record)
            }
            try await body(&self, present, records)
        }
    }

    // MARK: Comparing

    /// Reads both stores from start to end.
    private func compare() async throws(DomainError) -> StoreCopyReport {
        var (here, there) = (StoreDigest(), StoreDigest())
        for kind in RecordKind.all {
            try await here.add(kind, of: source)
            try await there.add(kind, of: target)
            guard here == there else { throw Self.other("some \(kind.name)") }
        }
        try await here.addRemovedCargos(of: source)
        try await there.addRemovedCargos(of: target)
        guard here == there else { throw Self.other("some removed cargo") }
        try await here.addEvents(of: source)
        try await there.addEvents(of: target)
        guard here == there else { throw Self.other("some domain event") }
        return StoreCopyReport(counts: here.counts, events: here.events, checksum: here.checksum, written: written)
    }

    private static func other(_ what: String) -> DomainError {
        .technical(
            .storeUnavailable,
            cause: "\(what) differs between the stores: the target belongs to another store, or the source has changed"
        )
    }
}

/// The domain events of one save.
private struct Save {
    let kind: RecordKind
    let id: String
    let version: Int64
    var events: [[UInt8]]
    var lastSequence: Int64

    static func saves(of page: [RecordedEvent]) throws(DomainError) -> [Save] {
        var saves: [Save] = []
        for stored in page {
            let bytes = Array(stored.bytes)
            let event = try bytes.withRawBytes { (bytes) throws(DomainError) in try DomainEventRecord.decode(bytes) }
            let kind: RecordKind = event.aggregateType == .cargo ? .cargo : .voyage
            if let last = saves.last, last.kind == kind, last.id == event.aggregateId, last.version == event.aggregateVersion {
                saves[saves.count - 1].events.append(bytes)
                saves[saves.count - 1].lastSequence = stored.sequence
            } else {
                saves.append(
                    Save(
                        kind: kind,
                        id: event.aggregateId,
                        version: event.aggregateVersion,
                        events: [bytes],
                        lastSequence: stored.sequence
                    )
                )
            }
        }
        return saves
    }
}
