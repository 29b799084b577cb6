public import CargoDomain
import RecordJournal

/// A cache in a directory, which survives restarts of the program.
///
/// The directory holds a journal in the format of the JSON-file store, and several processes can share it. By default nothing is synced to
/// disk: entries lost in a system crash are fetched again. `CachedCargoRepository` treats a damaged entry as
/// missing. You can delete the directory at any time.
public final class JSONFileCargoCache: CargoCache {
    private static let kind = RecordKind("cached")

    private let records: JournalRecordStore

    private init(records: JournalRecordStore) { self.records = records }

    /// Opens the cache in a directory.
    ///
    /// Nothing is created before the first entry.
    /// - Parameters:
    ///   - path: the directory, absolute or relative to the current one. It must not be the directory of a store.
    ///   - durability: which entries may be lost in a system crash.
    ///   - lockTimeout: how long to wait for the lock while another process writes.
    /// - Throws: the same errors as `JSONFileStore.open`.
    public static func open(
        _ path: String,
        durability: Durability = .none,
        lockTimeout: Duration = .seconds(1)
    ) async throws(DomainError) -> JSONFileCargoCache {
        var options = JournalOptions()
        options.durability = durability.inJournal
        options.lockTimeout = lockTimeout.timeLimit
        return try await open(path, options: options)
    }

    static func open(_ path: String, options: JournalOptions) async throws(DomainError) -> JSONFileCargoCache {
        JSONFileCargoCache(records: try await .open(path, kinds: [kind], options: options))
    }

    /// Returns the entry of a cargo; `nil` if there is none.
    /// - Returns: `corrupt_record` if the entry is broken, or if it may have been lost to damage.
    public func find(_ trackingId: TrackingId) async -> Result<CachedCargo?, DomainError> {
        await .awaiting { () throws(DomainError) in try await records.read(Self.kind, trackingId.text)?.cachedCargo() }
    }

    /// Replaces or removes the entries of some cargos, all in one commit.
    public func update(
        _ trackingIds: [TrackingId],
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            while true {
                let writes = try await writes(for: trackingIds, decide)
                if writes.isEmpty { return }
                switch await records.commit(writes) {
                case .committed: return
                case .failed(let error): throw error
                // Another writer changed one of them in the meantime: read them again.
                case .conflict: continue
                }
            }
        }
    }

    /// Returns a customer's entries, ordered by tracking id.
    ///
    /// Broken ones are left out.
    public func findForCustomer(_ customerId: CustomerId) async -> Result<[CachedCargo], DomainError> {
        await .awaiting { () throws(DomainError) in
            try await entries(try await records.ids(Self.kind, customer: customerId.text)).filter { $0.cargo.customerId == customerId }
        }
    }

    /// Reads a page of entries, ordered by tracking id.
    ///
    /// Broken ones are left out.
    public func findPage(after trackingId: TrackingId?, limit: Int) async -> Result<Page<CachedCargo, TrackingId>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try PageLimit.check(limit)
            var items: [CachedCargo] = []
            var last = trackingId?.text
            while true {
                let ids = try await records.ids(Self.kind, after: last, limit: limit + 1)
                for entry in try await entries(ids) {
                    guard items.count < limit else { return Page(items: items, next: items.last?.cargo.trackingId) }
                    items.append(entry)
                }
                guard ids.count > limit, let end = ids.last else { return Page(items: items, next: nil) }
                last = end
            }
        }
    }

    /// Waits for writes in progress and syncs them to disk.
    ///
    /// The cache can still be read afterwards.
    public func close() async { await records.journal.close() }

    private func entries(_ ids: [String]) async throws(DomainError) -> [CachedCargo] {
        try await records.sound(Self.kind, ids) { (record) throws(DomainError) in try record.cachedCargo() }.compactMap(\.self)
    }

    private func writes(
        for trackingIds: [TrackingId],
        _ decide: (TrackingId, CachedCargo?) -> CachedCargo?
    ) async throws(DomainError) -> [RecordWrite] {
        var writes: [RecordWrite] = []
        for (id, result) in zip(trackingIds, try await records.read(Self.kind, trackingIds.map(\.text))) {
            let record = try result.get()
            let old = try Self.soundEntry(of: record)
            let new = decide(id, old.entry)
            if new == old.entry, !old.isBroken { continue }
            writes.append(
                RecordWrite(
                    kind: Self.kind,
                    id: id.text,
                    expectedVersion: record?.version ?? 0,
                    customer: new?.cargo.customerId.text,
                    document: CachedCargoRecord.encode(new)
                )
            )
        }
        return writes
    }

    /// Decodes a record.
    ///
    /// A broken entry doesn't throw, so that it can be replaced.
    private static func soundEntry(of record: JournalRecord?) throws(DomainError) -> (entry: CachedCargo?, isBroken: Bool) {
        do throws(DomainError) {
            return (try record?.cachedCargo(), false)
        } catch {
            guard error.code == .corruptRecord else { throw error }
            return (nil, true)
        }
    }
}

extension JournalRecord {
    /// Decodes a cache entry; `nil` for a removed one.
    fileprivate func cachedCargo() throws(DomainError) -> CachedCargo? {
        let entry = try withDocument { (bytes) throws(DomainError) in try CachedCargoRecord.decode(bytes) }
        guard entry.map({ $0.cargo.trackingId.text == id }) ?? true else {
            throw .corruptRecord(rule: "journal", id: id, cause: "the entry's id differs from its record's")
        }
        return entry
    }
}
