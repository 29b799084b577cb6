import Foundation
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

@Suite("Journal freshness")
struct JournalFreshnessTests {
    private let directory = TemporaryDirectory()

    /// Reads at once; nil if the engine doesn't.
    private func text(_ engine: JournalEngine, _ id: String, _ kind: JournalKind = .cargo) -> String? {
        var text: String?
        let isRead = engine.readAtOnce(kind, id) { text = "\($0.version) " + String(decoding: $0.documentBytes, as: UTF8.self) }
        return isRead ? text : nil
    }

    @Test("A record is read with one look at the state file and one read of the segment, and the manifest isn't looked up")
    func calls() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        #expect(text(engine, "ABC") == "1 {\"text\":\"x\"}")
        engine.lastPathLookup.store(.max, ordering: .relaxed)
        disk.setRule { _, _, _ in nil }
        #expect(text(engine, "ABC") == "1 {\"text\":\"x\"}")
        #expect(disk.calls == ["read STATE", "fstat STATE", "read seg-000001.jsonl"])
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(!disk.calls.contains { $0.hasSuffix("MANIFEST.json") })
    }

    @Test("What another process has saved isn't read at once, but by the next read")
    func otherProcess() async throws {
        let one = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await one.commit([.cargo("ABC", 0)]) == .committed)
        let other = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await other.commit([.cargo("ABC", 1, "y")]) == .committed)
        #expect(text(one, "ABC") == nil)
        #expect(await one.state(.cargo, "ABC") == "2 {\"text\":\"y\"}")
        #expect(text(one, "ABC") == "2 {\"text\":\"y\"}")
    }

    @Test("A segment that another process has sealed isn't read at once, but by the next read")
    func otherSegment() async throws {
        let one = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await one.commit([.cargo("ABC", 0)]) == .committed)
        let other = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(try await other.compact() != nil)
        #expect(text(one, "ABC") == nil)
        #expect(await one.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        #expect(text(one, "ABC") == "1 {\"text\":\"x\"}")
    }

    @Test("A record that is absent, damaged or newer than its kind isn't read at once")
    func unusual() async throws {
        let engine = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        #expect(await engine.commit([.cargo("DEF", 0)]) == .committed)
        #expect(text(engine, "GHI") == nil)
        #expect(text(engine, "ABC", JournalKind("cargo", schema: 1)) == nil)
        var bytes = directory.bytes(directory.segment)
        bytes[40] ^= 1
        let file = try #require(FileHandle(forWritingAtPath: directory.segment))
        try file.write(contentsOf: bytes)
        try file.close()
        #expect(text(engine, "ABC") == nil)
        #expect(text(engine, "DEF") == "1 {\"text\":\"x\"}")
    }

    @Test("Nothing is read at once from a store that was deleted")
    func deleted() async throws {
        let engine = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        #expect(text(engine, "ABC") != nil)
        try FileManager.default.removeItem(atPath: directory.store)
        #expect(text(engine, "ABC") == nil)
    }

    @Test("Readers switch to a store that has taken the place of one that was moved away")
    func moved() async throws {
        let engine = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        try FileManager.default.moveItem(atPath: directory.store, toPath: directory.path + "/old")
        let other = try await JournalEngine.open(directory.store, kinds: JournalKind.all, options: .alone())
        #expect(await other.commit([.cargo("ABC", 0, "new")]) == .committed)
        // Ten milliseconds later.
        engine.lastPathLookup.store(.min / 2, ordering: .relaxed)
        #expect(text(engine, "ABC") == nil)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"new\"}")
        #expect(text(engine, "ABC") == "1 {\"text\":\"new\"}")
    }
}
