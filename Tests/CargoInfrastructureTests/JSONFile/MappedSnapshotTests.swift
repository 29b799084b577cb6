import CargoTesting
import Testing

@testable import RecordJournal

/// Long snapshots, of which only what is used comes into memory.
@Suite("Index snapshots: mapped into memory")
struct MappedSnapshotTests {
    private let directory = TemporaryDirectory()
    private let ids = IndexSnapshotTests.ids

    /// Returns options with which every snapshot is mapped.
    private static func options(minimum: Int? = 2000, over disk: some FileSystem = POSIXFileSystem()) -> JournalOptions {
        var options = IndexSnapshotTests.options(disk, minimum: minimum)
        options.mappedSnapshotLength = 1
        return options
    }

    private func engine(minimum: Int? = 2000) async throws -> JournalEngine {
        try await JournalEngine.open(directory.store, Self.options(minimum: minimum))
    }

    private func close(after commits: [[JournalWrite]]) async throws {
        let writer = try await engine()
        #expect(await writer.commitEach(commits).allSatisfy { $0 == .committed })
        await writer.close()
    }

    private func snapshots() throws -> [String] {
        try POSIXFileSystem().names(inDirectory: directory.store).filter(IndexSnapshot.isSnapshot)
    }

    @Test("Opening gives the same answers as a scan, and saving continues; the order of the ids is kept")
    func opening() async throws {
        try await close(after: IndexSnapshotTests.commits)
        for round: Int64 in 0..<3 {
            let engine = try await engine()
            #expect(try await IndexSnapshotTests.usesSnapshot(engine))
            let scanned = try await self.engine(minimum: nil)
            #expect(await IndexSnapshotTests.answers(of: engine, ids: ids) == IndexSnapshotTests.answers(of: scanned, ids: ids))
            let long = JournalWrite.cargo("M\(round)", 0, String(repeating: "m", count: 70_000), customer: "TWO")
            #expect(await engine.commit([long, .cargo("B", 2 + round, customer: "ONE")]) == .committed)
            #expect(await IndexSnapshotTests.answers(of: engine, ids: ids) == IndexSnapshotTests.answers(of: scanned, ids: ids))
            await engine.close()
        }
    }

    @Test("A snapshot with a wrong or missing byte, or that can't be read, isn't used; one that can't be mapped is read")
    func unusable() async throws {
        try await close(after: IndexSnapshotTests.commits)
        let disk = POSIXFileSystem()
        let file = try disk.open(directory.store + "/" + IndexSnapshot.name(1), .readWrite)
        let bytes = try disk.bytes(of: file, in: 0..<disk.status(of: file).size)
        for place in stride(from: 0, to: bytes.count, by: 61) {
            try disk.writeFully(file, [bytes[place] ^ 1 << UInt8(place % 8)], at: place)
            #expect(try await !IndexSnapshotTests.usesSnapshot(try await engine()), "byte \(place)")
            try disk.writeFully(file, [bytes[place]], at: place)
        }
        for length in [0, 63, 64, 100, bytes.count - 64] {
            try disk.truncate(file, to: length)
            #expect(try await !IndexSnapshotTests.usesSnapshot(try await engine()), "cut to \(length)")
            try disk.writeFully(file, bytes, at: 0)
        }
        for call in ["read", "mmap"] {
            let faulty = FaultyFileSystem { name, file, _ in name == call && file.hasPrefix("index-") ? .error(5) : nil }
            let engine = try await JournalEngine.open(directory.store, Self.options(over: faulty))
            #expect(faulty.calls.contains { $0.hasPrefix("\(call) index-") })
            #expect(try await IndexSnapshotTests.usesSnapshot(engine) == (call == "mmap"))
        }
        #expect(try await IndexSnapshotTests.usesSnapshot(try await engine()))
    }

    @Test("An engine that stays open continues with the snapshots that it writes")
    func continuing() async throws {
        let engine = try await engine(minimum: 1)
        var version: Int64 = 0
        while version < 20_000, try await !IndexSnapshotTests.usesSnapshot(engine) {
            #expect(await engine.commit([.cargo("B", version, customer: version.isMultiple(of: 2) ? "ONE" : "TWO")]) == .committed)
            version += 1
        }
        #expect(try await IndexSnapshotTests.usesSnapshot(engine))
        let scanned = try await self.engine(minimum: nil)
        #expect(await engine.commit([.cargo("C", 0, customer: "TWO"), .cargo("B", version, customer: "TWO")]) == .committed)
        #expect(await IndexSnapshotTests.answers(of: engine, ids: ids) == IndexSnapshotTests.answers(of: scanned, ids: ids))
    }

    @Test("A compaction leaves one snapshot of the new segments, from which this engine and others continue", arguments: [false, true])
    func compacting(deletesOldFiles: Bool) async throws {
        try await close(after: IndexSnapshotTests.commits)
        let engine = try await engine()
        let other = try await self.engine()
        #expect(await engine.commit([JournalWrite(removing: .cargo, id: "A", expectedVersion: 1)]) == .committed)
        var trimming = JournalTrimming(events: 1, dropsRemoved: true)
        trimming.deletesOldFiles = deletesOldFiles
        _ = try #require(try await engine.compact(trimming))
        #expect(try await IndexSnapshotTests.usesSnapshot(engine))
        #expect(try snapshots().count == 1)
        let opened = try await self.engine()
        #expect(try await IndexSnapshotTests.usesSnapshot(opened))
        let scanned = try await self.engine(minimum: nil)
        let expected = await IndexSnapshotTests.answers(of: scanned, ids: ids)
        for each in [engine, other, opened] { #expect(await IndexSnapshotTests.answers(of: each, ids: ids) == expected) }
        #expect(try await IndexSnapshotTests.usesSnapshot(other))
        #expect(await other.commit([.cargo("A", 2, "again"), .cargo("C", 0, customer: "ONE")]) == .committed)
        for each in [engine, opened] {
            #expect(await IndexSnapshotTests.answers(of: each, ids: ids) == IndexSnapshotTests.answers(of: other, ids: ids))
        }
    }

    @Test("A customer's list has exactly the customer's ids, in whatever order they join and leave it")
    func customers() async throws {
        var random = SplitMix64(seed: 38)
        var expected: [String: String] = [:]
        var versions: [String: Int64] = [:]
        let engine = try await engine(minimum: 1)
        for _ in 0..<600 {
            let id = "ID\(Int.random(in: 0..<40, using: &random))"
            let customer = ["ACME", "ONE", "TWO", nil].randomElement(using: &random) ?? nil
            let version = versions[id, default: 0]
            let removal = JournalWrite(removing: .cargo, id: id, expectedVersion: version)
            let write = customer.map { JournalWrite.cargo(id, version, customer: $0) } ?? removal
            #expect(await engine.commit([write]) == .committed)
            expected[id] = customer
            versions[id] = version + 1
        }
        await engine.close()
        for each in [engine, try await self.engine()] {
            for customer in ["ACME", "ONE", "TWO"] {
                #expect(try await each.ids(.cargo, customer: customer) == expected.filter { $0.value == customer }.keys.sorted())
            }
        }
    }
}
