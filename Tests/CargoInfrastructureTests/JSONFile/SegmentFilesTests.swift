import CargoTesting
import Foundation
import Synchronization
import Testing

@testable import RecordJournal

@Suite("Open segments")
struct SegmentFilesTests {
    private static let segmentCount = 100

    /// Returns the disk of a store in which each sealed segment holds a cargo and a handling event, and the last segment is empty.
    private static func filled(_ store: String) async throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        // Nothing is sealed in the background; each segment is sealed here.
        let engine = try await JournalEngine.open(store, options(disk, limit: 1 << 20))
        for number in 0..<segmentCount {
            let write = JournalWrite.cargo("C\(number)", 0, "\(number)", events: ["E\(number)"])
            #expect(await engine.commit([write, .handling("H", Int64(number), "\(number)")]) == .committed)
            try engine.onWriter { (engine, files) throws(JournalError) in
                try engine.underLock(&files) { (files) throws(JournalError) in
                    try engine.sealActive(beginning: UInt32(number + 2), nil, &files)
                }
            }
        }
        return disk
    }

    /// Returns options for an engine.
    ///
    /// With the default limit, compaction leaves about as many segments as before.
    private static func options(_ disk: some FileSystem, limit: Int = 100) -> JournalOptions {
        var options = JournalOptions.alone(disk)
        options.compactsInBackground = false
        options.segmentLimit = limit
        options.fillAhead = 0
        return options
    }

    /// Compacts twice on the caller's thread, so that the files of both earlier manifests are gone.
    private static func compactTwice(_ engine: JournalEngine) {
        for _ in 0..<2 {
            do throws(JournalError) {
                _ = try JournalCompaction(engine: engine, pace: .full, progress: { _, _ in }).run()
            } catch { Issue.record(error) }
        }
    }

    #if os(Linux)
    /// Returns the number of descriptors that this process has open for a store's segments.
    private static func openSegments(of store: String) throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            do {
                return try manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name).hasPrefix(store + "/seg-")
            } catch {
                // It was closed in the meantime.
                return false
            }
        }
    }

    @Test("An engine keeps at most 64 sealed segments open, even while another engine compacts")
    func descriptors() async throws {
        let directory = TemporaryDirectory()
        let disk = try await Self.filled(directory.store)
        try POSIXFileSystem().makeDirectory(directory.store)
        for path in disk.paths { try directory.write(disk[path] ?? [], to: path) }
        let engine = try await JournalEngine.open(directory.store, Self.options(POSIXFileSystem()))
        var random = SplitMix64(seed: 7)
        for _ in 0..<1000 {
            let number = Int.random(in: 0..<Self.segmentCount, using: &random)
            #expect(await engine.state(.cargo, "C\(number)") == "1 {\"text\":\"\(number)\"}")
        }
        #expect(try Self.openSegments(of: directory.store) <= SegmentFiles.limit + 1)
        #expect(try await engine.chain(.handling, "H").count == Self.segmentCount)
        #expect(try Self.openSegments(of: directory.store) <= SegmentFiles.limit + 1)

        let other = try await JournalEngine.open(directory.store, Self.options(POSIXFileSystem()))
        await withTaskGroup { group in
            for reader in 0..<4 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(reader))
                    for _ in 0..<500 {
                        let number = Int.random(in: 0..<Self.segmentCount, using: &random)
                        #expect(await engine.state(.cargo, "C\(number)") == "1 {\"text\":\"\(number)\"}")
                    }
                }
            }
            group.addTask { Self.compactTwice(other) }
        }
        #expect(try await engine.statistics().segments.count > SegmentFiles.limit)
        #expect(try await engine.events(after: 0, limit: 1000).count == Self.segmentCount)
        // There are two engines.
        #expect(try Self.openSegments(of: directory.store) <= 2 * (SegmentFiles.limit + 1))
    }
    #endif

    @Test("The least recently used segment is closed first")
    func leastRecentlyUsed() throws {
        let memory = MemoryFileSystem()
        for number: UInt32 in 1...70 { memory["/store/" + JournalManifest.segmentName(number)] = [1] }
        let disk = FaultyFileSystem(over: memory)
        let files = SegmentFiles(StoreDirectory(path: "/store", fileSystem: disk))
        for number: UInt32 in 1...64 { _ = try files.file(number) }
        let first = try files.file(1)
        #expect(try files.file(65) !== first)
        disk.setRule(nil)
        #expect(try files.file(1) === first)
        #expect(disk.calls == [])
        // The second file had to be closed, and now the third.
        _ = try files.file(2)
        #expect(disk.calls == ["open seg-000002.jsonl"])
        _ = try files.file(4)
        #expect(disk.calls.count == 1)
        _ = try files.file(3)
        #expect(disk.calls.last == "open seg-000003.jsonl")
        let rest = files.without([3])
        _ = try rest.file(2)
        #expect(disk.calls.count == 2)
        _ = try rest.file(3)
        #expect(disk.calls.count == 3)
        #expect(throws: SystemError.self) { try files.file(71) }
    }

    /// A query to run while the engine's segments are removed.
    enum Question: CaseIterable {
        case one, blocking, some, history, events, verification, opening
    }

    @Test("A read whose segment two compactions removed finds the record in its new place", arguments: Question.allCases)
    func removedMeanwhile(_ question: Question) async throws {
        let memory = try await Self.filled("/store")
        let other = try await JournalEngine.open("/store", Self.options(memory))
        let disk = FaultyFileSystem(over: memory)
        // After the scan, the last 64 segments are open, and the first one isn't.
        let engine = try await JournalEngine.open("/store", Self.options(disk))
        let isDone = Mutex(false)
        disk.setRule { call, file, _ in
            guard call == "open", file == "seg-000001.jsonl" else { return nil }
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { Self.compactTwice(other) }
            return nil
        }
        switch question {
        case .one: #expect(await engine.state(.cargo, "C0") == "1 {\"text\":\"0\"}")
        case .blocking: #expect(try engine.readBlocking(.cargo, "C0")?.header.version == 1)
        case .some:
            let results = try await engine.read(.cargo, ["C1", "NONE", "C0"])
            #expect(try results.map { try $0.get()?.header.id } == ["C1", nil, "C0"])
        case .history: #expect(try await engine.chain(.handling, "H").count == Self.segmentCount)
        case .events: #expect(try await engine.events(after: 0, limit: 3).map(\.sequence) == [1, 2, 3])
        case .verification: #expect(try await engine.verify() == [])
        case .opening:
            let opened = try await JournalEngine.open("/store", Self.options(disk))
            #expect(await opened.state(.cargo, "C0") == "1 {\"text\":\"0\"}")
        }
        #expect(isDone.withLock { $0 })
        #expect(memory["/store/seg-000001.jsonl"] == nil)
    }

    @Test("A missing segment that the manifest names is corrupt_record, not an endless search")
    func missing() async throws {
        let memory = try await Self.filled("/store")
        let engine = try await JournalEngine.open("/store", Self.options(memory))
        memory["/store/seg-000001.jsonl"] = nil
        #expect(await engine.state(.cargo, "C0") == "corrupt_record")
        #expect(await engine.state(.cargo, "C1") == "1 {\"text\":\"1\"}")
        #expect(try await engine.verify().first?.detail == "the file is missing")
    }
}
