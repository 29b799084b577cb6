#if DEBUG || STORE_PROOFS
import Foundation
import Synchronization

@testable import RecordJournal

/// A session of saves and failures, recorded step by step, together with what the store must contain at each step.
final class CrashSession {
    static let store = "/store"

    let disk: SimulatedDisk
    /// The disk before the first step.
    let start: CrashModel
    private(set) var world: World
    /// The worlds that `permit` steps refer to.
    ///
    /// The store must contain one of them.
    private(set) var permitted: [[World]]
    private(set) var keys: Set<World.Key> = [World.Key(kind: .cargo, id: "ZZZ")]
    private(set) var problems: [String] = []
    /// The bytes that were damaged before the session.
    ///
    /// They must be kept somewhere forever.
    let damaged: [UInt8]?
    private var texts = 0

    /// Begins a session on a disk whose store contains `world`.
    init(_ disk: SimulatedDisk = SimulatedDisk(), holding world: World = World(), damaged: [UInt8]? = nil) {
        self.disk = disk
        self.damaged = damaged
        self.world = world
        start = CrashModel(disk)
        permitted = [[world]]
        keys.formUnion(world.records.keys)
        disk.startRecording()
    }

    func open(marks: Bool = false, _ change: (inout JournalOptions) -> Void = { _ in }) async throws(JournalError) -> JournalEngine {
        var options = JournalOptions()
        options.isShared = false
        options.writesMarks = marks
        options.markDelay = nil
        options.lockTimeout = 2_000
        options.compactsInBackground = false
        options.fillAhead = 0
        options.fileSystem = disk
        change(&options)
        return try await JournalEngine.open(Self.store, kinds: JournalKind.all, options: options)
    }

    // MARK: Writes

    /// Makes a save of the next version of an id with a unique text of about `length` bytes.
    ///
    /// One more byte of length makes the record one byte longer.
    func write(_ kind: JournalKind, _ id: String, length: Int = 20, events: Int = 0, after batch: [JournalWrite] = []) -> JournalWrite {
        texts += 1
        let text = "\(texts) " + String(repeating: "{\\\"~crc\\\":\\\"", count: length / 12) + String(repeating: "x", count: length % 12)
        return JournalWrite(
            kind: kind,
            id: id,
            expectedVersion: world.version(kind, id) + Int64(batch.count { $0.kind == kind && $0.id == id }),
            customer: kind == .cargo ? (texts % 3 == 0 ? "OTHER" : "ACME") : nil,
            document: Array("{\"text\":\"\(text)\"}".utf8),
            events: (0..<events).map { Array("{\"event\":\"\(texts).\($0)\"}".utf8) }
        )
    }

    // MARK: Steps

    /// Saves several commits at once through one engine.
    ///
    /// Acknowledged ones count from then on; failed ones never do.
    @discardableResult
    func save(_ engine: JournalEngine, _ commits: [[JournalWrite]]) async -> [JournalOutcome] {
        var possible = [world]
        for commit in commits {
            var next = possible[possible.count - 1]
            next.store(commit)
            possible.append(next)
            keys.formUnion(commit.map { World.Key(kind: $0.kind, id: $0.id) })
        }
        permit(possible)
        let outcomes = await engine.commitEach(commits)
        for (commit, outcome) in zip(commits, outcomes) where outcome == .committed { world.store(commit) }
        permit([world])
        return outcomes
    }

    /// Saves like `save`, and requires every commit to succeed.
    func store(_ engine: JournalEngine, _ commits: [JournalWrite]...) async {
        let outcomes = await save(engine, commits)
        if !outcomes.allSatisfy({ $0 == .committed }) { problems.append("a save failed: \(outcomes)") }
    }

    /// Saves like `save`, and requires every commit to fail.
    func fail(_ engine: JournalEngine, _ commits: [JournalWrite]...) async {
        let outcomes = await save(engine, commits)
        for outcome in outcomes {
            if case .failed = outcome { continue }
            problems.append("a save did not fail: \(outcome)")
        }
    }

    /// Compacts the store, which must not change anything that is read.
    func compact(_ engine: JournalEngine) async {
        do throws(JournalError) { _ = try await engine.compact() } catch { problems.append("compaction: \(error) \(error.cause)") }
    }

    /// Makes a removal of an id.
    func removal(_ kind: JournalKind, _ id: String, events: Int = 0) -> JournalWrite {
        var write = write(kind, id, events: events)
        write.customer = nil
        write.schema = JournalKind.removedSchema
        return write
    }

    /// Compacts the store and drops the events up to a position and the records of removed ids: after a crash, either nothing or all of that
    /// is gone.
    func trim(_ engine: JournalEngine, events position: Int) async {
        var next = world
        next.trim(events: position)
        permit([world, next])
        var trimming = JournalTrimming(events: Int64(position), dropsRemoved: true)
        trimming.deletesOldFiles = true
        do throws(JournalError) { _ = try await engine.compact(trimming) } catch { problems.append("trimming: \(error) \(error.cause)") }
        world = next
        permit([world])
    }

    /// Repairs the store, which must not change anything that is read.
    func repair(_ engine: JournalEngine) async {
        do throws(JournalError) {
            let removals = try await engine.repair(acceptsUnknown: false)
            if removals.count != 1 { problems.append("repair removes \(removals)") }
        } catch { problems.append("repair: \(error) \(error.cause)") }
    }

    /// Makes the next sync of a segment fail.
    ///
    /// Later ones succeed.
    func failNextSync() { failNext("sync", "seg-", after: 0) }

    /// Makes one call on files with a name prefix fail, after `count` successful ones.
    func failNext(_ name: String, _ prefix: String, after count: Int) {
        let left = Mutex(count)
        disk.setRule { call, file in
            guard call == name, file.hasPrefix(prefix) else { return nil }
            return left.withLock { left in
                defer { left -= 1 }
                return left == 0 ? .error(EIO) : nil
            }
        }
    }

    /// Declares that from here on the store must contain one of these worlds.
    func permit(_ worlds: [World]) {
        permitted.append(worlds)
        disk.permit(permitted.count - 1)
    }

    /// Adds the ids of these writes to those that are checked.
    func expect(_ writes: [JournalWrite]) { keys.formUnion(writes.map { World.Key(kind: $0.kind, id: $0.id) }) }

    /// Counts a save as stored.
    func store(_ writes: [JournalWrite]) { world.store(writes) }

    func complain(_ problem: String) { problems.append(problem) }
}
#endif
