import Dispatch
import Synchronization

/// Finding records. Each answer includes everything that any process acknowledged before the call.
///
/// A few records are read on the calling thread: their pages are almost always in memory, and a thread switch would cost more than the
/// read.
extension JournalEngine {
    /// Returns the newest record of an id, or nil if there is none.
    ///
    /// A record that says that the id was removed (`JournalRecord.isRemoved`) is returned as any other.
    /// - Throws: `corrupt_record` if the record is damaged or may have been lost to damage; `store_schema_unsupported`.
    package func read(_ kind: JournalKind, _ id: String) async throws(JournalError) -> JournalRecord? {
        try await rereading { () async throws(JournalError) in
            let (lookup, files) = published.withLock { ($0.index.lookup(kind, id), $0.segments) }
            return try record(kind, id, lookup, files)
        }
    }

    /// The blocking version of `read`, on the calling thread.
    package func readBlocking(_ kind: JournalKind, _ id: String) throws(JournalError) -> JournalRecord? {
        while true {
            try catchUpBlocking()
            let (lookup, files, seen) = published.withLock { ($0.index.lookup(kind, id), $0.segments, $0.manifestFile) }
            do throws(JournalError) { return try record(kind, id, lookup, files) } catch {
                try catchUpBlocking()
                guard published.withLock({ $0.manifestFile }) != seen else { throw error }
            }
        }
    }

    /// Returns the newest record of each id, in the given order, each with its own failure; nil for an id without a record.
    package func read(_ kind: JournalKind, _ ids: [String]) async throws(JournalError) -> [Result<JournalRecord?, JournalError>] {
        try await catchUp()
        let (lookups, files, seen) = published.withLock { published in
            (ids.map { published.index.lookup(kind, $0) }, published.segments, published.manifestFile)
        }
        var results = try await reading(ids.count) {
            zip(ids, lookups).map { id, lookup in
                Result { () throws(JournalError) in try self.record(kind, id, lookup, files) }
            }
        }
        let failed = results.indices.filter { if case .failure = results[$0] { true } else { false } }
        if failed.isEmpty { return results }
        try await catchUp()
        // A compaction may have removed the segments.
        guard published.withLock({ $0.manifestFile }) != seen else { return results }
        for (place, result) in zip(failed, try await read(kind, failed.map { ids[$0] })) { results[place] = result }
        return results
    }

    /// Returns the newest version of an id without reading the record; 0 if there is none.
    package func version(_ kind: JournalKind, _ id: String) async throws(JournalError) -> Int64 { try await versions([(kind, id)])[0] }

    /// Returns the newest version of each id, in the given order, without reading the records; 0 for an id without a record.
    /// - Throws: `corrupt_record` if one of the records is damaged.
    package func versions(_ ids: [(kind: JournalKind, id: String)]) async throws(JournalError) -> [Int64] {
        try await catchUp()
        return try published.withLock { published in published.index.versions(ids) }.get()
    }

    /// Returns the same on the calling thread, without waiting; nil if another process has committed more than this one has read, or if a
    /// record is damaged.
    package func versionsWithoutWaiting(_ ids: [(kind: JournalKind, id: String)]) -> [Int64]? {
        do {
            return try lookUp { published in published.index.versions(ids) }?.get()
        } catch {
            // `versions` tells why.
            return nil
        }
    }

    /// Returns all records of an id, in order.
    ///
    /// Empty if there are none.
    /// - Throws: `corrupt_record` if one of them is damaged or missing.
    func chain(_ kind: JournalKind, _ id: String) async throws(JournalError) -> [JournalRecord] { try await links(kind, id).records }

    /// Returns all records of an id since it was last removed, in order, and the newest version.
    ///
    /// The version counts all records there ever were, also accepted losses.
    /// - Throws: `corrupt_record` if one of them is damaged or missing.
    package func links(_ kind: JournalKind, _ id: String) async throws(JournalError) -> (records: [JournalRecord], count: Int64) {
        try await rereading { () async throws(JournalError) in
            let (lookup, locations, files) = published.withLock {
                ($0.index.lookup(kind, id), $0.index.chain(kind, id), $0.segments)
            }
            let newest: JournalTable.Entry
            switch lookup {
            case .absent: return ([], 0)
            case .damaged(let region): throw Self.corrupt(id, region)
            case .found(let entry): newest = entry
            }
            if newest.schema == JournalKind.removedSchema { return ([], newest.version) }
            // A compaction may have dropped the first ones.
            let first = newest.version - Int64(locations.count) + 1
            return try await reading(locations.count) { () throws(JournalError) in
                var records: [JournalRecord] = []
                records.reserveCapacity(locations.count)
                // The place behind the last removed record.
                var start = 0
                for (place, location) in locations.enumerated() {
                    let record = try self.record(kind, id, version: first + Int64(place), at: location, files)
                    if record.isRemoved {
                        records.removeAll()
                        start = place + 1
                    } else {
                        records.append(record)
                    }
                }
                let accepted = records.lastIndex { $0.acceptsLosses } ?? -1
                if let lost = records.indices.last(where: { $0 > accepted && !records[$0].hasDocument }) {
                    throw Self.lost(id, at: locations[start + lost])
                }
                return (records.filter(\.hasDocument), newest.version)
            }
        }
    }

    /// Returns the ids of a kind that follow `id` in ASCII order, including those of damaged records.
    /// - Parameter areRemoved: whether to return the removed ids instead of the others.
    /// - Throws: `corrupt_record` if damage may have taken ids.
    package func ids(
        _ kind: JournalKind,
        after id: String? = nil,
        limit: Int,
        areRemoved: Bool = false
    ) async throws(JournalError) -> [String] {
        try await catchUp()
        // Sorting many ids for the first time takes a while, so it happens on a copy, without the lock.
        let (stale, epoch) = published.withLock { ($0.index.staleOrder(of: kind), $0.epoch) }
        if let (names, order) = stale {
            let updated = await Self.updated(order, names)
            published.withLock { if $0.epoch == epoch { $0.index.setOrder(updated, of: kind) } }
        }
        return published.withLock { published in
            published.index.sortIDs(of: kind)
            return published.index.ids(of: kind, after: id, limit: limit, areRemoved: areRemoved)
        }
    }

    /// Returns the ids of a customer in ASCII order, including those of damaged records.
    /// - Throws: `corrupt_record` if damage may have taken some of them.
    package func ids(_ kind: JournalKind, customer: String) async throws(JournalError) -> [String] {
        try await catchUp()
        let (ids, region) = published.withLock { ($0.index.ids(of: kind, customer: customer), $0.index.unexplained(after: nil)) }
        if let region { throw Self.corrupt(nil, region) }
        return ids
    }

    /// Returns the ids that have all keys and follow `id` in ASCII order, and perhaps some that don't have them: those that had them before, and
    /// those whose records are too old to name their keys.
    /// - Throws: `corrupt_record` for a customer if damage may have taken some of their ids.
    package func ids(
        _ kind: JournalKind,
        having keys: [JournalKey],
        after id: String?,
        limit: Int
    ) async throws(JournalError) -> [String] {
        try await catchUp()
        // The search may take a millisecond, so it runs on a copy, without the lock.
        let (table, region) = published.withLock { ($0.index.table(of: kind), $0.index.unexplained(after: nil)) }
        if let region, keys.contains(where: \.isCustomer) { throw Self.corrupt(nil, region) }
        return table?.ids(having: keys, after: id, limit: limit) ?? []
    }

    /// Returns the ids that changed since a position in the journal, each once, and the next position.
    ///
    /// The first position is 0.
    ///
    /// A position is the number of records of this kind before it, so it means the same to every engine of the store.
    package func changes(_ kind: JournalKind, after position: Int64) async throws(JournalError) -> (ids: [String], position: Int64) {
        try await catchUp()
        return published.withLock { published in
            let (ids, next) = published.index.changes(of: kind, from: Int(clamping: position))
            return (ids, Int64(next))
        }
    }

    /// The sequence number at which the outbox begins: above 1 if a compaction has dropped domain events.
    ///
    /// To find out whether `entries(after:limit:)` had to leave some out, ask after it: the number only grows.
    package func firstSequence() async throws(JournalError) -> Int64 {
        try await catchUp()
        return published.withLock { $0.index.firstSequence }
    }

    /// Returns the domain events after a sequence number, in order, including damaged ones, from `firstSequence` on.
    package func entries(after sequence: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        try await rereading(
            unless: { entries in entries.allSatisfy { if case .success = $0.bytes { true } else { false } } },
            { () async throws(JournalError) in try await storedEntries(after: sequence, limit: limit) }
        )
    }

    private func storedEntries(after sequence: Int64, limit: Int) async throws(JournalError) -> [JournalEntry] {
        let (runs, start, files, damage) = published.withLock { published in
            let start = max(sequence, published.index.firstSequence - 1)
            return (published.index.outbox(after: start, limit: limit), start, published.segments, published.index.damage.first)
        }
        return try await offPool { () throws(JournalError) in
            var entries: [JournalEntry] = []
            guard !runs.isEmpty else { return [] }
            var next = start + 1
            func lose(through last: Int64, _ error: JournalError) {
                while next <= last, entries.count < limit {
                    entries.append(JournalEntry(sequence: next, bytes: .failure(error)))
                    next += 1
                }
            }
            for run in runs where entries.count < limit {
                // Numbers between two runs belong to events whose records are damaged.
                lose(
                    through: run.firstSequence - 1,
                    damage.map { Self.corrupt(nil, $0) } ?? .corruptRecord(in: .journal, cause: "domain event \(next) is missing")
                )
                let line: JournalRecord
                do throws(JournalError) { line = try self.line(at: run.location, files, id: nil) } catch {
                    guard error.code == .corruptRecord else { throw error }
                    lose(through: run.lastSequence, error)
                    continue
                }
                for (place, bytes) in line.events.enumerated() where entries.count < limit {
                    let number = run.firstSequence + Int64(place)
                    if number < next { continue }
                    entries.append(JournalEntry(sequence: number, bytes: .success(bytes)))
                    next = number + 1
                }
                // The events of a lost record are lost too. Their numbers aren't reused.
                if line.events.isEmpty { next = max(next, run.lastSequence + 1) }
            }
            return entries
        }
    }

    /// Returns the location of the record that makes an id unreadable: its newest remaining record, or the first broken record of a
    /// history.
    /// - Parameter isSound: whether the document of a record of a history is valid.
    package func place(
        ofBroken kind: JournalKind,
        _ id: String,
        isSound: (JournalRecord) -> Bool
    ) async -> (file: String, offset: Int) {
        let (newest, links, files, mayBeginLate) = published.withLock {
            ($0.index.place(kind, id), $0.index.chain(kind, id), $0.segments, $0.index.trimmed != nil)
        }
        var lost: RecordPosition?
        // A compaction may have dropped the first ones.
        var next: Int64? = mayBeginLate ? nil : 1
        for location in links {
            do throws(JournalError) {
                let link = try record(kind, id, version: next, at: location, files)
                next = link.version + 1
                if link.acceptsLosses || link.isRemoved { lost = nil } else if !link.hasDocument { lost = location }
                if !link.hasDocument || link.isRemoved || isSound(link) { continue }
            } catch {
                // The record can't be read.
            }
            return (JournalManifest.segmentName(location.segment), location.offset)
        }
        return (JournalManifest.segmentName(lost?.segment ?? newest.segment), lost?.offset ?? newest.offset)
    }

    // MARK: Bytes

    private func record(
        _ kind: JournalKind,
        _ id: String,
        _ lookup: JournalIndex.Lookup,
        _ files: SegmentFiles
    ) throws(JournalError) -> JournalRecord? {
        switch lookup {
        case .absent: return nil
        case .damaged(let region): throw Self.corrupt(id, region)
        case .found(let entry):
            let record = try record(kind, id, version: entry.version, at: entry.location, files)
            if record.hasDocument { return record }
            guard record.acceptsLosses else { throw Self.lost(id, at: entry.location) }
            return nil
        }
    }

    private func record(
        _ kind: JournalKind,
        _ id: String,
        version: Int64?,
        at location: RecordPosition,
        _ files: SegmentFiles
    ) throws(JournalError) -> JournalRecord {
        let record = try line(at: location, files, id: id)
        guard record.header.kind == kind.name, record.header.id == id, record.header.version == version ?? record.header.version else {
            throw .corruptRecord(in: .journal, id: id, cause: "\(location.place): another record is stored there")
        }
        guard record.header.schema <= kind.schema || record.isRemoved else {
            let cause = "\(kind.name) \(id) has schema \(record.header.schema); this program reads \(kind.schema)"
            throw .failure(.storeSchemaUnsupported, cause: cause)
        }
        return record
    }

    private func line(at location: RecordPosition, _ files: SegmentFiles, id: String?) throws(JournalError) -> JournalRecord {
        do throws(SystemError) {
            let bytes = try fileSystem.bytes(of: files.file(location.segment), in: location.offset..<location.offset + Int(location.length))
            let header = bytes.withUnsafeBytes { LineReader.isIntact($0) ? LineReader.header(of: $0) : nil }
            guard bytes.count == Int(location.length), let header else {
                throw SystemError(call: "check", path: location.place, number: 0)
            }
            return JournalRecord(header: header, line: bytes)
        } catch {
            if error.isMissing {
                throw .corruptRecord(in: .manifest, id: id, cause: "\(error.path) is missing, though the manifest names it")
            }
            guard error.number == 0 else { throw error.journalError }
            noteDamage()
            throw .corruptRecord(in: .journal, id: id, cause: "\(location.place): the checksum is wrong")
        }
    }

    private static func lost(_ id: String, at location: RecordPosition) -> JournalError {
        .corruptRecord(in: .journal, id: id, cause: "\(location.place): the record was lost to damage; see quarantine/")
    }

    static func corrupt(_ id: String?, _ region: DamagedRegion) -> JournalError {
        .corruptRecord(in: .journal, id: id, cause: "\(region.place): damaged")
    }

    // MARK: Catching up

    /// Runs a read against everything any process has committed.
    ///
    /// If it fails or is incomplete and the manifest has changed meanwhile, runs it again, because a compaction may have removed a segment
    /// after the record was looked up.
    private func rereading<Value>(
        unless isComplete: (Value) -> Bool = { _ in true },
        _ read: () async throws(JournalError) -> Value
    ) async throws(JournalError) -> Value {
        while true {
            try await catchUp()
            let seen = published.withLock { $0.manifestFile }
            let value: Value
            do throws(JournalError) { value = try await read() } catch {
                guard try await hasChanged(since: seen) else { throw error }
                continue
            }
            if isComplete(value) { return value }
            guard try await hasChanged(since: seen) else { return value }
        }
    }

    /// Whether the manifest that readers see has changed.
    private func hasChanged(since seen: FileStatus.Identity?) async throws(JournalError) -> Bool {
        try await catchUp()
        return published.withLock { $0.manifestFile } != seen
    }

    /// The blocking version of `catchUp`, on the calling thread.
    private func catchUpBlocking() throws(JournalError) {
        do throws(SystemError) { if try isUpToDate() { return } } catch { throw error.journalError }
        try files.withLock { (files) throws(JournalError) in try refresh(&files) }
    }

    /// Makes sure that readers see what other processes have committed.
    func catchUp() async throws(JournalError) {
        do throws(SystemError) { if try isUpToDate() { return } } catch { throw error.journalError }
        let result = await withCheckedContinuation { continuation in
            commits.dispatchQueue.async {
                continuation.resume(
                    returning: Result { () throws(JournalError) in
                        try self.files.withLock { (files) throws(JournalError) in try self.refresh(&files) }
                    }
                )
            }
        }
        try result.get()
    }

    private static func updated(_ order: IdOrder, _ names: NameTable) async -> IdOrder {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var order = order
                order.update(names)
                continuation.resume(returning: order)
            }
        }
    }

    /// Reads records: a few on the calling thread, many off the cooperative pool.
    private func reading<Value: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable () throws(JournalError) -> Value
    ) async throws(JournalError) -> Value {
        count <= 16 ? try body() : try await offPool(body)
    }

    /// Runs blocking reads off the cooperative pool.
    func offPool<Value: Sendable>(_ body: @escaping @Sendable () throws(JournalError) -> Value) async throws(JournalError) -> Value {
        let result: Result<Value, JournalError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result { () throws(JournalError) in try body() }) }
        }
        return try result.get()
    }
}

extension RecordPosition {
    fileprivate var place: String { "\(JournalManifest.segmentName(segment)) at offset \(offset)" }
}
