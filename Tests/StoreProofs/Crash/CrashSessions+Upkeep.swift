#if DEBUG || STORE_PROOFS
import Dispatch
import Foundation

@testable import RecordJournal

/// Sessions that change the set of files: sealing, compaction, repair.
extension CrashSessions {
    static let compaction: Story = { () throws(JournalError) in
        let session = CrashSession()
        for round in 0..<3 {
            let engine = try await session.open(marks: true) { $0.segmentLimit = round == 2 ? 400 : 4_000 }
            for save in 0..<3 { await session.store(engine, [session.write(.cargo, "ABC", length: 100 * save, events: 1)]) }
            await session.store(engine, [session.write(.cargo, "DEF", events: 1), session.write(.handling, "ABC")])
            await session.compact(engine)
            await session.store(engine, [session.write(.voyage, "V1"), session.write(.cargo, "ABC", length: 700)])
            await engine.close()
        }
        return session
    }

    static let sealedBeside: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open(marks: true) { options in
            options.segmentLimit = 900
            options.compactsInBackground = true
        }
        for save in 0..<14 {
            await session.store(engine, [session.write(.cargo, ["ABC", "DEF"][save % 2], length: 60 * (save % 5), events: save % 2)])
        }
        await engine.close()
        return session
    }

    /// A save between the two manifests of a compaction.
    ///
    /// The save's syncs must not replace any that the compaction needs.
    static let savedWhileCompacting: Story = { () throws(JournalError) in
        let session = CrashSession()
        let engine = try await session.open(marks: true)
        for save in 0..<2 { await session.store(engine, [session.write(.cargo, "ABC", length: 100 * save, events: 1)]) }
        nonisolated(unsafe) let told = session
        session.disk.setRule { call, file in
            guard call == "write", file.hasSuffix(".draft") else { return nil }
            told.disk.setRule(nil)
            let done = DispatchSemaphore(value: 0)
            Task {
                await told.store(engine, [told.write(.cargo, "DEF", events: 1)])
                done.signal()
            }
            done.wait()
            return nil
        }
        await session.compact(engine)
        if session.world.version(.cargo, "DEF") != 1 { session.complain("nothing was saved while the store was compacted") }
        await session.store(engine, [session.write(.cargo, "ABC", length: 40)])
        await engine.close()
        return session
    }

    /// A mark isn't synced by the process that writes it.
    static let sealedAfterMark: Story = { () throws(JournalError) in
        let session = CrashSession()
        for round in 0..<2 {
            let engine = try await session.open(marks: true)
            await session.store(engine, [session.write(.cargo, "ABC", length: 100 * round, events: 1)])
            await engine.close()
            let other = try await session.open()
            await session.compact(other)
            await session.store(other, [session.write(.cargo, "ABC", length: 50)])
        }
        return session
    }

    /// Snapshots are written on closing and read on opening.
    ///
    /// Their content must be right, whatever happened to the segments they cover.
    static let compactionWithSnapshot: Story = { () throws(JournalError) in
        let session = CrashSession()
        for round in 0..<3 {
            let engine = try await session.open(marks: true) { options in
                options.snapshotMinimum = 0
                // Compactions write snapshots, too.
                options.mappedSnapshotLength = 0
                options.segmentLimit = round == 1 ? 500 : 4_000
            }
            await session.store(
                engine,
                [session.write(.cargo, "ABC", length: 200 * round, events: 1), session.write(.voyage, "V\(round)")]
            )
            if round > 0 { await session.compact(engine) }
            await session.store(engine, [session.write(.cargo, "DEF", length: 60, events: 1)], [session.write(.handling, "ABC")])
            await engine.close()
        }
        return session
    }

    /// Events and removed ids are dropped, and the files that held them are deleted, snapshots included.
    ///
    /// Ids that were dropped are stored again.
    static let trimming: Story = { () throws(JournalError) in
        let session = CrashSession()
        for round in 0..<3 {
            let engine = try await session.open(marks: true) { options in
                options.snapshotMinimum = 0
                // Compactions write snapshots, too.
                options.mappedSnapshotLength = 0
                options.segmentLimit = round == 1 ? 500 : 4_000
            }
            await session.store(engine, [session.write(.cargo, "ABC", length: 100 * round, events: 1), session.write(.handling, "ABC")])
            await session.store(engine, [session.write(.cargo, "DEF", events: 1), session.write(.handling, "DEF")])
            await session.store(engine, [session.removal(.cargo, "DEF", events: 1), session.removal(.handling, "DEF")])
            await session.trim(engine, events: 3 * (round + 1))
            await session.store(engine, [session.write(.relay, "R", length: 60)])
            await engine.close()
        }
        return session
    }

    /// Each step of replacing the manifest fails once, while a segment is sealed and while a compaction ends.
    static let manifestSwap: Story = { () throws(JournalError) in
        let session = CrashSession()
        for (call, name) in [
            ("write", "MANIFEST.json.tmp"), ("sync", "MANIFEST.json.tmp"), ("rename", "MANIFEST.json.tmp"), ("sync", "store"),
        ] {
            for place in 0..<2 {
                let engine = try await session.open(marks: true)
                await session.store(engine, [session.write(.cargo, "ABC", length: 100, events: 1)])
                session.failNext(call, name, after: place)
                // Whether or not it succeeds, nothing that is read may change.
                do throws(JournalError) { _ = try await engine.compact() } catch {}
                session.disk.setRule(nil)
                await session.save(engine, [[session.write(.cargo, "ABC", length: 50, events: 1)]])
                await engine.close()
            }
        }
        let last = try await session.open()
        await session.store(last, [session.write(.cargo, "ABC")])
        await session.compact(last)
        return session
    }

    static let repair: Story = { () throws(JournalError) in try await repaired(isSealed: false) }
    static let repairOfSealed: Story = { () throws(JournalError) in try await repaired(isSealed: true) }

    /// A bit of a superseded record is flipped before the session begins, and repaired in it.
    private static func repaired(isSealed: Bool) async throws(JournalError) -> CrashSession {
        let before = CrashSession()
        let first = try await before.open(marks: true)
        await before.store(first, [before.write(.cargo, "ABC", length: 120)])
        await before.store(first, [before.write(.cargo, "DEF", length: 300), before.write(.handling, "ABC")])
        await before.store(first, [before.write(.cargo, "ABC", length: 60, events: 1)])
        if isSealed { await before.compact(first) }
        await before.store(first, [before.write(.voyage, "V1")])
        await first.close()
        var files = before.disk.contents.files
        let damaged = DamagedLine.first(ofCargo: "ABC", in: &files)
        let session = CrashSession(
            SimulatedDisk(files: files, directories: [CrashSession.store]),
            holding: before.world,
            damaged: damaged
        )
        before.problems.forEach(session.complain)
        let engine = try await session.open(marks: true)
        await session.repair(engine)
        await session.store(engine, [session.write(.cargo, "ABC", length: 700, events: 1)], [session.write(.handling, "ABC")])
        await session.compact(engine)
        await session.store(engine, [session.write(.cargo, "GHI")])
        await engine.close()
        return session
    }
}
#endif
