import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoInfrastructure

/// What removed subscriptions cost.
struct RemovedSubscriptionTests {
    @Test func `a page decodes removed subscriptions once, and then the live ones alone`() async throws {
        let records = CountingRecords()
        let base = RecordRepositories(records, clock: FixedClock(), trackingIds: SequenceTrackingIdGenerator([]))
        let subscriptions = try #require(base.repositories.subscriptions)
        let all = (0..<1003).map { _ in Subscription.stub() }
        for one in all { #expect(try await subscriptions.save(one).get()) }
        for one in all.dropFirst(3) {
            var removed = one.stored(as: 1)
            removed.remove(at: .stub())
            #expect(try await subscriptions.save(removed).get())
        }
        let live = all.prefix(3).map { $0.stored(as: 1) }.sorted { $0.id < $1.id }
        #expect(try await subscriptions.all() == live)
        records.count.withLock { $0 = 0 }
        // Each call of a service makes the repositories anew.
        let again = try #require(base.repositories.subscriptions)
        for limit in [1, 2, 3, 1000] {
            let page = try await again.findPage(after: nil, limit: limit).get()
            #expect(page.items == Array(live.prefix(limit)))
            #expect(page.next == (limit < 3 ? live[limit - 1].id : nil))
        }
        let end = try await again.findPage(after: live[2].id, limit: 10).get()
        #expect(end.items.isEmpty && end.next == nil)
        // A page looks for one more than it returns, to tell whether there is a next one.
        #expect(records.count.withLock { $0 } <= 4 * 3)
    }
}

/// Subscriptions in memory, and how many of them were read for pages.
private final class CountingRecords: RecordStore {
    let count = Mutex(0)
    private let records = Mutex<[String: DocumentRecord]>([:])

    private static func key(_ kind: RecordKind, _ id: String) -> String { kind.name + "/" + id }

    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        do throws(DomainError) {
            for write in writes {
                let record = try DocumentRecord(
                    write.kind,
                    id: write.id,
                    version: write.expectedVersion + 1,
                    schema: write.schema,
                    customer: write.customer,
                    document: write.document
                )
                records.withLock { $0[Self.key(write.kind, write.id)] = record }
            }
            return .committed
        } catch { return .failed(error) }
    }

    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> DocumentRecord? { records.withLock { $0[Self.key(kind, id)] } }

    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<DocumentRecord?, DomainError>] {
        count.withLock { $0 += ids.count }
        return records.withLock { records in ids.map { .success(records[Self.key(kind, $0)]) } }
    }

    func versions(_ ids: [(kind: RecordKind, id: String)]) async throws(DomainError) -> [Int64] {
        records.withLock { records in ids.map { records[Self.key($0.kind, $0.id)]?.version ?? 0 } }
    }

    func ids(_ kind: RecordKind, after id: String?, limit: Int) async throws(DomainError) -> [String] {
        let ids = records.withLock { $0.keys }.filter { $0.hasPrefix(kind.name + "/") }.map { String($0.dropFirst(kind.name.count + 1)) }
        return Array(ids.filter { other in id.map { other > $0 } ?? true }.sorted().prefix(limit))
    }

    // Subscriptions need none of the rest.
    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [DocumentRecord], count: Int64) { ([], 0) }
    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String] { [] }
    func ids(having keys: [CargoKey], after id: String?, limit: Int) async throws(DomainError) -> [String] { [] }
    func ids(
        _ kind: RecordKind,
        in status: String,
        after id: String?,
        before end: String?,
        limit: Int
    ) async throws(DomainError) -> [String] { [] }
    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64) { ([], position) }
    func removedIds(after id: String?, limit: Int) async throws(DomainError) -> [String] { [] }
    func firstSequence() async throws(DomainError) -> Int64 { 1 }
    func trim(eventsUpTo sequence: Int64) async throws(DomainError) {}
    func rewrite(_ rewriting: RecordRewriting) async throws(DomainError) -> Int { 0 }
    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry] { [] }
}
