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

/// Each system call failing in turn, and stores that cannot be used.
@Suite("Journal failures")
struct JSONFileFailureTests {
    let directory = TemporaryDirectory()

    @Test(
        "A full disk is store_full: nothing of the save is left, the engine lives, and the next save succeeds",
        arguments: [ENOSPC, EDQUOT, EFBIG]
    )
    func fullDisk(number: Int32) async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let before = directory.bytes(directory.segment)
        disk.setRule { call, file, _ in call == "write" && file == "seg-000001.jsonl" ? .partial(30, number) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeFull)
        #expect(directory.bytes(directory.segment) == before)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        disk.setRule(nil)
        #expect(await engine.commit([.cargo("ABC", 1, "c")]) == .committed)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "2 {\"text\":\"c\"}")
    }

    @Test("Short writes are gone on with")
    func shortWrites() async throws {
        let disk = FaultyFileSystem { call, _, _ in call == "write" ? .short(1) : nil }
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a"), .cargo("DEF", 0)]) == .committed)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
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

    @Test("A failed write ends all writing; nothing of the save is left", arguments: [0, 30])
    func failedWrite(written: Int) async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let before = directory.bytes(directory.segment)
        disk.setRule { call, _, _ in call == "write" ? .partial(written, EIO) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        disk.setRule(nil)
        #expect(directory.bytes(directory.segment) == before)
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 1, "c")]) == .committed)
    }

    @Test(
        "REP-4: whichever call fails, an acknowledged save is there afterwards and a failed one is not",
        arguments: [EIO, ENOSPC, EACCES, EMFILE]
    )
    func everyCallFails(number: Int32) async throws {
        let names = ["open", "fstat", "stat", "read", "write", "truncate", "syncData", "sync", "rename", "mkdir", "lock"]
        for name in names {
            for count in 0..<40 {
                let directory = TemporaryDirectory()
                let didFail = Mutex(false)
                let disk = FaultyFileSystem { call, _, place in
                    guard call == name, place == count else { return nil }
                    didFail.withLock { $0 = true }
                    return .error(number)
                }
                var version: Int64 = 0
                var isUnknown = false
                do throws(DomainError) {
                    let engine = try await JournalEngine.open(directory.store, .alone(disk, marks: true))
                    for text in ["a", "b", "c"] {
                        switch await engine.commit([.cargo("ABC", version, text), .voyage("V", version)]) {
                        case .committed: version += 1
                        case .conflict(_, let actual):
                            isUnknown = true
                            Issue.record("\(name) \(count): a conflict with \(actual)")
                        case .failed: break
                        }
                        let seen = await engine.state(.cargo, "ABC")
                        if seen != "store_unavailable", seen != "store_full", !seen.hasPrefix(version == 0 ? "absent" : "\(version) ") {
                            Issue.record("\(name) \(count): \(seen), not \(version)")
                        }
                    }
                    await engine.close()
                } catch {}
                let again = try await JournalEngine.open(directory.store)
                let found = try await again.version(.cargo, "ABC")
                #expect(found == version && !isUnknown, "\(name) \(count)")
                #expect(try await again.version(.voyage, "V") == version, "\(name) \(count)")
                #expect(await again.commit([.cargo("ABC", version), .voyage("V", version)]) == .committed, "\(name) \(count)")
                if !didFail.withLock({ $0 }) { break }
            }
        }
    }

    @Test("A save that fails while the store is being made can be tried again")
    func failedCreation() async throws {
        let disk = FaultyFileSystem()
        for (call, number) in [("mkdir", EACCES), ("sync", ENOSPC), ("rename", EIO), ("write", ENOSPC)] {
            let engine = try await JournalEngine.open(directory.store, .alone(disk))
            disk.setRule { name, file, _ in name == call && file != "LOCK" ? .error(number) : nil }
            #expect(code(await engine.commit([.cargo("ABC", 0)])) == (number == ENOSPC ? .storeFull : .storeUnavailable))
            disk.setRule(nil)
            #expect(await engine.state(.cargo, "ABC") == "absent")
        }
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 0)]) == .committed)
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

    // MARK: Locks

    @Test("A lock that is not let go is store_locked with the holder's process id, for writers and for readers who need it")
    func lockedStore() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(timeLimit: 30))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        let holder = try StoreLock(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()), .readWrite)
        try holder.acquire(.exclusive, timeLimit: 0)
        let outcome = await engine.commit([.cargo("ABC", 1)])
        guard case .failed(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(error.code == .storeLocked)
        #expect(error.cause?.contains("held by process \(getpid())") == true)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        let opening = await failure { () throws(DomainError) in try await JournalEngine.open(directory.store, .alone(timeLimit: 30)) }
        #expect(opening?.code == .storeLocked)
        try holder.release()
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }

    // MARK: Stores that cannot be used

    @Test("A path that is a file, or lies under one, is store_unavailable")
    func pathIsFile() async throws {
        try directory.write([1, 2, 3], to: directory.store)
        for path in [directory.store, directory.store + "/deeper"] {
            let error = await failure { () throws(DomainError) in try await JournalEngine.open(path) }
            #expect(error?.code == .storeUnavailable)
            #expect(error?.cause?.contains("Not a directory") == true)
        }
    }

    @Test("A directory on another machine is refused unless it is asked for")
    func networkFileSystem() async throws {
        let disk = FaultyFileSystem { call, _, _ in call == "isRemote" ? .error(0) : nil }
        var options = JournalOptions.alone(disk)
        #expect(
            await failure { () throws(DomainError) in try await JournalEngine.open(directory.store, options) }?.code == .storeUnavailable
        )
        options.allowsNetworkFileSystem = true
        #expect(await (try JournalEngine.open(directory.store, options)).commit([.cargo("ABC", 0)]) == .committed)
    }

    #if !canImport(Darwin)
    @Test("The mount table tells remote file systems by their type")
    func mountTable() {
        let table = MountTable(
            text: """
                25 30 0:23 / /proc rw,nosuid shared:13 - proc proc rw
                30 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
                41 30 0:52 / /mnt/far rw,relatime shared:9 master:2 - nfs4 host:/export rw,vers=4.2
                """
        )
        #expect(!table.isRemote(device: 254 << 8))
        #expect(table.isRemote(device: 52))
        #expect(!table.isRemote(device: 99))
    }
    #endif

    @Test("A newer format and a newer least writer are store_schema_unsupported, the latter for writing alone")
    func newerFormats() async throws {
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 0)]) == .committed)
        let manifest = directory.store + "/MANIFEST.json"
        var newer = JournalManifest.first
        newer.minWriter = JournalManifest.writer + 1
        try directory.write(newer.bytes, to: manifest)
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeSchemaUnsupported)

        var bytes = Array(String(decoding: newer.bytes, as: UTF8.self).replacingOccurrences(of: "\"format\":1", with: "\"format\":2").utf8)
        RecordLine.seal(from: 0, in: &bytes)
        try directory.write(bytes, to: manifest)
        let error = await failure { () throws(DomainError) in try await JournalEngine.open(directory.store) }
        #expect(error?.code == .storeSchemaUnsupported)
    }

    @Test("A document of a newer schema is neither read nor written over; others are")
    func newerDocument() async throws {
        let newKind = RecordKind("cargo", schema: 2)
        let newer = try await JournalEngine.open(directory.store, kinds: [newKind], options: .alone())
        let write = JournalWrite(kind: newKind, id: "NEW", expectedVersion: 0, document: Array("{}".utf8))
        #expect(await newer.commit([write]) == .committed)
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.state(.cargo, "NEW") == "store_schema_unsupported")
        #expect(code(await engine.commit([.cargo("NEW", 1)])) == .storeSchemaUnsupported)
        #expect(await engine.commit([.cargo("OLD", 0)]) == .committed)
        #expect(await engine.state(.cargo, "OLD") == "1 {\"text\":\"x\"}")
    }

    @Test("A store that is deleted under an open engine is store_unavailable, not empty")
    func deletedStore() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store)
        #expect(await engine.state(.cargo, "ABC") == "store_unavailable")
        #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeUnavailable)
    }

    @Test("A store that is deleted and made again under an open engine is locked by the new lock file")
    func remadeStore() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store)
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("DEF", 0, "new")]) == .committed)
        #expect(await engine.commit([.cargo("DEF", 1, "newer")]) == .committed)
        #expect(await engine.state(.cargo, "ABC") == "absent")
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "DEF") == "2 {\"text\":\"newer\"}")
    }

    @Test("A store whose lock file is missing, as in a copy, can be read and written")
    func missingLock() async throws {
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store + "/LOCK")
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }

    @Test("A writer that uses a lock file which was replaced takes the new one")
    func replacedLock() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(timeLimit: 30))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.removeItem(atPath: directory.store + "/LOCK")
        let holder = try StoreLock(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem()), .readWriteOrCreate)
        try holder.acquire(.exclusive, timeLimit: 0)
        #expect(code(await engine.commit([.cargo("ABC", 1)])) == .storeLocked)
        try holder.release()
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
    }
}
