import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoInfrastructure
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
        let sealed = Subscription.stub().mappingSecrets { _ in .init(.stub()) }
        #expect(try await subscriptions.save(sealed).get())
        #expect(try await subscriptions.save(sealed.stored(as: 1)).get())
        let partition = try OutboxPartition(number: 0, version: 0, position: 7, lease: nil, held: [])
        #expect(try await subscriptions.save(SubscriptionProgress(partition: partition), of: subscription.id).get())
        let carrierEvents = try #require(store.carrierEvents)
        #expect(try await carrierEvents.save([.stub(), .stub(2, state: .removed)]).get())
        #expect(try await carrierEvents.save(CarrierLog(trackingId: .stub("CARGO-100"))).get())
        #expect(try await #require(store.access).save(.token(.stub())).get())
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
        #expect(there.counts.map(\.count) == [40, 14, 1, 2, 1, 0, 2, 1, 2, 1, 1])
        #expect(there.events == 68)
        #expect(try await export(first) == export(last))
        #expect(try await middle.cargos.findByTrackingId(.stub("CARGO-101")).get().version == 2)
        // A copy begins with version 1.
        let subscriptions = try #require(try await first.subscriptions?.all()).map { $0.stored(as: 1) }
        #expect(try await middle.subscriptions?.all() == subscriptions)
        #expect(try await last.subscriptions?.all() == subscriptions)
        #expect(subscriptions.count(where: \.hasSealedSecrets) == 1)
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

    @Test("takes along that a token is gone, and that its name is given again")
    func tokens() async throws {
        let (first, second) = (try await sqlite("first"), try await json("second"))
        let (source, target) = (try #require(first.access), try #require(second.access))
        for role in [Role.clerk, .viewer] {
            let token = AccessEntry.token(try .stub(role: role))
            #expect(try await source.save(token).get())
            _ = try await copy(first.records, second.records)
            #expect(try await target.findAll().get().compactMap(\.token?.role) == [role])
            #expect(try await copy(first.records, second.records).written == 0)
            #expect(try await source.remove(token.stored(as: 1)).get())
            _ = try await copy(first.records, second.records)
            #expect(try await target.findAll().get() == [])
        }
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

    @Test("REP-9, REP-10: takes removed cargos and a trimmed outbox along, with the positions of events and the versions")
    func ended() async throws {
        let (first, second, third) = (try await sqlite("first"), try await sqlite("second"), try await sqlite("third"))
        try await first.removeCargo("GONE")
        try await first.registerHandling("KEPT")
        try await first.removeCargo("ARCHIVED")
        _ = try await #require(first.retention).trim(eventsUpTo: 4, keysOf: []).get()
        let there = try await copy(first.records, second.records)
        #expect(there.counts.last?.kind == "removed" && there.counts.last?.count == 2)
        #expect(try await copy(second.records, third.records).checksum == there.checksum)
        for store in [first, second, third] {
            #expect(try await store.base.store.firstSequence() == 5)
            #expect(try await store.base.store.removedIds(after: nil, limit: 9) == ["ARCHIVED", "GONE"])
            #expect(await store.cargos.findByTrackingId(.stub("GONE")).failure?.code == .cargoArchived)
            try await store.cargos.save(.stub("NEXT")).get()
        }
        let events = try await first.events.events(after: 0, limit: 99).get()
        #expect(events.first?.sequence == 5)
        #expect(try await third.events.events(after: 0, limit: 99).get().map(\.sequence) == events.map(\.sequence))
        #expect(try await third.base.store.versions([(.cargo, "GONE"), (.cargo, "KEPT"), (.handling, "KEPT")]) == [4, 2, 1])
        for store in [first, second, third] { await store.close() }
    }

    @Test("REP-9, REP-10: another run removes from the target what left the source since, and puts back what came back")
    func endedSince() async throws {
        let (first, second) = (try await sqlite("first"), try await sqlite("second"))
        for id in ["BACK", "GONE", "KEPT"] { try await first.registerHandling(id) }
        _ = try await first.idempotencyKeys.reserve(.stub(), for: .stub("GONE")).get()
        let carrierEvents = try #require(first.carrierEvents)
        #expect(try await carrierEvents.save(CarrierLog(trackingId: .stub("GONE"))).get())
        let subscription = try await first.removeSubscription()
        _ = try await copy(first.records, second.records)

        let retention = try #require(first.retention)
        #expect(try await retention.forgetSubscriptions(removedFor: 1, at: .stub(day: 2)).get() == 1)
        let (back, gone) = (try await retention.contents(of: .stub("BACK")).get(), try await retention.contents(of: .stub("GONE")).get())
        try await retention.remove([back.cargo, gone.cargo], to: .stub()).get()
        try await retention.restore(back).get()
        #expect(try await retention.trim(eventsUpTo: 3, keysOf: [.stub("GONE")]).get() == 1)
        _ = try await copy(first.records, second.records)
        #expect(try await copy(first.records, second.records).written == 0)
        #expect(try await second.base.store.firstSequence() == 4)
        #expect(try await second.base.store.removedIds(after: nil, limit: 9) == ["GONE"])
        #expect(
            try await second.base.store.versions([(.cargo, "BACK"), (.handling, "BACK"), (.cargo, "GONE"), (.carrierLog, "GONE")])
                == [4, 1, 3, 0]
        )
        #expect(try await second.base.store.versions([(.subscription, subscription), (.delivery, subscription)]) == [0, 0])
        // And the other way round.
        try await retention.restore(gone).get()
        _ = try await copy(first.records, second.records)
        #expect(try await second.cargos.findByTrackingId(.stub("GONE")).get().version == 4)
        #expect(try await second.handlingEvents.findHistory(of: .stub("GONE")).get().revision == 1)
        await first.close()
        await second.close()
    }

    @Test("REP-10: another run removes what left a JSON-file store since, though its removed records aren't compacted yet")
    func removedFromFiles() async throws {
        let (first, second) = (try await json("first"), try await sqlite("second"))
        let subscription = try await first.removeSubscription()
        let access = try #require(first.access)
        let token = try ManagedToken.stub("desk")
        #expect(try await access.save(.token(token)).get())
        _ = try await copy(first.records, second.records)
        #expect(try await #require(first.retention).forgetSubscriptions(removedFor: 1, at: .stub(day: 2)).get() == 1)
        #expect(try await access.remove(try #require(try await access.find(.token(token.name)).get())).get())
        _ = try await copy(first.records, second.records)
        let left = [(RecordKind.subscription, subscription), (.delivery, subscription)]
        #expect(try await second.base.store.versions(left) == [0, 0])
        #expect(try await #require(second.access).findAll().get().isEmpty)
        await first.close()
        await second.close()
    }

    @Test("REP-10: a target whose events were trimmed further than the source's is rejected and left unchanged")
    func trimmedTarget() async throws {
        let (first, second) = (try await sqlite("first"), try await sqlite("second"))
        try await first.registerHandling()
        try await second.base.store.trim(eventsUpTo: 1)
        await #expect(throws: DomainError.technical(.storeUnavailable)) { try await copy(first.records, second.records) }
        #expect(try await second.base.store.ids(.cargo, after: nil, limit: 9) == [])
        await first.close()
        await second.close()
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
    func removedIds(after id: String?, limit: Int) async throws(DomainError) -> [String] {
        try await real.removedIds(after: id, limit: limit)
    }
    func firstSequence() async throws(DomainError) -> Int64 { try await real.firstSequence() }
    func trim(eventsUpTo sequence: Int64) async throws(DomainError) { try await real.trim(eventsUpTo: sequence) }
    func rewrite(_ rewriting: RecordRewriting) async throws(DomainError) -> Int { try await real.rewrite(rewriting) }
    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry] {
        try await real.entries(after: sequence, limit: limit)
    }
}

extension CargoStore {
    /// Stores a subscription that was removed on day 1, with its progress, and returns its id.
    fileprivate func removeSubscription() async throws -> String {
        let subscriptions = try #require(subscriptions)
        let subscription = Subscription.stub()
        #expect(try await subscriptions.save(subscription).get())
        let partition = try OutboxPartition(number: 0, version: 0, position: 0, lease: nil, held: [])
        let progress = SubscriptionProgress(partition: partition, activeSince: .stub(), failingSince: nil, deliveries: [])
        #expect(try await subscriptions.save(progress, of: subscription.id).get())
        var removed = subscription.stored(as: 1)
        removed.remove(at: .stub(day: 1))
        #expect(try await subscriptions.save(removed).get())
        return subscription.id.text
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
