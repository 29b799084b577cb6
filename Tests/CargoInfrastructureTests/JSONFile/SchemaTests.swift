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

    private static func decode(_ kind: String, schema: Int, _ document: [UInt8]) throws(DomainError) -> [UInt8] {
        try document.withRawBytes { (bytes) throws(DomainError) in
            switch (kind, schema) {
            case ("cargo", 1): CargoRecord.encode(try CargoRecord.decodeSchema1(bytes))
            case ("cargo", _): CargoRecord.encode(try CargoRecord.decode(bytes))
            case ("handling", 1): HandlingEventRecord.encode(try HandlingEventRecord.decode(bytes))
            case ("handling", _): RetractedEventRecord.encode(try RetractedEventRecord.decode(bytes))
            case ("voyage", _): VoyageRecord.encode(try VoyageRecord.decode(bytes))
            case ("location", _): LocationRecord.encode(try LocationRecord.decode(bytes))
            case ("key", _): BookingReservationRecord.encode(try BookingReservationRecord.decode(bytes))
            case ("subscription", _): SubscriptionRecord.encode(try SubscriptionRecord.decode(bytes))
            case ("delivery", _): SubscriptionProgressRecord.encode(try SubscriptionProgressRecord.decode(bytes))
            case ("carrierevent", _): CarrierEventRecord.encode(try CarrierEventRecord.decode(bytes))
            case ("carrierlog", _): CarrierLogRecord.encode(try CarrierLogRecord.decode(bytes))
            case ("access", _):
                AccessEntryRecord.encode(
                    try AccessEntryRecord.decode(bytes, id: document.starts(with: #"{"createdAt""#.utf8) ? "token:scanner" : "signout:0")
                )
            case ("relay", _): OutboxPartitionRecord.encode(try OutboxPartitionRecord.decode(bytes))
            default: []
            }
        }
    }

    private static func documents(_ kind: String, schema: Int) throws -> [[UInt8]] {
        let text = try String(contentsOf: golden.appendingPathComponent("schema-\(schema)/\(kind).jsonl"), encoding: .utf8)
        return text.split(separator: "\n").map { Array($0.utf8) }
    }

    @Test("REP-5: documents of the present schemas read as they did when those were released", arguments: RecordKind.all)
    func released(kind: RecordKind) throws {
        for schema in (kind == .cargo ? 2 : 1)...kind.schema {
            let documents = try Self.documents(kind.name, schema: schema)
            #expect(!documents.isEmpty)
            for document in documents { #expect(try Self.decode(kind.name, schema: schema, document) == document) }
        }
    }

    @Test("DLV-10: cargos of schema 1 keep what isn't derived, and are read again as they were then written")
    func cargosOfSchemaOne() throws {
        let documents = try Self.documents("cargo", schema: 1)
        #expect(!documents.isEmpty)
        for document in documents {
            let upcast = try Self.decode("cargo", schema: 1, document)
            #expect(try Self.decode("cargo", schema: 2, upcast) == upcast)
            let (old, new) = try (document.input(), upcast.input())
            for member in ["customerId", "itinerary", "origin", "routeSpecification", "trackingId", "version"] {
                #expect(old[member] == new[member])
            }
            #expect(old["delivery"]?["planPosition"] == new["delivery"]?["planPosition"])
            #expect(old["delivery"]?["lastHandled"] == new["delivery"]?["lastHandled"])
        }
    }

    @Test("A store of format 1 with every kind of record, a compacted and a repaired segment opens")
    func formatOne() async throws {
        let directory = TemporaryDirectory()
        try FileManager.default.copyItem(at: Self.golden.appendingPathComponent("format-1"), to: URL(fileURLWithPath: directory.store))
        let store = try await JSONFileStore.open(directory.store)
        #expect(try await store.verify().get() == [])
        let cargos = try await store.cargos.find(CargoQuery(), after: nil, limit: 1000).get().items
        #expect(!cargos.isEmpty)
        for voyage in Set(cargos.flatMap { $0.itinerary?.legs ?? [] }.map(\.voyageNumber)) {
            let onVoyage = try await store.cargos.find(CargoQuery(voyage: voyage), after: nil, limit: 1000).get().items
            #expect(onVoyage == cargos.filter { $0.itinerary?.legs.contains { $0.voyageNumber == voyage } ?? false })
        }
        for need in AttentionReason.allCases {
            let found = try await store.cargos.find(CargoQuery(need: need), after: nil, limit: 1000).get().items
            #expect(found == cargos.filter { $0.has(need) })
        }
        for port in Set(cargos.compactMap(\.delivery.lastKnownLocation)) {
            let found = try await store.cargos.find(CargoQuery(place: port), after: nil, limit: 1000).get().items
            #expect(found == cargos.filter { $0.delivery.currentPort == port })
        }
        #expect(cargos.contains { $0.itinerary != nil })
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

    private static func commit(_ document: [UInt8], _ id: String, schema: Int, in directory: TemporaryDirectory) async throws {
        let kind = RecordKind("cargo", schema: schema)
        let engine = try await JournalRecordStore.open(directory.store, kinds: [kind], options: .alone())
        let write = RecordWrite(kind: kind, id: id, expectedVersion: 0, customer: "CUST-1", document: document)
        #expect(await engine.commit([write]) == .committed)
    }

    private static let schemaOne = Array(
        """
        {"customerId":"CUST-1","delivery":{"isMisdirected":false,"isUnloadedAtDestination":false,"routingStatus":"NOT_ROUTED",\
        "transportStatus":"NOT_RECEIVED"},"origin":"HKHKG","routeSpecification":{"arrivalDeadline":"2026-03-02T00:00:00.000Z",\
        "destination":"SESTO","origin":"HKHKG"},"trackingId":"ABC123","version":1}
        """.utf8
    )

    @Test("REP-5: a subscription with a sealed secret has schema 2, and schema 1 without one; another schema is corrupt")
    func sealedSecrets() async throws {
        let directory = TemporaryDirectory()
        let store = try await JSONFileStore.open(directory.store)
        let subscriptions = try #require(store.subscriptions)
        let plain = Subscription.stub()
        let sealed = plain.mappingSecrets { _ in .init(.stub()) }
        for (version, saved, schema) in [(0, plain, 1), (1, sealed, 2), (2, plain, 1)] as [(Int64, Subscription, Int)] {
            #expect(try await subscriptions.save(saved.stored(as: version)).get())
            #expect(try await store.recordStore.read(.subscription, plain.id.text)?.schema == schema)
        }
        for (number, (saved, schema)) in [(plain, 2), (sealed, 1), (sealed, 3)].enumerated() {
            let engine = try await JournalRecordStore.open(directory.store + "-\(number)", kinds: RecordKind.all, options: .alone())
            let document = SubscriptionRecord.encode(saved)
            let write = RecordWrite(kind: .subscription, id: saved.id.text, expectedVersion: 0, schema: schema, document: document)
            #expect(await engine.commit([write]) == .committed)
            let error = await RecordSubscriptionRepository(engine, KnownSubscriptions()).find(saved.id).failure
            #expect(error?.code == (schema == 3 ? .storeSchemaUnsupported : .corruptRecord), "\(schema)")
        }
    }

    @Test("DLV-10: a cargo of schema 1 stays as it is on disk until it is saved, which writes a newer schema")
    func upcasting() async throws {
        let directory = TemporaryDirectory()
        try await Self.commit(Self.schemaOne, "ABC123", schema: 1, in: directory)
        let store = try await JSONFileStore.open(directory.store)
        let cargo = try await store.cargos.findByTrackingId(.stub()).get()
        #expect(cargo == .stub(version: 1))
        #expect(try await store.recordStore.read(.cargo, "ABC123")?.schema == 1)
        #expect(try await store.cargos.find(CargoQuery(need: .unrouted), after: nil, limit: 1).get().items == [cargo])
        #expect(try await store.cargos.find(CargoQuery(need: .late), after: nil, limit: 1).get().items == [])
        try await store.cargos.save(try cargo.assigned(to: .stub())).get()
        #expect(try await store.recordStore.read(.cargo, "ABC123")?.schema == 4)
        #expect(try await store.cargos.find(CargoQuery(voyage: .stub()), after: nil, limit: 1).get().items.map(\.trackingId) == [.stub()])
        #expect(String(decoding: directory.bytes(directory.segment), as: UTF8.self).contains(#""v":1,"d":1,"cu":"CUST-1","n""#))
    }

    @Test("REP-5: a cargo of schema 1 that breaks a rule is corrupt_record with its id; one of a newer schema is store_schema_unsupported")
    func brokenAndNewer() async throws {
        let directory = TemporaryDirectory()
        let broken = String(decoding: Self.schemaOne, as: UTF8.self).replacing("ABC123", with: "BROKEN").replacing("SESTO", with: "HKHKG")
        try await Self.commit(Array(broken.utf8), "BROKEN", schema: 1, in: directory)
        try await Self.commit(Array("{}".utf8), "NEW", schema: RecordKind.cargo.schema + 1, in: directory)
        let store = try await JSONFileStore.open(directory.store)
        #expect(
            await store.cargos.findByTrackingId(.stub("BROKEN")).failure
                == .corruptRecord(rule: "route_origin_is_destination", id: "BROKEN")
        )
        #expect(await store.cargos.findByTrackingId(.stub("NEW")).failure?.code == .storeSchemaUnsupported)
    }
}

extension [UInt8] {
    fileprivate func input() throws -> Input { try JSONParser.parse(String(decoding: self, as: UTF8.self)) }
}
