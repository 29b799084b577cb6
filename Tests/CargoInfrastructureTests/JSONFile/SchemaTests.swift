import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Foundation
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// Documents of every schema ever released, kept forever, and how older ones are read.
@Suite("Schemas of stored documents")
struct SchemaTests {
    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")

    private static func decode(_ kind: String, _ document: [UInt8]) throws(DomainError) -> [UInt8] {
        try document.withRawBytes { (bytes) throws(DomainError) in
            switch kind {
            case "cargo": CargoRecord.encode(try CargoRecord.decode(bytes))
            case "handling": HandlingEventRecord.encode(try HandlingEventRecord.decode(bytes))
            case "voyage": VoyageRecord.encode(try VoyageRecord.decode(bytes))
            case "location": LocationRecord.encode(try LocationRecord.decode(bytes))
            case "key": BookingReservationRecord.encode(try BookingReservationRecord.decode(bytes))
            case "relay": OutboxPartitionRecord.encode(try OutboxPartitionRecord.decode(bytes))
            default: []
            }
        }
    }

    @Test("REP-5: documents of schema 1 read as they did when schema 1 was released", arguments: RecordKind.all.map(\.name))
    func schemaOne(kind: String) throws {
        let text = try String(contentsOf: Self.golden.appendingPathComponent("schema-1/\(kind).jsonl"), encoding: .utf8)
        let documents = text.split(separator: "\n").map { Array($0.utf8) }
        #expect(!documents.isEmpty)
        for document in documents { #expect(try Self.decode(kind, document) == document) }
    }

    @Test("Every kind has an upcaster for each older schema")
    func upcastersAreComplete() {
        for kind in RecordKind.all { #expect(kind.upcasters.count == kind.schema - 1, "\(kind.name)") }
    }

    @Test("A store of format 1 with every kind of record, a compacted and a repaired segment opens")
    func formatOne() async throws {
        let directory = TemporaryDirectory()
        try FileManager.default.copyItem(at: Self.golden.appendingPathComponent("format-1"), to: URL(fileURLWithPath: directory.store))
        let store = try await JSONFileStore.open(directory.store)
        #expect(try await store.verify().get() == [])
        let cargos = try await store.cargos.findPage(after: nil, limit: 1000).get().items
        #expect(!cargos.isEmpty)
        #expect(try await store.voyages.findPage(after: nil, limit: 1000).get().items.count > 0)
        #expect(try await store.locations.findPage(after: nil, limit: 1000).get().items.count > 0)
        #expect(try await store.events.events(after: 0, limit: 1000).get().count > 0)
        for cargo in cargos { _ = try await store.handlingEvents.findHistory(of: cargo.trackingId).get() }
        var exported: [UInt8] = []
        try await store.export { exported.append(contentsOf: $0) }
        #expect(
            String(decoding: exported, as: UTF8.self)
                == (try String(contentsOf: Self.golden.appendingPathComponent("format-1.json"), encoding: .utf8))
        )
        try await store.cargos.save(.stub("NEW")).get()
        await store.close()
    }

    /// Returns a kind whose documents had two earlier shapes, which no release ever wrote.
    private static func kind(schema: Int) -> RecordKind {
        let rename: Upcaster = { (document) throws(DomainError) in
            guard let text = document["words"] else { throw .shapeInvalid(path: "words") }
            return ["text": text]
        }
        let wrap: Upcaster = { (document) throws(DomainError) in ["content": document] }
        return RecordKind("cargo", schema: schema, upcasters: Array([rename, wrap].prefix(schema - 1)))
    }

    @Test(
        "An older document is upcast step by step when read and not rewritten on disk; a save writes the newest schema"
    )
    func upcasting() async throws {
        let directory = TemporaryDirectory()
        let documents = ["{\"words\":\"old\"}", "{\"text\":\"middle\"}", "{\"content\":{\"text\":\"new\"}}"]
        for (place, document) in documents.enumerated() {
            let kind = Self.kind(schema: place + 1)
            let engine = try await JournalRecordStore.open(directory.store, kinds: [kind], options: .alone())
            let write = RecordWrite(kind: kind, id: "ID\(place + 1)", expectedVersion: 0, document: Array(document.utf8))
            #expect(await engine.commit([write]) == .committed)
        }
        let newest = Self.kind(schema: 3)
        let engine = try await JournalRecordStore.open(directory.store, kinds: [newest], options: .alone())
        for (id, text) in [("ID1", "old"), ("ID2", "middle"), ("ID3", "new")] {
            let record = try #require(try await engine.read(newest, id))
            let document = try record.withDocument(of: newest) { String(decoding: $0, as: UTF8.self) }
            #expect(document == "{\"content\":{\"text\":\"\(text)\"}}")
        }
        #expect(String(decoding: directory.bytes(directory.segment), as: UTF8.self).contains("{\"words\":\"old\"}"))
        let write = RecordWrite(kind: newest, id: "ID1", expectedVersion: 1, document: Array(documents[2].utf8))
        #expect(await engine.commit([write]) == .committed)
        #expect(try await engine.read(newest, "ID1")?.schema == 3)
    }

    @Test("REP-5: an older document that violates its schema is corrupt_record with its id; a newer one is store_schema_unsupported")
    func brokenAndNewer() async throws {
        let directory = TemporaryDirectory()
        let oldest = Self.kind(schema: 1)
        let engine = try await JournalRecordStore.open(directory.store, kinds: [oldest], options: .alone())
        let write = RecordWrite(kind: oldest, id: "BROKEN", expectedVersion: 0, document: Array("{\"other\":1}".utf8))
        #expect(await engine.commit([write]) == .committed)
        let newest = Self.kind(schema: 3)
        let later = try await JournalRecordStore.open(directory.store, kinds: [newest], options: .alone())
        let record = try #require(try await later.read(newest, "BROKEN"))
        do throws(DomainError) {
            try record.withDocument(of: newest) { _ in }
            Issue.record("it was read")
        } catch { #expect(error == .corruptRecord(rule: "shape_invalid", id: "BROKEN")) }
        let new = RecordWrite(kind: newest, id: "NEW", expectedVersion: 0, document: Array("{}".utf8))
        #expect(await later.commit([new]) == .committed)
        let old = try await JournalRecordStore.open(directory.store, kinds: [oldest], options: .alone())
        #expect(await failure(of: { () throws(DomainError) in try await old.read(oldest, "NEW") })?.code == .storeSchemaUnsupported)
    }
}
