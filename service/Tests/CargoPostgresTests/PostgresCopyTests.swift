import CargoApplication
import CargoDomain
import CargoTesting
import Foundation
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import CargoPostgres

@Suite("Copying a store into PostgreSQL")
struct PostgresCopyTests {
    private func copy(_ source: any RecordStore, _ target: any RecordStore) async throws(DomainError) -> StoreCopyReport {
        func run(_ source: some RecordStore, _ target: some RecordStore) async throws(DomainError) -> StoreCopyReport {
            try await StoreCopy.run(from: source, to: target) { _ in }
        }
        return try await run(source, target)
    }

    private func export(_ store: JSONFileStore) async throws -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        try await store.export { (piece) throws(DomainError) in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }

    @Test("and back gives a byte-identical export, and a second run writes nothing", arguments: TestServer.distributions)
    func roundTrip(distribution: PostgresDistribution?) async throws {
        let directory = "/tmp/cargo-pg-copy-\(UUID().uuidString)"
        defer { do { try FileManager.default.removeItem(atPath: directory) } catch { Issue.record(error) } }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        let first = try await JSONFileStore.open(directory + "/first")
        let last = try await JSONFileStore.open(directory + "/last")
        for number in 0..<40 { try await first.cargos.save(.stub("CARGO-\(100 + number)", customer: "CUST-\(number % 7)")).get() }
        try await first.voyages.save(.stub()).get()
        try await first.locations.save([.stub(), .stub("SESTO", name: "Göteborg")]).get()
        for number in stride(from: 0, to: 40, by: 3) {
            let cargo = try await first.cargos.findByTrackingId(.stub("CARGO-\(100 + number)")).get()
            try await first.cargos.save(try cargo.assigned(to: .stub())).get()
            let event = HandlingEvent.stub(of: cargo.trackingId.text)
            let received = try await first.cargos.findByTrackingId(cargo.trackingId).get().derivingDeliveryProgress(from: .stub(event))
            try await first.handlingUnitOfWork.save(event, after: .empty(of: cargo.trackingId), with: received).get()
        }
        // A version without events: saved exactly as loaded.
        try await first.cargos.save(try await first.cargos.findByTrackingId(.stub("CARGO-101")).get()).get()
        _ = try await first.idempotencyKeys.reserve(.stub(), for: .stub("CARGO-100")).get()
        let carrierEvents = try #require(first.carrierEvents)
        #expect(try await carrierEvents.save([.stub()]).get())
        #expect(try await carrierEvents.save(CarrierLog(trackingId: .stub("CARGO-100"))).get())
        #expect(try await #require(first.access).save(.token(.stub())).get())

        let middle = try await PostgresStore.open(
            (distribution == nil ? TestServer.shared : TestServer.citus).get().url,
            schema: TestServer.newSchema(),
            options: distribution == nil ? PostgresOptions() : TestServer.citusOptions
        )
        let there = try await copy(first.records, middle.allRecords)
        #expect(try await copy(first.records, middle.allRecords).written == 0)
        let back = try await copy(middle.allRecords, last.records)
        #expect(there.checksum == back.checksum)
        #expect(there.counts.map(\.count) == [40, 14, 1, 2, 1, 0, 0, 0, 1, 1, 1])
        #expect(try await export(first) == export(last))
        await middle.close()
        await first.close()
        await last.close()
    }

    @Test("REP-9, REP-10: takes removed cargos and a trimmed outbox along, and back")
    func ended() async throws {
        let url = try TestServer.shared.get().url
        let (first, second) = (
            try await PostgresStore.open(url, schema: TestServer.newSchema()),
            try await PostgresStore.open(url, schema: TestServer.newSchema())
        )
        try await first.removeCargo("GONE")
        try await first.registerHandling("KEPT")
        _ = try await #require(first.retention).trim(eventsUpTo: 4, keysOf: []).get()
        let there = try await copy(first.allRecords, second.allRecords)
        #expect(there.counts.last?.kind == "removed" && there.counts.last?.count == 1)
        #expect(try await copy(first.allRecords, second.allRecords).written == 0)
        // What leaves later leaves the copy with the next run, and comes back.
        let retention = try #require(first.retention)
        let kept = try await retention.contents(of: .stub("KEPT")).get()
        try await retention.remove([kept.cargo], to: .stub()).get()
        _ = try await copy(first.allRecords, second.allRecords)
        #expect(try await second.records.removedIds(after: nil, limit: 9) == ["GONE", "KEPT"])
        #expect(try await second.records.version(.handling, "KEPT") == 0)
        try await retention.restore(kept).get()
        _ = try await copy(first.allRecords, second.allRecords)
        for store in [first, second] {
            #expect(try await store.records.firstSequence() == 5)
            #expect(await store.cargos.findByTrackingId(.stub("GONE")).failure?.code == .cargoArchived)
            #expect(try await store.records.versions([(.cargo, "GONE"), (.cargo, "KEPT"), (.handling, "KEPT")]) == [4, 4, 1])
            await store.close()
        }
    }
}
