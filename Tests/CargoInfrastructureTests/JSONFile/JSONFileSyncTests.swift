import CargoDomain
import Foundation
import Synchronization
import Testing

@testable import CargoInfrastructure

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Syncs that fail, and what is synced when.
@Suite("Journal syncs")
struct JSONFileSyncTests {
    let directory = TemporaryDirectory()

    @Test("REP-4: what failed in a store that is gone is not cut off the one that stands in its place, with its file numbers")
    func otherStoreInItsPlace() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        await engine.close()
        let identity = try #require(try StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()).identity())
        let beginning = Array("{\"~crc\":\"00000000\",\"s\":0".utf8)
        EngineRegistry.setFailedTail(.init(segment: 1, range: 0..<1000, beginning: beginning), of: identity)
        let again = try await JournalEngine.open(directory.store, .alone())
        #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        #expect(await again.commit([.cargo("ABC", 1, "b")]) == .committed)
        #expect(EngineRegistry.failedTail(of: identity) == nil)
        await again.close()
    }

    @Test("A failed sync ends all writing; the save is gone for good, and a reopened store goes on in a new segment")
    func failedSync() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        let other = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        disk.setRule { call, _, count in call == "syncData" && count == 0 ? .error(EIO) : nil }
        let outcomes = await engine.commitEach([[.cargo("ABC", 1, "b")], [.cargo("DEF", 0)]])
        #expect(outcomes.map(code) == [.storeUnavailable, .storeUnavailable])
        disk.setRule(nil)
        #expect(code(await engine.commit([.cargo("ABC", 1, "c")])) == .storeUnavailable)
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
            #expect(await reader.state(.cargo, "DEF") == "absent")
        }
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.commit([.cargo("ABC", 1, "d")]) == .committed)
        #expect(await other.commit([.cargo("ABC", 2, "e")]) == .committed)
        #expect(directory.bytes(directory.store + "/seg-000002.jsonl").count(where: { $0 == RecordLine.newline }) == 2)
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "3 {\"text\":\"e\"}")
        }
    }

    @Test("Where even the cutting off fails, the failed save stays unseen, and the next open cuts it off")
    func failedSyncAndSeal() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        disk.setRule { call, _, _ in ["syncData", "sync", "truncate"].contains(call) ? .error(EIO) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        let readOnly = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await readOnly.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        #expect(code(await readOnly.commit([.cargo("ABC", 1, "c")])) == .storeUnavailable)
        disk.setRule(nil)
        let again = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        #expect(await again.commit([.cargo("ABC", 1, "d")]) == .committed)
    }

    @Test("What another process has built on is not cut off: its outcome is theirs")
    func failedSyncAfterForeignAppend() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let segment = directory.segment
        disk.setRule { call, file, _ in
            guard call == "syncData" else { return nil }
            // Between this engine's write and its sync another process appends.
            var line: [UInt8] = []
            let header = RecordHeader(watermark: 0, kind: "cargo", id: "ABC", version: 3, schema: 1)
            _ = RecordLine.append(.init(header: header, document: Array("{}".utf8), events: []), to: &line)
            let handle = FileHandle(forWritingAtPath: segment)
            handle?.seekToEndOfFile()
            handle?.write(Data(line))
            handle?.closeFile()
            return .error(EIO)
        }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        disk.setRule(nil)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "3 {}")
    }

    @Test("The files of a new store reach the medium in the order that a crash needs")
    func orderOfCreation() async throws {
        let disk = FaultyFileSystem { _, _, _ in nil }
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        let changing: Set = ["mkdir", "sync", "syncData", "write", "rename", "truncate"]
        let calls = disk.calls.filter { call in
            changing.contains { call.hasPrefix($0 + " ") } && !call.hasSuffix(" LOCK")
        }
        let parent = String(directory.path.split(separator: "/").last ?? "")
        #expect(
            calls == [
                "mkdir store", "sync \(parent)", "sync seg-000001.jsonl", "sync store", "write MANIFEST.json.tmp", "sync MANIFEST.json.tmp",
                "rename MANIFEST.json.tmp", "sync store", "write seg-000001.jsonl", "syncData seg-000001.jsonl",
            ]
        )
    }

    @Test("Nobody sees a save before it is on the medium")
    func diskBeforeMemory() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        // Readers look while the sync is under way: from its rule, which runs on the writer's thread.
        let seen = Mutex<Int64>(-1)
        disk.setRule { call, _, _ in
            if call == "syncData" { seen.withLock { $0 = engine.published.withLock { $0.index.version(.cargo, "ABC") } } }
            return nil
        }
        #expect(await engine.commit([.cargo("ABC", 1, "b")]) == .committed)
        #expect(seen.withLock { $0 } == 1)
        #expect(try await engine.version(.cargo, "ABC") == 2)
    }

    @Test("Records of another process are synced once before they are shown")
    func foreignRecordsAreSynced() async throws {
        let disk = FaultyFileSystem()
        let writer = try await JournalEngine.open(directory.store)
        #expect(await writer.commit([.cargo("ABC", 0)]) == .committed)
        let reader = try await JournalEngine.open(directory.store, .alone(disk))
        disk.setRule { _, _, _ in nil }
        #expect(await writer.commit([.cargo("ABC", 1)]) == .committed)
        #expect(try await reader.version(.cargo, "ABC") == 2)
        #expect(disk.calls.count { $0.hasPrefix("syncData") } == 1)
        #expect(try await reader.version(.cargo, "ABC") == 2)
        #expect(disk.calls.count { $0.hasPrefix("syncData") } == 1)
    }

    @Test("Without durability nothing is synced; with an interval, closing syncs what is left, and every commit is synced by default")
    func durabilities() async throws {
        for (durability, expected) in [(Durability.none, 0), (.interval(milliseconds: 60_000), 1), (.everyCommit, 3)] {
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

    @Test("With an interval the sync comes by itself; a commit does not wait for it, and sealing a segment always does")
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
        try careless.onWriter { (engine, files) throws(DomainError) in
            try engine.underLock(&files) { (files) throws(DomainError) in try engine.sealActive(beginning: 2, nil, &files) }
        }
        #expect(disk.calls.count { $0 == "syncData seg-000001.jsonl" } == 1)
    }

    @Test("A sync that fails late, or while a segment is sealed, ends all writing, and what was acknowledged can be read")
    func failedLateSync() async throws {
        for isSealing in [false, true] {
            let directory = TemporaryDirectory()
            let disk = FaultyFileSystem()
            var options = JournalOptions.alone(disk)
            options.durability = isSealing ? .everyCommit : .interval(milliseconds: 60_000)
            let engine = try await JournalEngine.open(directory.store, options)
            #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
            disk.setRule { call, _, _ in call == "syncData" ? .error(EIO) : nil }
            let sealing = await failure { () throws(DomainError) in
                try engine.onWriter { (engine, files) throws(DomainError) in
                    if !isSealing { return engine.syncEverything(&files) }
                    try engine.underLock(&files) { (files) throws(DomainError) in try engine.sealActive(beginning: 2, nil, &files) }
                }
            }
            #expect(sealing?.code == (isSealing ? .storeUnavailable : nil))
            disk.setRule(nil)
            #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeUnavailable)
            let again = try await JournalEngine.open(directory.store)
            #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
            #expect(await again.commit([.cargo("ABC", 1)]) == .committed)
        }
    }
}
