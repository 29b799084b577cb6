#if DEBUG || STORE_PROOFS
import Dispatch
import Foundation
import Synchronization

@testable import RecordJournal

/// Sessions with several processes that append to one segment and sync for each other.
extension CrashSessions {
    /// While one process syncs, another appends after it.
    ///
    /// The sync fails, and with it both saves.
    ///
    /// A concurrent reader sees neither.
    static let othersSyncFails: Story = { () throws(JournalError) in
        let session = CrashSession()
        let (first, second, reader) = (try await session.open(), try await session.open(), try await session.open())
        for round in 0..<3 {
            await session.store(first, [session.write(.cargo, "ABC", length: 150 * round, events: 1)])
            let own = session.write(.cargo, "ABC", length: 300)
            let theirs = session.write(.cargo, "DEF", length: 100 * round)
            let theirOutcome = Told()
            nonisolated(unsafe) let told = session
            session.disk.setRule { call, file in
                guard call == "sync", file.hasPrefix("seg-000") else { return nil }
                told.disk.setRule(nil)
                let before = told.disk[CrashSession.store + "/STATE"]?.prefix(128)
                theirOutcome.tell { await second.commit([theirs]) }
                while told.disk[CrashSession.store + "/STATE"]?.prefix(128) == before { sched_yield() }
                let seen = DispatchSemaphore(value: 0)
                Task {
                    do throws(JournalError) {
                        if try await reader.version(.cargo, "ABC") != own.expectedVersion {
                            told.complain("a reader shows an unsynced save")
                        }
                    } catch { told.complain("\(error)") }
                    seen.signal()
                }
                seen.wait()
                return .error(EIO)
            }
            let failed = await session.attempt(first, [own], before: [theirs])
            if case .failed = failed {} else { session.complain("a save whose sync failed: \(failed)") }
            let outcome = await theirOutcome.heard()
            if case .failed = outcome {} else { session.complain("a save behind a failed one: \(outcome)") }
            session.permit([session.world])
            await session.store(second, [session.write(.cargo, "ABC")])
            await session.store(first, [session.write(.cargo, "DEF", length: 40)])
        }
        return session
    }

    /// A sync fails, and then one step of the seal that follows.
    ///
    /// Another process that had the store open all the time continues.
    static let sealFailsBesideOthers: Story = { () throws(JournalError) in
        let session = CrashSession()
        let (first, second) = (try await session.open(), try await session.open())
        await session.store(second, [session.write(.cargo, "DEF", events: 1)])
        for (call, name) in [
            ("open", "MANIFEST.json.tmp"), ("write", "MANIFEST.json.tmp"), ("sync", "MANIFEST.json.tmp"), ("rename", "MANIFEST.json.tmp"),
            ("sync", "store"),
        ] {
            await session.store(first, [session.write(.cargo, "ABC", length: 100, events: 1)])
            let failsSync = Mutex(true)
            session.disk.setRule { called, file in
                if called == "sync", file.hasPrefix("seg-"), failsSync.withLock({ $0.exchange(false) }) { return .error(EIO) }
                return called == call && file == name ? .error(EIO) : nil
            }
            let write = session.write(.cargo, "ABC", length: 200, events: 1)
            let outcome = await session.attempt(first, [write])
            session.disk.setRule(nil)
            guard case .failed(let error) = outcome, error.code == .storeOutcomeUnknown else {
                session.complain("not unknown: \(outcome)")
                return session
            }
            await session.settle([write], through: second, with: session.write(.cargo, "DEF", length: 50))
        }
        return session
    }

    static let killedBetweenSteps: Story = { () throws(JournalError) in try await killed(atCalls: 0..<40) }
    static let killedWhileSealing: Story = { () throws(JournalError) in try await killed(atCalls: 0..<60) { $0.segmentLimit = 1 } }

    /// A process is killed at each of its calls in turn, sometimes while another process has the store open.
    ///
    /// Another process then continues.
    private static func killed(
        atCalls calls: Range<Int>,
        _ change: (inout JournalOptions) -> Void = { _ in }
    ) async throws(JournalError) -> CrashSession {
        let session = CrashSession()
        let last = try await session.open()
        await session.store(last, [session.write(.cargo, "ABC", events: 1)])
        var beside: JournalEngine? = last
        for calls in calls {
            // Every fifth time, no other process has the store open.
            if calls % 5 == 4 {
                await beside?.close()
                beside = nil
            }
            let process = SimulatedProcess(session.disk, calls: calls)
            let write = session.write(.cargo, "ABC", length: 30 * (calls % 7))
            var outcome: JournalOutcome?
            do throws(JournalError) {
                let engine = try await session.open { options in
                    options.fileSystem = process
                    change(&options)
                }
                outcome = await session.attempt(engine, [write])
            } catch {
                // Killed while opening the store.
            }
            let other: JournalEngine
            if let beside { other = beside } else { other = try await session.open() }
            beside = other
            if outcome == .committed {
                session.acknowledge([write])
                await session.store(other, [session.write(.cargo, "DEF", length: 20)])
            } else {
                await session.settle([write], through: other, with: session.write(.cargo, "DEF", length: 20))
            }
        }
        return session
    }

    /// Where a process is killed, and who goes on.
    private enum Heir: CaseIterable {
        /// A process that had the store open all the time.
        case beside
        /// One that opens the store while another has it open.
        case new
        /// One that opens a store that nobody has open, and recovers it.
        case alone
    }

    /// A process is killed when its sync has failed, before it can seal the segment.
    ///
    /// Another process continues. The system reports the failure to the killed process alone.
    static let killedAfterFailedSync: Story = { () throws(JournalError) in
        let session = CrashSession()
        session.disk.tellErrorsOnce()
        try await killed(in: session) { session, process in
            session.disk.setRule { call, file in
                guard call == "sync", file.hasPrefix("seg-") else { return nil }
                process.die()
                return .error(EIO)
            }
        }
        return session
    }

    /// A process is killed when it has appended a save, and before it says that it syncs.
    ///
    /// Then the system loses the save's pages, and another process continues.
    static let killedBeforeSync: Story = { () throws(JournalError) in
        let session = CrashSession()
        session.disk.tellErrorsOnce()
        try await killed(in: session, heirs: [.new, .alone]) { session, process in
            let isAppended = Mutex(false)
            let disk = session.disk
            disk.setRule { call, file in
                // The first write of the state says that the save is appended, the second that it is being synced.
                guard call == "write", file == "STATE", isAppended.withLock({ $0.exchange(true) }) else { return nil }
                process.die()
                disk.setRule(nil)
                disk.failWriteBack(of: CrashSession.store + "/seg-000001.jsonl")
                return .error(EIO)
            }
        }
        return session
    }

    /// Kills a process in a save, and lets each kind of heir settle it.
    /// - Parameter plan: sets the rule that kills the process.
    private static func killed(
        in session: CrashSession,
        heirs: [Heir] = Heir.allCases,
        _ plan: (CrashSession, SimulatedProcess) -> Void
    ) async throws(JournalError) {
        for heir in heirs {
            let beside = try await session.open()
            await session.store(beside, [session.write(.cargo, "DEF", events: 1)])
            let process = SimulatedProcess(session.disk)
            let engine = try await session.open { $0.fileSystem = process }
            await session.store(engine, [session.write(.cargo, "ABC", length: 100, events: 1)])
            await session.store(beside, [session.write(.cargo, "DEF", length: 40)])
            plan(session, process)
            // Longer than some sectors, so that what is written after it doesn't write all of it again.
            let write = session.write(.cargo, "ABC", length: 2_000, events: 1)
            let outcome = await session.attempt(engine, [write])
            session.disk.setRule(nil)
            guard case .failed(let error) = outcome, error.code == .storeOutcomeUnknown, process.isDead else {
                session.complain("\(heir): not killed in its save: \(outcome)")
                return
            }
            if heir == .alone { await beside.close() }
            let other = heir == .beside ? beside : try await session.open()
            await session.settle([write], through: other, with: session.write(.cargo, "DEF", length: 50))
            await session.store(other, [session.write(.cargo, "GHI")])
            for engine in [beside, other] { await engine.close() }
        }
    }

    /// A process is stopped while it holds one of the two locks.
    ///
    /// Another opens the store, gets the expected error when saving, and the first continues.
    static let stoppedWithLock: Story = { () throws(JournalError) in
        let session = CrashSession()
        let first = try await session.open()
        await session.store(first, [session.write(.cargo, "ABC", events: 1)])
        let directory = StoreDirectory(path: CrashSession.store, fileSystem: session.disk)
        for round in 0..<3 {
            for place in [LockPlace.append, .sync] {
                let locks: StoreLocks
                do throws(SystemError) { locks = try StoreLocks(directory, .readWrite) } catch { throw error.journalError }
                guard try locks.tryAcquire(place, .exclusive) else {
                    session.complain("the lock is not free")
                    return session
                }
                let other = try await session.open { $0.lockTimeout = 5 }
                let write = session.write(.cargo, "ABC", length: 100 * round, events: 1)
                let outcome = await session.attempt(other, [write])
                guard case .failed(let error) = outcome, error.code == (place == .append ? .storeLocked : .storeOutcomeUnknown) else {
                    session.complain("beside a stopped holder: \(outcome)")
                    return session
                }
                try locks.release(place)
                await session.settle([write], through: first, with: session.write(.cargo, "DEF", length: 20))
                await other.close()
            }
        }
        return session
    }
}

/// The outcome of a save made by another task.
private final class Told: Sendable {
    private let outcome = Mutex<JournalOutcome>(.committed)
    private let done = DispatchSemaphore(value: 0)

    func tell(_ save: @escaping @Sendable () async -> JournalOutcome) {
        Task {
            let result = await save()
            outcome.withLock { $0 = result }
            done.signal()
        }
    }

    func heard() async -> JournalOutcome {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.done.wait()
                continuation.resume(returning: self.outcome.withLock { $0 })
            }
        }
    }
}

extension Bool {
    fileprivate mutating func exchange(_ new: Bool) -> Bool {
        defer { self = new }
        return self
    }
}

extension CrashSession {
    /// Starts a save whose outcome counts only after `acknowledge` or `settle`.
    /// - Parameter others: what another process saves after it meanwhile.
    func attempt(_ engine: JournalEngine, _ writes: [JournalWrite], before others: [JournalWrite] = []) async -> JournalOutcome {
        var stored = world
        stored.store(writes)
        var both = stored
        both.store(others)
        expect(writes + others)
        permit([world, stored, both])
        return await engine.commit(writes)
    }

    /// Counts an acknowledged save.
    func acknowledge(_ writes: [JournalWrite]) {
        store(writes)
        permit([world])
    }

    /// Determines, with another save, whether a save with an unknown outcome is stored.
    func settle(_ unknown: [JournalWrite], through engine: JournalEngine, with write: JournalWrite) async {
        var stored = world
        stored.store(unknown)
        let both = [world, stored].flatMap { before in
            var after = before
            after.store([write])
            return [before, after]
        }
        expect([write])
        permit(both)
        var outcome = await engine.commit([write])
        // An open descriptor reports a sync that failed elsewhere once, so try again.
        if case .failed(let error) = outcome, error.code == .storeUnavailable { outcome = await engine.commit([write]) }
        if outcome != .committed { complain("a save after an unknown one: \(outcome)") }
        do throws(JournalError) {
            let first = unknown[0]
            if try await engine.version(first.kind, first.id) > first.expectedVersion { store(unknown) }
        } catch { complain("\(error)") }
        store([write])
        permit([world])
    }
}
#endif
