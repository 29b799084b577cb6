import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Synchronization
import Testing

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

    @Test("and back gives a byte-identical export, and a second run writes nothing")
    func roundTrip() async throws {
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

        let middle = try await PostgresStore.open(TestServer.shared.get().url, schema: TestServer.newSchema())
        let there = try await copy(first.records, middle.allRecords)
        #expect(try await copy(first.records, middle.allRecords).written == 0)
        let back = try await copy(middle.allRecords, last.records)
        #expect(there.checksum == back.checksum)
        #expect(there.counts.map(\.count) == [40, 14, 1, 2, 1, 0, 0, 0, 1, 1])
        #expect(try await export(first) == export(last))
        await middle.close()
        await first.close()
        await last.close()
    }
}
