import Synchronization
import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Disk space for compactions and saves")
struct JournalRoomTests {
    private static let store = "/store"

    private static func engine(_ disk: some FileSystem, limit: Int = 2000) async throws -> JournalEngine {
        var options = JournalOptions.alone(disk)
        options.segmentLimit = limit
        options.compactsInBackground = false
        return try await JournalEngine.open(store, options)
    }

    /// Returns a store with five sealed segments, half of whose records are superseded.
    private static func filled(_ disk: some FileSystem) async throws -> JournalEngine {
        let engine = try await engine(disk, limit: 1 << 20)
        let text = String(repeating: "x", count: 100)
        for version: Int64 in 0..<20 {
            #expect(await engine.commit([.cargo("ABC", version, text), .cargo("C\(version)", 0, text)]) == .committed)
            guard version % 4 == 3 else { continue }
            try engine.onWriter { (engine, files) throws(JournalError) in
                try engine.underLock(&files) { (files) throws(JournalError) in
                    try engine.sealActive(beginning: UInt32(version / 4 + 2), nil, &files)
                }
            }
        }
        return try await Self.engine(disk)
    }

    /// Returns the manifest in force.
    private static func manifest(_ disk: MemoryFileSystem) throws -> JournalManifest {
        let path = store + "/MANIFEST.json"
        return try JournalManifest(bytes: try #require(disk[path]), path: path)
    }

    private static func names(_ manifest: JournalManifest) -> Set<String> {
        Set((manifest.sealed.map(\.number) + [manifest.active]).map { store + "/" + JournalManifest.segmentName($0) })
    }

    /// Returns the segments and drafts that aren't empty.
    private static func segments(_ disk: MemoryFileSystem) -> Set<String> {
        Set(disk.paths.filter { $0.hasPrefix(store + "/seg-") && disk[$0] != [] })
    }

    @Test("A compaction first removes files that no manifest names, to free space for itself")
    func removesFirst() async throws {
        let disk = MemoryFileSystem()
        let engine = try await Self.filled(disk)
        let first = try #require(try await engine.compact())
        for name in ["seg-000001.jsonl.draft", "index-123.idx.tmp"] { disk[Self.store + "/" + name] = [1] }
        // Not enough space for the compacted segments next to those of two generations.
        disk.setRoom(first.bytesAfter / 2)
        let report = try #require(try await engine.compact())
        #expect(report.removedFiles.starts(with: ["index-123.idx.tmp", "seg-000001.jsonl", "seg-000001.jsonl.draft"]))
        #expect(await engine.state(.cargo, "C7").hasPrefix("1 "))
        #expect(try await engine.verify() == [])
    }

    @Test("A save on a full disk removes files that no manifest names, so that the next save has room")
    func saveFindsRoom() async throws {
        let disk = MemoryFileSystem()
        let engine = try await Self.filled(disk)
        _ = try #require(try await engine.compact())
        #expect(!Self.segments(disk).isSubset(of: Self.names(try Self.manifest(disk))))
        disk.setRoom(10)
        #expect(code(await engine.commit([.cargo("NEW", 0)])) == .storeFull)
        #expect(Self.segments(disk).isSubset(of: Self.names(try Self.manifest(disk))))
        #expect(await engine.commit([.cargo("NEW", 0)]) == .committed)
        #expect(try await Self.engine(disk).verify() == [])
    }

    @Test("A save on a full disk keeps the files of a running compaction")
    func compactionUnderWay() async throws {
        let memory = MemoryFileSystem()
        let engine = try await Self.filled(memory)
        _ = try #require(try await engine.compact())
        let other = FaultyFileSystem(over: memory) { call, file, _ in call == "lock" && file == "COMPACT.lock" ? .error(EWOULDBLOCK) : nil }
        let saving = try await Self.engine(other)
        let before = Self.segments(memory)
        memory.setRoom(10)
        #expect(code(await saving.commit([.cargo("NEW", 0)])) == .storeFull)
        #expect(Self.segments(memory) == before)
    }

    @Test("A compaction in which any call finds the disk full leaves no file that no manifest names")
    func fullAtAnyCall() async throws {
        let source = MemoryFileSystem()
        _ = try await Self.filled(source)
        var failures = 0
        for limit in 0..<10_000 {
            let memory = source.copy()
            let calls = Mutex(0)
            let disk = FaultyFileSystem(over: memory)
            let engine = try await Self.engine(disk)
            let before = Self.names(try Self.manifest(memory))
            disk.setRule { _, _, _ in
                calls.withLock { calls in
                    calls += 1
                    return calls == limit ? .error(ENOSPC) : nil
                }
            }
            let error = await failure { () throws(JournalError) in try await engine.compact() }
            disk.setRule(nil)
            let isOver = calls.withLock { $0 < limit }
            // The segments of the previous manifest remain, whether or not the compaction succeeded.
            let named = before.union(Self.names(try Self.manifest(memory)))
            #expect(Self.segments(memory).isSubset(of: named), "call \(limit)")
            #expect(try await Self.engine(memory).verify() == [], "call \(limit)")
            if error != nil { failures += 1 }
            if isOver { break }
        }
        #expect(failures > 50)
    }

    @Test("A repair in which any call finds the disk full leaves no file that no manifest names")
    func repairFullAtAnyCall() async throws {
        let source = MemoryFileSystem()
        _ = try await Self.filled(source)
        let segment = Self.store + "/" + JournalManifest.segmentName(try Self.manifest(source).sealed[0].number)
        source[segment]?[200] ^= 1
        var failures = 0
        for limit in 0..<10_000 {
            let memory = source.copy()
            let calls = Mutex(0)
            let disk = FaultyFileSystem(over: memory)
            let engine = try await Self.engine(disk)
            let before = Self.names(try Self.manifest(memory))
            disk.setRule { _, _, _ in
                calls.withLock { calls in
                    calls += 1
                    return calls == limit ? .error(ENOSPC) : nil
                }
            }
            let error = await failure { () throws(JournalError) in try await engine.repair(acceptsUnknown: true) }
            disk.setRule(nil)
            let named = before.union(Self.names(try Self.manifest(memory)))
            #expect(Self.segments(memory).isSubset(of: named), "call \(limit)")
            if error != nil { failures += 1 }
            if calls.withLock({ $0 < limit }) { break }
        }
        #expect(failures > 20)
    }
}
