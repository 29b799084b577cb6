import Testing

@testable import RecordJournal

@Suite("Journal verification and statistics")
struct JSONFileVerificationTests {
    @Test("An intact store and a missing one have no findings")
    func soundStore() async throws {
        let sample = try await JSONFileDamageTests.sample(marks: true)
        #expect(try await JournalEngine.open("/store", .alone(sample.disk)).verify() == [])
        #expect(try await JournalEngine.open("/nothing", .alone(MemoryFileSystem())).verify() == [])
    }

    @Test("Damage, torn tails and missing events are found, with file, offset and id")
    func findings() async throws {
        let sample = try await JSONFileDamageTests.sample(marks: true)
        let segment = JSONFileDamageTests.segment
        sample.disk[segment]?[sample.starts[5] + 40] ^= 4
        sample.disk[segment]? += Array("{\"~crc\":\"00".utf8)
        let engine = try await JournalEngine.open("/store", .alone(sample.disk))
        let findings = try await engine.verify()
        #expect(findings.map(\.problem) == [.tornTail, .damage])
        #expect(findings.map(\.file) == ["seg-000001.jsonl", "seg-000001.jsonl"])
        #expect(findings.map(\.offset) == [sample.bytes.count, sample.starts[5]])
        #expect(findings.map(\.record) == [nil, "cargo ABC"])
    }

    @Test("A lost first event is a gap, a repeated record is out of order, and a lost manifest is reported")
    func otherFindings() async throws {
        let sample = try await JSONFileDamageTests.sample(marks: true)
        let segment = JSONFileDamageTests.segment
        let engine = try await JournalEngine.open("/store", .alone(sample.disk))
        for place in 0..<sample.starts[1] { sample.disk[segment]?[place] = 0 }
        #expect(try await engine.verify().map(\.problem) == [.damage, .events])
        engine.die()
        sample.disk[segment] = sample.bytes + sample.bytes[sample.starts[1]..<sample.starts[2]]
        let again = try await JournalEngine.open("/store", .alone(sample.disk))
        #expect(try await again.verify().map(\.problem) == [.order])
        sample.disk["/store/MANIFEST.json"] = [1]
        #expect(try await again.verify().map(\.problem) == [.manifest])
    }

    @Test("The statistics count segments, records, ids, events and bytes")
    func statistics() async throws {
        let sample = try await JSONFileDamageTests.sample(marks: false)
        let statistics = try await JournalEngine.open("/store", .alone(sample.disk)).statistics()
        #expect(statistics.exists && statistics.path == "/store" && statistics.generation == 1)
        #expect(statistics.segments == [.init(name: "seg-000001.jsonl", length: sample.bytes.count, isSealed: false)])
        #expect(statistics.recordCount == 7)
        #expect(
            statistics.aggregates.map(\.kind) == [
                "access", "cargo", "carrierevent", "carrierlog", "delivery", "handling", "key", "location", "relay", "subscription",
                "voyage",
            ]
        )
        #expect(statistics.aggregates.map(\.count) == [0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 2])
        #expect(statistics.eventCount == 3)
        #expect(statistics.liveBytes == sample.bytes.count - sample.starts[1])
        #expect(try await JournalEngine.open("/none", .alone(MemoryFileSystem())).statistics().exists == false)
    }
}
