import CargoApplication
public import CargoDomain
import Synchronization

/// A cache of what a tracking view needs besides its cargo, the handling histories and the locations, in a directory of its own.
///
/// It is a journal as `JSONFileCargoCache` is, with the same promises: it belongs to one remote, several processes may share it, and its directory may be deleted
/// at any time.
public final class JSONFileTrackingCache: Sendable {
    private static let histories = RecordKind("history")
    private static let places = RecordKind("location")

    private let engine: JournalEngine
    private let state = Mutex(State())

    private struct State {
        /// Histories that could not be brought up to date, so that they must not count as fresh (CCH-10).
        var distrusted: Set<TrackingId> = []
        /// Cargos of which an event is being saved, and how many times.
        var saving: [TrackingId: Int] = [:]
        /// How many saves have ended.
        var saves = 0
    }

    private init(engine: JournalEngine) { self.engine = engine }

    /// Opens the cache in a directory; nothing is created before the first entry.
    /// - Parameters:
    ///   - path: the directory, absolute or seen from the current one; neither that of a store nor that of a `JSONFileCargoCache`.
    ///   - durability: what a crash of the machine may take.
    ///   - lockTimeLimit: how long to wait for another process's entry, in milliseconds.
    /// - Throws: as `JSONFileStore.open`.
    public static func open(
        _ path: String,
        durability: Durability = .none,
        lockTimeLimit: Int = 1_000
    ) async throws(DomainError) -> JSONFileTrackingCache {
        var options = JournalOptions()
        options.durability = durability
        options.lockTimeLimit = lockTimeLimit
        return JSONFileTrackingCache(engine: try await .open(path, kinds: [histories, places], options: options))
    }

    /// Waits for the entries under way and brings them to the medium; reading goes on.
    public func close() async { await engine.close() }

    // MARK: Histories

    /// What is known of a cargo's handling; nil where nothing is.
    ///
    /// A history that is broken, or is another cargo's, is not known.
    func history(of trackingId: TrackingId) async -> KeptAnswer<HandlingHistory>? {
        // Asked before the entry is read: a save that is over by then shows in the entry.
        let isSettled = state.withLock { $0.saving[trackingId] == nil }
        guard let kept: KeptAnswer<[HandlingEvent]> = await find(Self.histories, trackingId.text) else { return nil }
        do throws(DomainError) {
            let history = try HandlingHistory(trackingId: trackingId, events: kept.value)
            let isTrusted = isSettled && state.withLock { !$0.distrusted.contains(trackingId) }
            return KeptAnswer(history, asOf: kept.asOf, isInDoubt: kept.isInDoubt || !isTrusted)
        } catch {
            return nil
        }
    }

    /// Keeps a history, unless a later one is there.
    func keep(_ history: HandlingHistory, asOf: Instant) async {
        await updateHistory(of: history.trackingId) { old in
            // A history only grows: of two of one instant the longer one is the later one.
            if let old, (old.asOf, old.value.count) > (asOf, history.events.count) { return old }
            return KeptAnswer(history.events, asOf: asOf)
        }
    }

    /// Marks a history as one that the remote may well have another of.
    func doubtHistory(of trackingId: TrackingId) async { await updateHistory(of: trackingId) { $0?.inDoubt } }

    private func updateHistory(
        of trackingId: TrackingId,
        _ decide: (KeptAnswer<[HandlingEvent]>?) -> KeptAnswer<[HandlingEvent]>?
    ) async {
        let isUpdated = await update(Self.histories, trackingId.text, decide)
        state.withLock { state in
            if isUpdated { state.distrusted.remove(trackingId) } else { state.distrusted.insert(trackingId) }
        }
    }

    /// How many saves of events have ended: what was asked for before one of them may be past.
    var saves: Int { state.withLock { $0.saves } }

    /// Takes note of a save while it lasts: until its end the history is not fresh (CCH-7).
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

    /// What is known of a location; nil where nothing is.
    func location(_ unLocode: UnLocode) async -> KeptAnswer<Location>? {
        let kept: KeptAnswer<Location>? = await find(Self.places, unLocode.text)
        return kept?.value.unLocode == unLocode ? kept : nil
    }

    /// Keeps a location, unless a later answer is there.
    func keep(_ location: Location, asOf: Instant) async {
        _ = await update(Self.places, location.unLocode.text) { (old: KeptAnswer<Location>?) in
            if let old, old.asOf > asOf { return old }
            return KeptAnswer(location, asOf: asOf)
        }
    }

    // MARK: Entries

    private func find<Value: CanonicallyEncodable & InputValue & Sendable>(_ kind: RecordKind, _ id: String) async -> KeptAnswer<Value>? {
        do throws(DomainError) {
            return Self.entry(of: try await engine.read(kind, id))
        } catch {
            // A cache that fails knows nothing (CCH-10).
            return nil
        }
    }

    /// Replaces an entry in one step with looking at it.
    /// - Returns: whether the cache holds what was decided.
    private func update<Value: CanonicallyEncodable & InputValue & Sendable>(
        _ kind: RecordKind,
        _ id: String,
        _ decide: (KeptAnswer<Value>?) -> KeptAnswer<Value>?
    ) async -> Bool {
        while true {
            let record: JournalRecord?
            do throws(DomainError) {
                record = try await engine.read(kind, id)
            } catch {
                return false
            }
            guard let new = decide(Self.entry(of: record)) else { return true }
            let write = RecordWrite(kind: kind, id: id, expectedVersion: record?.version ?? 0, document: new.canonicalBytes)
            switch await engine.commit([write]) {
            case .committed: return true
            case .failed: return false
            // Somebody else changed it in between: look again.
            case .conflict: continue
            }
        }
    }

    /// A record that holds no valid entry is there to be replaced.
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
