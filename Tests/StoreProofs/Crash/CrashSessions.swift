#if DEBUG || STORE_PROOFS
import Dispatch
import Foundation

@testable import RecordJournal

/// The sessions whose crashes are tried.
enum CrashSessions {
    typealias Story = @Sendable () async throws(JournalError) -> CrashSession

    /// All sessions by name, in the order in which they start.
    static let all: [(name: String, story: Story)] = [
        ("the first saves", firstSaves),
        ("several records in one commit", severalRecords),
        ("group commit", groupCommit),
        ("long records", longRecords),
        ("closed and opened again", closedAndOpened),
        ("no room in the middle of a save", noRoom),
        ("a write that fails", failedWrite),
        ("a sync that fails", failedSync),
        ("two processes in turn", twoProcesses),
        ("read before it is acknowledged", readBeforeAcknowledged),
        ("compaction", compaction),
        ("filled ahead", filledAhead),
        ("a sync that fails on a segment that is filled ahead", failedSyncFilledAhead),
        ("sealed and compacted beside the saves", sealedBeside),
        ("sealed after another process's mark", sealedAfterMark),
        ("saved in the middle of a compaction", savedWhileCompacting),
        ("a sync that fails while another process's mark is not on the medium", failedSyncAfterMark),
        ("a torn tail with a whole record in it", wholeRecordInTornTail),
        ("compaction with a snapshot of the index", compactionWithSnapshot),
        ("compaction that drops events and removed ids", trimming),
        ("a manifest that cannot be replaced", manifestSwap),
        ("another process's sync fails", othersSyncFails),
        ("a sync and the seal fail beside another process", sealFailsBesideOthers),
        ("a process is killed between any two steps", killedBetweenSteps),
        ("a process is killed while it seals a segment", killedWhileSealing),
        ("a process is killed when its sync has failed", killedAfterFailedSync),
        ("a process is killed before its sync, and its pages are lost", killedBeforeSync),
        ("a process is stopped with a lock", stoppedWithLock),
        ("repair", repair),
        ("repair of a sealed segment", repairOfSealed),
    ]

    private static let firstSaves: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open()
        await session.store(engine, [session.write(.cargo, "ABC", events: 1)])
        await session.store(engine, [session.write(.handling, "ABC")])
        await session.store(engine, [session.write(.cargo, "ABC", length: 700, events: 2)])
        await session.store(engine, [session.write(.voyage, "V1", length: 300)])
        return session
    }

    private static let severalRecords: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open()
        for round in 0..<4 {
            var writes = [session.write(.cargo, "ABC", length: 150 * round, events: 1)]
            writes.append(session.write(.handling, "ABC", length: 60))
            writes.append(session.write(.cargo, "C\(round)", length: 300, events: 2))
            if round % 2 == 1 { writes.append(session.write(.cargo, "ABC", length: 20, after: writes)) }
            await session.store(engine, writes)
        }
        return session
    }

    private static let groupCommit: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open()
        await session.store(engine, [session.write(.cargo, "ABC")])
        await session.store(
            engine,
            [session.write(.cargo, "A1", length: 200, events: 1)],
            [session.write(.cargo, "A2", length: 300), session.write(.handling, "A2", length: 100)],
            [session.write(.cargo, "A3", length: 500, events: 1)],
            [session.write(.handling, "A1", length: 400)]
        )
        await session.store(
            engine,
            [session.write(.cargo, "A1", length: 900), session.write(.cargo, "A2"), session.write(.cargo, "A3", events: 3)],
            [session.write(.voyage, "V1", length: 900)],
            [session.write(.voyage, "V2", length: 100)]
        )
        return session
    }

    private static let longRecords: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open()
        await session.store(engine, [session.write(.cargo, "ABC", length: 3_000, events: 1)])
        await session.store(engine, [session.write(.cargo, "ABC", length: 2_000), session.write(.cargo, "DEF", length: 4_000, events: 1)])
        await session.store(engine, [session.write(.cargo, "ABC")], [session.write(.cargo, "DEF", length: 2_500)])
        return session
    }

    private static let closedAndOpened: Story = { () throws(JournalError) in
        let session = CrashSession()
        for round in 0..<4 {
            let engine = try await session.open(marks: true)
            await session.store(engine, [session.write(.cargo, "ABC", length: 250 * round, events: 1)])
            await session.store(engine, [session.write(.cargo, "C\(round)"), session.write(.handling, "ABC", length: 100)])
            await engine.close()
        }
        return session
    }

    private static let noRoom: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open()
        await session.store(engine, [session.write(.cargo, "ABC", events: 1)])
        // The last one leaves a whole commit.
        for written in [0, 90, 700, 1_200] {
            let fault = SimulatedDisk.Fault.partial(written, ENOSPC)
            session.disk.setRule { call, file in call == "write" && file.hasPrefix("seg-") ? fault : nil }
            await session.fail(engine, [session.write(.cargo, "ABC", length: 600)], [session.write(.cargo, "DEF", length: 600)])
            session.disk.setRule(nil)
            await session.store(engine, [session.write(.cargo, "ABC", length: 100)])
        }
        return session
    }

    private static let failedWrite: Story = { () throws(JournalError) in
        let session = CrashSession()
        for written in [0, 90, 700, 1_200] {
            let engine = try await session.open()
            await session.store(engine, [session.write(.cargo, "ABC", events: 1)])
            let fault = SimulatedDisk.Fault.partial(written, EIO)
            session.disk.setRule { call, file in call == "write" && file.hasPrefix("seg-") ? fault : nil }
            await session.fail(engine, [session.write(.cargo, "ABC", length: 600)], [session.write(.cargo, "DEF", length: 600)])
            session.disk.setRule(nil)
        }
        await session.store(try await session.open(), [session.write(.cargo, "ABC", events: 1)])
        return session
    }

    private static let failedSync: Story = { () throws(JournalError) in
        let session = CrashSession()
        for _ in 0..<2 {
            let engine = try await session.open()
            await session.store(engine, [session.write(.cargo, "ABC", length: 100, events: 1)])
            session.failNextSync()
            await session.fail(engine, [session.write(.cargo, "ABC", length: 300, events: 1)], [session.write(.cargo, "DEF", length: 500)])
            session.disk.setRule(nil)
            await session.store(engine, [session.write(.cargo, "ABC", length: 40)])
            let again = try await session.open()
            await session.store(again, [session.write(.cargo, "ABC", length: 200)])
            await again.close()
        }
        return session
    }

    private static let twoProcesses: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engines = [try await session.open(marks: true), try await session.open(marks: true)]
        for round in 0..<6 {
            await session.store(engines[round % 2], [session.write(.cargo, "ABC", length: 120 * round, events: 1)])
            if round == 3 { await session.store(engines[0], [session.write(.cargo, "DEF"), session.write(.handling, "DEF")]) }
        }
        for engine in engines { await engine.close() }
        return session
    }

    /// A save that a reader has seen must still be there after a crash, even if it was never acknowledged.
    private static let readBeforeAcknowledged: Story = { () throws(JournalError) in
        let session = CrashSession()
        let writer = try await session.open()
        await session.store(writer, [session.write(.cargo, "ABC", events: 1)])
        let reader = try await session.open()
        for round in 0..<3 {
            let write = session.write(.cargo, "ABC", length: 200 * round, events: 1)
            var next = session.world
            next.store([write])
            let shown = next
            nonisolated(unsafe) let told = session
            session.disk.setRule { call, file in
                guard call == "sync", file.hasPrefix("seg-") else { return nil }
                // This is between the writer's write and its sync; the reader's own sync is let through.
                told.disk.setRule(nil)
                let done = DispatchSemaphore(value: 0)
                Task {
                    do throws(JournalError) {
                        if try await reader.version(.cargo, "ABC") == write.expectedVersion + 1 { told.permit([shown]) }
                    } catch { told.complain("\(error)") }
                    done.signal()
                }
                done.wait()
                return nil
            }
            await session.store(writer, [write])
        }
        return session
    }

    static func fill(_ options: inout JournalOptions) {
        options.fillAhead = 4_096
        options.batchesBeforeFilling = 0
    }

    private static let filledAhead: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engines = [try await session.open(marks: true, fill), try await session.open()]
        for round in 0..<4 {
            await session.store(engines[0], [session.write(.cargo, "ABC", length: 100 * round, events: 1)])
            await session.store(engines[round % 2], [session.write(.cargo, "ABC", length: 300), session.write(.handling, "ABC")])
        }
        await engines[0].close()
        await session.store(engines[1], [session.write(.cargo, "DEF", length: 30)])
        return session
    }

    private static let failedSyncFilledAhead: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open(marks: true, fill)
        for _ in 0..<2 { await session.store(engine, [session.write(.cargo, "ABC", length: 100, events: 1)]) }
        session.failNextSync()
        await session.fail(engine, [session.write(.cargo, "ABC", length: 300, events: 1)])
        session.disk.setRule(nil)
        let again = try await session.open(marks: true, fill)
        await session.store(again, [session.write(.cargo, "ABC", length: 20)])
        await again.close()
        return session
    }

    private static let failedSyncAfterMark: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open(marks: true)
        await session.store(engine, [session.write(.cargo, "ABC", length: 100, events: 1)])
        await engine.close()
        let other = try await session.open(marks: true)
        session.failNextSync()
        await session.fail(other, [session.write(.cargo, "ABC", length: 300, events: 1)])
        session.disk.setRule(nil)
        await session.store(try await session.open(), [session.write(.cargo, "ABC", length: 20)])
        return session
    }

    /// A crash left only the second of two appended records, at the start of a sector.
    ///
    /// Another save, exactly as long as the first record, is written in its place. If the file keeps its length after one more crash, the
    /// second record would follow a valid one.
    private static let wholeRecordInTornTail: Story = { () throws(JournalError) in
        for length in 0..<CrashModel.sectorLength {
            let before = CrashSession()
            await before.store(try await before.open(), [before.write(.cargo, "ABC", length: length)])
            let held = before.world
            let end = before.disk.contents.files.segment.count
            await before.store(try await before.open(), [before.write(.cargo, "DEF")], [before.write(.cargo, "GHI")])
            var files = before.disk.contents.files
            guard let second = files.segment[end...].firstIndex(of: RecordLine.newline).map({ $0 + 1 }) else { break }
            guard second.isMultiple(of: CrashModel.sectorLength) else { continue }
            files.segment.replaceSubrange(end..<second, with: repeatElement(0, count: second - end))
            let session = CrashSession(SimulatedDisk(files: files, directories: [CrashSession.store]), holding: held)
            before.problems.forEach(session.complain)
            let engine = try await session.open()
            await session.store(engine, [session.write(.cargo, "DEF")])
            if session.disk.contents.files.segment.count != second { session.complain("the save does not end where the torn record did") }
            await session.store(engine, [session.write(.cargo, "GHI", length: 100)])
            return session
        }
        throw .failure(.storeUnavailable, cause: "no length makes the second record begin a sector")
    }
}

extension [String: [UInt8]] {
    /// The first segment of a session's store.
    fileprivate var segment: [UInt8] {
        get { self[CrashSession.store + "/seg-000001.jsonl", default: []] }
        set { self[CrashSession.store + "/seg-000001.jsonl"] = newValue }
    }
}
#endif
