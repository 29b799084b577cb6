public import CargoDomain
import CargoWire
import RecordJournal
import Synchronization

/// A cache of the handling histories, locations and voyages that tracking needs besides the cargo, in a directory.
///
/// It works like `JSONFileCargoCache`: it belongs to a single remote, several processes can share it, and you can delete the directory at
/// any time.
public final class JSONFileTrackingCache: Sendable {
    private static let histories = RecordKind("history")
    private static let places = RecordKind("location")
    private static let voyages = RecordKind("voyage")

    private let records: JournalRecordStore
    private let state = Mutex(State())

    private struct State {
        /// The cargos whose history could not be updated, so that it must not count as fresh (CCH-10).
        var distrusted: Set<TrackingId> = []
        /// The number of event saves in progress for each cargo.
        var saving: [TrackingId: Int] = [:]
        /// The number of saves that have ended.
        var saves = 0
    }

    private init(records: JournalRecordStore) { self.records = records }

    /// Opens the cache in a directory.
    ///
    /// Nothing is created before the first entry.
    /// - Parameters:
    ///   - path: the directory, absolute or relative to the current one. It must be neither the directory of a store nor that
    ///     of a `JSONFileCargoCache`.
    ///   - durability: which entries may be lost in a system crash.
    ///   - lockTimeout: how long to wait for the lock while another process writes.
    /// - Throws: the same errors as `JSONFileStore.open`.
    public static func open(
        _ path: String,
        durability: Durability = .none,
        lockTimeout: Duration = .seconds(1)
    ) async throws(DomainError) -> JSONFileTrackingCache {
        var options = JournalOptions()
        options.durability = durability.inJournal
        options.lockTimeout = lockTimeout.timeLimit
        return JSONFileTrackingCache(records: try await .open(path, kinds: [histories, places, voyages], options: options))
    }

    /// Waits for writes in progress and syncs them to disk.
    ///
    /// The cache can still be read afterwards.
    public func close() async { await records.journal.close() }

    // MARK: Histories

    /// Returns a cargo's cached handling history; `nil` if there is none.
    ///
    /// A history that is broken or belongs to another cargo counts as missing.
    func history(of trackingId: TrackingId) async -> KeptAnswer<HandlingHistory>? {
        // Check this before reading the entry: a save that ends in between has already updated the entry.
        let isSettled = state.withLock { $0.saving[trackingId] == nil }
        guard let kept: KeptAnswer<KeptHistory> = await find(Self.histories, trackingId.text) else { return nil }
        do throws(DomainError) {
            let history = try HandlingHistory(trackingId: trackingId, events: kept.value.events, revision: kept.value.revision)
            let isTrusted = isSettled && state.withLock { !$0.distrusted.contains(trackingId) }
            return KeptAnswer(history, asOf: kept.asOf, isInDoubt: kept.isInDoubt || !isTrusted)
        } catch {
            return nil
        }
    }

    /// Stores a history, unless a later one is cached.
    func keep(_ history: HandlingHistory, asOf: Instant) async {
        await updateHistory(of: history.trackingId) { old in
            // A revision only grows, so of two read at the same instant the one with the higher revision is the later one.
            if let old, (old.asOf, old.value.revision) > (asOf, history.revision) { return old }
            return KeptAnswer(KeptHistory(events: history.events, revision: history.revision), asOf: asOf)
        }
    }

    /// Marks a history as in doubt, because the remote may have another one.
    func doubtHistory(of trackingId: TrackingId) async { await updateHistory(of: trackingId) { $0?.inDoubt } }

    private func updateHistory(
        of trackingId: TrackingId,
        _ decide: @Sendable (KeptAnswer<KeptHistory>?) -> KeptAnswer<KeptHistory>?
    ) async {
        let isUpdated = await update(Self.histories, trackingId.text, decide)
        state.withLock { state in
            if isUpdated { state.distrusted.remove(trackingId) } else { state.distrusted.insert(trackingId) }
        }
    }

    /// The number of event saves that have ended.
    ///
    /// An answer requested before the last of them may be outdated.
    var saves: Int { state.withLock { $0.saves } }

    /// Runs a save.
    ///
    /// Until it ends, the history doesn't count as fresh (CCH-7).
    func saving<Value>(_ trackingId: TrackingId, _ save: () async -> Value) async -> Value {
        state.withLock { $0.saving[trackingId, default: 0] += 1 }
        let value = await save()
        state.withLock { state in
            let rest = (state.saving[trackingId] ?? 1) - 1
            state.saving[trackingId] = rest == 0 ? nil : rest
            state.saves += 1
        }
        return value
    }

    // MARK: Locations

    /// Returns a cached location; `nil` if there is none.
    func location(_ unLocode: UnLocode) async -> KeptAnswer<Location>? {
        let kept: KeptAnswer<Location>? = await find(Self.places, unLocode.text)
        return kept?.value.unLocode == unLocode ? kept : nil
    }

    /// Stores a location, unless a later answer is cached.
    func keep(_ location: Location, asOf: Instant) async {
        _ = await update(Self.places, location.unLocode.text) { (old: KeptAnswer<Location>?) in
            if let old, old.asOf > asOf { return old }
            return KeptAnswer(location, asOf: asOf)
        }
    }

    // MARK: Voyages

    /// Returns a cached voyage; `nil` if there is none.
    func voyage(_ number: VoyageNumber) async -> KeptAnswer<Voyage>? {
        let kept: KeptAnswer<Voyage>? = await find(Self.voyages, number.text)
        return kept?.value.number == number ? kept : nil
    }

    /// Stores a voyage, unless a later answer is cached.
    func keep(_ voyage: Voyage, asOf: Instant) async {
        _ = await update(Self.voyages, voyage.number.text) { (old: KeptAnswer<Voyage>?) in
            if let old, (old.asOf, old.value.version) > (asOf, voyage.version) { return old }
            return KeptAnswer(voyage, asOf: asOf)
        }
    }

    // MARK: Entries

    @concurrent
    private func find<Value: CanonicallyEncodable & InputValue & Sendable>(_ kind: RecordKind, _ id: String) async -> KeptAnswer<Value>? {
        do throws(DomainError) {
            return Self.entry(of: try await records.read(kind, id))
        } catch {
            // A cache that fails counts as empty (CCH-10).
            return nil
        }
    }

    /// Replaces an entry.
    ///
    /// Reading the old entry and storing the new one is a single atomic step.
    /// - Returns: whether the cache now holds what `decide` returned.
    @concurrent
    private func update<Value: CanonicallyEncodable & InputValue & Sendable>(
        _ kind: RecordKind,
        _ id: String,
        _ decide: @Sendable (KeptAnswer<Value>?) -> KeptAnswer<Value>?
    ) async -> Bool {
        while true {
            let record: JournalRecord?
            do throws(DomainError) {
                record = try await records.read(kind, id)
            } catch {
                return false
            }
            guard let new = decide(Self.entry(of: record)) else { return true }
            let write = RecordWrite(kind: kind, id: id, expectedVersion: record?.version ?? 0, document: new.canonicalBytes)
            switch await records.commit([write]) {
            case .committed: return true
            case .failed: return false
            // Another writer changed it in the meantime: read it again.
            case .conflict: continue
            }
        }
    }

    /// Decodes a record.
    ///
    /// A broken entry counts as missing, so that it can be replaced.
    private static func entry<Value: CanonicallyEncodable & InputValue & Sendable>(of record: JournalRecord?) -> KeptAnswer<Value>? {
        do throws(DomainError) {
            return try record?.withDocument { (bytes) throws(DomainError) in
                try KeptAnswer(checking: try JSONParser.parse(bytes, hugeIntegers: .kept))
            }
        } catch {
            return nil
        }
    }
}
