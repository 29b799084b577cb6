import Foundation
import Synchronization
import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Failing syncs, and the order of writes and syncs.
@Suite("Journal syncs")
struct JSONFileSyncTests {
    let directory = TemporaryDirectory()

    @Test("The saves of a failed sync have failed permanently; this engine and others continue in a new segment")
    func failedSync() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        let other = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        disk.setRule { call, _, count in call == "syncData" && count == 0 ? .error(EIO) : nil }
        let outcomes = await engine.commitEach([[.cargo("ABC", 1, "b")], [.cargo("DEF", 0)]])
        #expect(outcomes.map(code) == [.storeUnavailable, .storeUnavailable])
        disk.setRule(nil)
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
            #expect(await reader.state(.cargo, "DEF") == "absent")
        }
        #expect(await engine.commit([.cargo("ABC", 1, "d")]) == .committed)
        #expect(await other.commit([.cargo("ABC", 2, "e")]) == .committed)
        #expect(directory.bytes(directory.store + "/seg-000002.jsonl").count(where: { $0 == RecordLine.newline }) == 2)
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "3 {\"text\":\"e\"}")
        }
    }

    @Test("If even sealing fails, the outcome is unknown, and no process shows the save before it is durable")
    func failedSyncAndSeal() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        let other = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        disk.setRule { call, _, _ in ["syncData", "sync", "truncate"].contains(call) ? .error(EIO) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeOutcomeUnknown)
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        }
        disk.setRule(nil)
        // The next process to sync rewrites it, so it counts.
        #expect(await other.commit([.cargo("ABC", 1, "c")]) == .conflict(write: 0, actual: 2))
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
        }
        #expect(await engine.commit([.cargo("ABC", 2, "d")]) == .committed)
    }

    @Test("A save that another process appended after a failed one fails with it or is stored alone, never both")
    func failedSyncAfterForeignAppend() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        let other = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let theirs = Mutex<Task<JournalOutcome, Never>?>(nil)
        let state = directory.store + "/STATE"
        disk.setRule { call, _, count in
            guard call == "syncData", count == 0 else { return nil }
            // Between this engine's append and the end of its sync, another process appends and waits for the lock.
            let before = FileManager.default.contents(atPath: state)?.prefix(128)
            theirs.withLock { $0 = Task { await other.commit([.cargo("DEF", 0, "b")]) } }
            while FileManager.default.contents(atPath: state)?.prefix(128) == before { sched_yield() }
            return .error(EIO)
        }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        disk.setRule(nil)
        #expect(code(try #require(await theirs.withLock { $0 }?.value)) == .storeUnavailable)
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
            #expect(await reader.state(.cargo, "DEF") == "absent")
        }
        #expect(await other.commit([.cargo("DEF", 0, "c")]) == .committed)
    }

    @Test(
        "If a stopped process holds the sync lock, the outcome is unknown after the limit; reads work, and the save is settled later"
    )
    func stoppedSync() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(timeLimit: 30))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let holder = try StoreLocks(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()), .readWrite)
        #expect(try holder.tryAcquire(.sync, .exclusive))
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeOutcomeUnknown)
        for reader in [engine, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        }
        try holder.release(.sync)
        #expect(await engine.commit([.cargo("DEF", 0, "c")]) == .committed)
        #expect(await engine.state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
    }

    @Test("One sync serves all processes that appended before it began")
    func oneSyncForSeveral() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk, timeLimit: 120_000))
        let others = [
            try await JournalEngine.open(directory.store, .alone(disk, timeLimit: 120_000)),
            try await JournalEngine.open(directory.store, .alone(disk, timeLimit: 120_000)),
        ]
        for (place, engine) in ([engine] + others).enumerated() { #expect(await engine.commit([.cargo("C\(place)", 0)]) == .committed) }
        let holder = try StoreLocks(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()), .readWrite)
        #expect(try holder.tryAcquire(.sync, .exclusive))
        disk.setRule { _, _, _ in nil }
        let saves = ([engine] + others).enumerated().map { place, engine in Task { await engine.commit([.cargo("C\(place)", 1)]) } }
        // All three have appended when the segment has three more lines.
        while directory.bytes(directory.segment).count(where: { $0 == RecordLine.newline }) < 6 { await Task.yield() }
        try holder.release(.sync)
        for save in saves { #expect(await save.value == .committed) }
        #expect(disk.calls.count { $0.hasPrefix("syncData") } < 3)
    }

    @Test("The files of a new store become durable in a crash-safe order")
    func orderOfCreation() async throws {
        let disk = FaultyFileSystem { _, _, _ in nil }
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        let changing: Set = ["mkdir", "sync", "syncData", "write", "rename", "truncate"]
        let calls = disk.calls.filter { call in
            changing.contains { call.hasPrefix($0 + " ") } && !call.hasSuffix(" LOCK") && !call.hasSuffix(" STATE")
        }
        let parent = String(directory.path.split(separator: "/").last ?? "")
        #expect(
            calls == [
                "mkdir store", "sync \(parent)", "sync seg-000001.jsonl", "sync store", "write MANIFEST.json.tmp", "sync MANIFEST.json.tmp",
                "rename MANIFEST.json.tmp", "sync store", "write seg-000001.jsonl", "syncData seg-000001.jsonl",
            ]
        )
    }

    @Test("A save is invisible until it is durable")
    func diskBeforeMemory() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        // Readers look during the sync: the rule runs on the writer's thread.
        let seen = Mutex<Int64>(-1)
        disk.setRule { call, _, _ in
            if call == "syncData" { seen.withLock { $0 = engine.published.withLock { $0.index.version(.cargo, "ABC") } } }
            return nil
        }
        #expect(await engine.commit([.cargo("ABC", 1, "b")]) == .committed)
        #expect(seen.withLock { $0 } == 1)
        #expect(try await engine.version(.cargo, "ABC") == 2)
    }

    @Test("Readers never sync, because saves that other processes acknowledged are durable")
    func readersNeverSync() async throws {
        let disk = FaultyFileSystem()
        let writer = try await JournalEngine.open(directory.store)
        #expect(await writer.commit([.cargo("ABC", 0)]) == .committed)
        let reader = try await JournalEngine.open(directory.store, .alone(disk))
        disk.setRule { _, _, _ in nil }
        #expect(await writer.commit([.cargo("ABC", 1)]) == .committed)
        #expect(try await reader.version(.cargo, "ABC") == 2)
        #expect(!disk.calls.contains { $0.hasPrefix("sync") || $0.hasPrefix("lock") || $0.hasPrefix("write") })
    }

    @Test("Without durability nothing is synced; with an interval, closing syncs the rest; by default every commit is synced")
    func durabilities() async throws {
        for (durability, expected) in [(JournalDurability.none, 0), (.interval(milliseconds: 3_600_000), 1), (.everyCommit, 3)] {
            let directory = TemporaryDirectory()
            let disk = FaultyFileSystem { _, _, _ in nil }
            var options = JournalOptions.alone(disk)
            options.durability = durability
            let engine = try await JournalEngine.open(directory.store, options)
            for version: Int64 in 0..<3 { #expect(await engine.commit([.cargo("ABC", version)]) == .committed) }
            #expect(try await engine.version(.cargo, "ABC") == 3)
            await engine.close()
            #expect(disk.calls.count { $0.hasPrefix("syncData") } == expected)
            #expect(try await JournalEngine.open(directory.store).version(.cargo, "ABC") == 3)
        }
    }

    @Test("With an interval, commits don't wait for the sync, but sealing a segment does")
    func lateSync() async throws {
        let disk = FaultyFileSystem { _, _, _ in nil }
        var options = JournalOptions.alone(disk)
        options.durability = .interval(milliseconds: 1)
        let engine = try await JournalEngine.open(directory.store, options)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        while !disk.calls.contains("syncData seg-000001.jsonl") { await Task.yield() }

        options.durability = .none
        let careless = try await JournalEngine.open(directory.store, options)
        disk.setRule { _, _, _ in nil }
        #expect(await careless.commit([.cargo("ABC", 1)]) == .committed)
        #expect(disk.calls.count { $0.hasPrefix("syncData") } == 0)
        try careless.onWriter { (engine, files) throws(JournalError) in
            try engine.underLock(&files) { (files) throws(JournalError) in try engine.sealActive(beginning: 2, nil, &files) }
        }
        #expect(disk.calls.count { $0 == "syncData seg-000001.jsonl" } == 1)
    }

    @Test("A sync that fails while a segment is sealed loses no acknowledged save, and the engine continues")
    func failedSealing() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk, marks: true))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        // The mark isn't on disk yet.
        engine.files.withLock { engine.writeMark(&$0) }
        disk.setRule { call, _, _ in call == "syncData" ? .error(EIO) : nil }
        let sealing = await failure { () throws(JournalError) in
            try engine.onWriter { (engine, files) throws(JournalError) in
                try engine.underLock(&files) { (files) throws(JournalError) in try engine.sealActive(beginning: 2, nil, &files) }
            }
        }
        #expect(sealing?.code == .storeUnavailable)
        disk.setRule(nil)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }

    @Test("A segment that one engine has written, marks included, is sealed without being read, with the checksum of its bytes")
    func sealedUnread() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk, marks: true))
        for version in 0..<3 as Range<Int64> {
            #expect(await engine.commit([.cargo("ABC", version), .voyage("V", version)]) == .committed)
            engine.files.withLock { engine.writeMark(&$0) }
        }
        let lines = directory.bytes(directory.segment).count { $0 == RecordLine.newline }
        let checked = try engine.checkedActive(after: engine.files.withLock { $0.segment.written })
        #expect(checked?.count == lines)
        disk.setRule { _, _, _ in nil }
        try engine.onWriter { (engine, files) throws(JournalError) in
            try engine.underLock(&files) { (files) throws(JournalError) in try engine.sealActive(beginning: 2, checked, &files) }
        }
        // One read finds the end of the records, and one makes the mark durable.
        #expect(disk.calls.count { $0 == "read seg-000001.jsonl" } <= 2)
        #expect(try await engine.verify() == [])
        // Another engine's saves are read before the next segment is sealed.
        let other = try await JournalEngine.open(directory.store)
        #expect(await other.commit([.cargo("DEF", 0)]) == .committed)
        #expect(await engine.commit([.cargo("ABC", 3)]) == .committed)
        let next = try engine.checkedActive(after: engine.files.withLock { $0.segment.written })
        try engine.onWriter { (engine, files) throws(JournalError) in
            try engine.underLock(&files) { (files) throws(JournalError) in try engine.sealActive(beginning: 3, next, &files) }
        }
        #expect(try await engine.verify() == [])
    }

    @Test("A late failed sync loses the saves acknowledged without a sync, as a crash can, and the engine continues")
    func failedLateSync() async throws {
        let disk = FaultyFileSystem()
        var options = JournalOptions.alone(disk)
        options.durability = .interval(milliseconds: 3_600_000)
        let engine = try await JournalEngine.open(directory.store, options)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        disk.setRule { call, _, _ in call == "syncData" ? .error(EIO) : nil }
        try engine.onWriter { (engine, files) throws(JournalError) in engine.syncEverything(&files) }
        disk.setRule(nil)
        #expect(await engine.state(.cargo, "ABC") == "absent")
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
    }
}
