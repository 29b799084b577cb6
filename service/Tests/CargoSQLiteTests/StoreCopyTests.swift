import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Synchronization
import Testing

@testable import CargoSQLite

@Suite("Copying a store")
struct StoreCopyTests {
    let directory = TemporaryDirectory()
    private func json(_ name: String) async throws -> JSONFileStore { try await JSONFileStore.open(directory.path + "/" + name) }
    private func sqlite(_ name: String) async throws -> SQLiteStore { try await SQLiteStore.open(directory.path + "/" + name) }

    /// Fills a store with cargos whose saves are interleaved, and with everything that belongs to them.
    private func fill(_ store: JSONFileStore, cargos: Int = 40, seed: UInt64 = 1) async throws {
        for number in 0..<cargos { try await store.cargos.save(.stub("CARGO-\(100 + number)", customer: "CUST-\(number % 7)")).get() }
        try await store.voyages.save(.stub()).get()
        try await store.locations.save([.stub(), .stub("SESTO", name: "Göteborg")]).get()
        for number in stride(from: 0, to: cargos, by: 3) {
            let cargo = try await store.cargos.findByTrackingId(.stub("CARGO-\(100 + number)")).get()
            try await store.cargos.save(try cargo.assigned(to: .stub())).get()
            let event = HandlingEvent.stub(of: cargo.trackingId.text)
            let received = try await store.cargos.findByTrackingId(cargo.trackingId).get().derivingDeliveryProgress(from: .stub(event))
            try await store.handlingUnitOfWork.save(event, after: .empty(of: cargo.trackingId), with: received).get()
        }
        // A version without events: saved exactly as loaded.
        try await store.cargos.save(try await store.cargos.findByTrackingId(.stub("CARGO-101")).get()).get()
        _ = try await store.idempotencyKeys.reserve(.stub(), for: .stub("CARGO-100")).get()
        let (subscriptions, subscription) = (try #require(store.subscriptions), Subscription.stub())
        #expect(try await subscriptions.save(subscription).get())
        let partition = try OutboxPartition(number: 0, version: 0, position: 7, lease: nil, held: [])
        #expect(try await subscriptions.save(SubscriptionProgress(partition: partition), of: subscription.id).get())
        let carrierEvents = try #require(store.carrierEvents)
        #expect(try await carrierEvents.save([.stub(), .stub(2, state: .removed)]).get())
        #expect(try await carrierEvents.save(CarrierLog(trackingId: .stub("CARGO-100"))).get())
    }

    private func copy(
        _ source: any RecordStore,
        _ target: any RecordStore,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(DomainError) -> StoreCopyReport {
        func run(_ source: some RecordStore, _ target: some RecordStore) async throws(DomainError) -> StoreCopyReport {
            try await StoreCopy.run(from: source, to: target, progress: progress)
        }
        return try await run(source, target)
    }

    private func export(_ store: JSONFileStore) async throws -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        try await store.export { (piece) throws(DomainError) in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }

    @Test("to SQLite and back gives a byte-identical export, with versions and events in order")
    func roundTrip() async throws {
        let (first, middle, last) = (try await json("first"), try await sqlite("middle"), try await json("last"))
        try await fill(first)
        let there = try await copy(first.records, middle.records)
        let back = try await copy(middle.records, last.records)
        #expect(there.checksum == back.checksum)
        #expect(there.counts.map(\.count) == [40, 14, 1, 2, 1, 0, 1, 1, 2, 1])
        #expect(there.events == 68)
        #expect(try await export(first) == export(last))
        #expect(try await middle.cargos.findByTrackingId(.stub("CARGO-101")).get().version == 2)
        for store in [middle.carrierEvents, last.carrierEvents] {
            let open = try await store?.ids(.open, of: "MAEU", after: nil, limit: 9).get()
            #expect(open == [.stub()])
        }
    }

    @Test("a second run writes nothing, or only what was saved since")
    func again() async throws {
        let (first, second) = (try await json("first"), try await sqlite("second"))
        try await fill(first)
        _ = try await copy(first.records, second.records)
        #expect(try await copy(first.records, second.records).written == 0)
        try await first.cargos.save(.stub("LATER")).get()
        #expect(try await copy(first.records, second.records).written == 1)
    }

    @Test("resumes after an interruption at any commit")
    func resumed() async throws {
        let first = try await json("first")
        try await fill(first, cargos: 900)
        for allowed in 1...3 {
            let second = try await sqlite("second-\(allowed)")
            let failing = FailingTarget(second.base.store, commits: allowed)
            await #expect(throws: DomainError.technical(.storeFull)) { try await copy(first.records, failing) }
            #expect(try await copy(first.records, second.records).counts.first?.count == 900)
        }
    }

    @Test("a target that holds other data is rejected and left unchanged")
    func otherTarget() async throws {
        let (first, second) = (try await json("first"), try await sqlite("second"))
        try await fill(first)
        try await second.cargos.save(.stub("STRANGER")).get()
        await #expect(throws: DomainError.technical(.storeUnavailable)) { try await copy(first.records, second.records) }
        #expect(try await second.cargos.find(CargoQuery(), after: nil, limit: 10).get().items.map(\.trackingId.text) == ["STRANGER"])
    }

    @Test("REP-5: a corrupt record in the source ends the copy and is named")
    func brokenSource() async throws {
        let (first, second) = (try await sqlite("first"), try await json("second"))
        try await first.cargos.save(.stub("SOUND")).get()
        let broken = RecordWrite(
            kind: .cargo,
            id: "BROKEN",
            expectedVersion: 0,
            document: Array(#"{"customerId":"C","trackingId":"BROKEN","version":1}"#.utf8)
        )
        #expect(await first.base.store.commit([broken]) == .committed)
        await #expect { try await copy(first.records, second.records) } throws: { ($0 as? DomainError)?.code == .corruptRecord }
    }
}

/// A target whose disk is full after a number of commits.
private final class FailingTarget: RecordStore {
    private let real: SQLiteRecordStore
    private let left: Mutex<Int>

    init(_ real: SQLiteRecordStore, commits: Int) {
        self.real = real
        left = Mutex(commits)
    }

    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        let isAllowed = left.withLock { left in
            left -= 1
            return left >= 0
        }
        return isAllowed ? await real.commit(writes) : .failed(.technical(.storeFull))
    }

    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> DocumentRecord? { try await real.read(kind, id) }
    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<DocumentRecord?, DomainError>] {
        try await real.read(kind, ids)
    }
    func versions(_ ids: [(kind: RecordKind, id: String)]) async throws(DomainError) -> [Int64] { try await real.versions(ids) }
    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [DocumentRecord], count: Int64) {
        try await real.links(kind, id)
    }
    func ids(_ kind: RecordKind, after id: String?, limit: Int) async throws(DomainError) -> [String] {
        try await real.ids(kind, after: id, limit: limit)
    }
    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String] { try await real.ids(kind, customer: customer) }
    func ids(having keys: [CargoKey], after id: String?, limit: Int) async throws(DomainError) -> [String] {
        try await real.ids(having: keys, after: id, limit: limit)
    }
    func ids(
        _ kind: RecordKind,
        in status: String,
        after id: String?,
        before end: String?,
        limit: Int
    ) async throws(DomainError) -> [String] {
        try await real.ids(kind, in: status, after: id, before: end, limit: limit)
    }
    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64) {
        try await real.changes(kind, after: position)
    }
    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry] {
        try await real.entries(after: sequence, limit: limit)
    }
}
