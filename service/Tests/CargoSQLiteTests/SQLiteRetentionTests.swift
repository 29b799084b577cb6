import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Foundation
import GRDB
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import CargoSQLite

@Suite("Removing what has ended from a SQLite store")
struct SQLiteRetentionTests {
    let directory = TemporaryDirectory()
    var path: String { directory.path + "/cargo.sqlite" }

    private func open() async throws -> SQLiteStore { try await SQLiteStore.open(path, clock: FixedClock()) }

    /// A connection of another program to the same database.
    private func stranger() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func numbers(_ store: SQLiteStore) async throws -> [Int64] {
        try await store.events.events(after: 0, limit: 1000).get().map(\.sequence)
    }

    // MARK: Cargos

    @Test("REP-9: a removed cargo leaves its tables and lists, keeps its version, and comes back at the next one")
    func removal() async throws {
        let store = try await open()
        let records = store.base.store
        try await store.removeCargo()
        #expect(try await records.versions([(.cargo, "ABC123"), (.handling, "ABC123")]) == [4, 0])
        #expect(try await records.removedIds(after: nil, limit: 9) == ["ABC123"])
        #expect(try await records.removedIds(after: "ABC123", limit: 9) == [])
        for table in ["cargo", "cargo_on_voyage", "cargo_reference", "handling_event"] {
            #expect(try await stranger().read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0, "\(table)")
        }
        let retention = try #require(store.retention)
        #expect(try await retention.place(of: .stub()).get() == .stub())
        #expect(await store.cargos.save(.stub()).failure?.code == .concurrencyConflict)

        // A removal of what is removed already goes on by one version, and so does a restore.
        let again = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 4, document: try await document(of: "ABC123", records))
        #expect(await records.commit([again]) == .committed)
        #expect(await records.commit([again]) == .conflict(write: 0, actual: 5))
        let contents = StoredCargoContents(cargo: .stub(itinerary: .stub(), version: 3), handling: [.registration(.stub())], origins: nil)
        try await retention.restore(contents).get()
        #expect(try await records.versions([(.cargo, "ABC123"), (.handling, "ABC123")]) == [6, 1])
        #expect(try await records.removedIds(after: nil, limit: 9) == [])
        #expect(try await records.ids(having: [.voyage(.stub("V200"))], after: nil, limit: 9) == ["ABC123"])
        #expect(await records.commit([again]) == .conflict(write: 0, actual: 6))
        await store.close()
    }

    private func document(of id: String, _ records: SQLiteRecordStore) async throws -> [UInt8] {
        try #require(try await records.read(.cargo, id)).withDocument { Array($0) }
    }

    @Test("REP-9: an id that isn't there can be removed, and then stays in use")
    func absent() async throws {
        let store = try await open()
        let place = #"{"archive":"cargos-2026-01","offset":10}"#
        let removal = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 0, document: Array(place.utf8))
        #expect(await store.base.store.commit([removal, .removal(of: .handling, "ABC123", expectedVersion: 0)]) == .committed)
        #expect(await store.base.store.commit([removal]) == .conflict(write: 0, actual: 1))
        #expect(await store.base.store.commit([.removal(of: .bookingKey, "none", expectedVersion: 1)]) == .conflict(write: 0, actual: 0))
        #expect(await store.cargos.save(.stub()).failure?.code == .concurrencyConflict)
        await store.close()
    }

    @Test(
        "REP-9, REP-10: other programs can't delete, return or renumber what they may not",
        arguments: [
            "DELETE FROM cargo", "DELETE FROM handling_event", "DELETE FROM removed_cargo",
            "INSERT INTO removed_cargo (id, version, schema, document) SELECT id, version, 255, '{}' FROM cargo",
            "INSERT INTO removed_cargo (id, version, schema, document) SELECT id, version + 1, 1, '{}' FROM cargo",
            "UPDATE removed_cargo SET version = 9",
            "INSERT INTO cargo (id, version, schema, document) SELECT 'GONE', 1, schema, "
                + "json_set(document, '$.trackingId', 'GONE', '$.version', 1) FROM cargo",
            "UPDATE handling_event SET document = json_set(document, '$.location', 'SEGOT')",
            "INSERT INTO rewriting (id) VALUES ('KEPT'); UPDATE handling_event SET version = 2",
            "DELETE FROM domain_event", "DELETE FROM domain_event WHERE sequence = (SELECT max(sequence) FROM domain_event)",
            "UPDATE outbox SET first = 1", "DELETE FROM outbox", "INSERT INTO outbox (one, first) VALUES (2, 1)",
            "INSERT INTO domain_event (sequence, document) SELECT 1, json_set(document, '$.eventId', 'Cargo:X:1:0') FROM domain_event",
            "UPDATE domain_event SET document = json_set(document, '$.type', 'Other')",
            "INSERT INTO rewriting (id) VALUES ('KEPT'); UPDATE domain_event SET document = json_set(document, '$.eventId', 'Cargo:X:1:0')",
        ]
    )
    func triggers(sql: String) async throws {
        let store = try await open()
        try await store.removeCargo("GONE")
        try await store.registerHandling("KEPT")
        _ = try await #require(store.retention).trim(eventsUpTo: 2, keysOf: []).get()
        let stranger = try stranger()
        #expect { try stranger.write { try $0.execute(sql: sql) } } throws: {
            ($0 as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
        }
        #expect(try await numbers(store).first == 3)
        #expect(try await store.base.store.versions([(.cargo, "GONE"), (.cargo, "KEPT"), (.handling, "KEPT")]) == [4, 2, 1])
        await store.close()
    }

    @Test("a cargo has rows for the voyages and references that it has, and for none that it had")
    func rows() async throws {
        func rows() async throws -> [String] {
            try await stranger().read { database in
                try String.fetchAll(
                    database,
                    sql: "SELECT voyage FROM cargo_on_voyage UNION ALL SELECT reference FROM cargo_reference ORDER BY 1"
                )
            }
        }
        let store = try await open()
        try await store.cargos.save(Cargo.stub(itinerary: .stub()).adding(.stub())).get()
        let reference = CargoReference.stub().column
        #expect(try await rows() == [reference, "V100", "V200", "V300"].sorted())
        let direct = Itinerary.stub(.stub("V200", from: "HKHKG", at: .stub(day: 2), to: "SESTO", at: .stub(day: 8)))
        try await store.save("ABC123") { try $0.assigned(to: direct) }
        #expect(try await rows() == [reference, "V200"].sorted())
        try await store.save("ABC123") { $0.removing(.stub()) }
        #expect(try await rows() == ["V200"])
        await store.close()

        // Rows that an earlier version left go with its migration, and those that are missing come.
        try await stranger().write { database in
            try database.execute(sql: "DELETE FROM cargo_on_voyage; INSERT INTO cargo_on_voyage VALUES ('OLD', 'ABC123')")
            for need in AttentionReason.stored { try database.execute(sql: "DROP INDEX cargo_\(need.rawValue.lowercased())") }
            try database.execute(sql: "CREATE INDEX cargo_by_needs ON cargo (needs, id)")
            try database.execute(sql: "INSERT INTO cargo_reference VALUES ('CONTAINER:OLD', 'ABC123'); PRAGMA user_version = 11")
        }
        await (try await open()).close()
        #expect(try await rows() == ["V200"])
    }

    @Test("REP-9, REP-10: a database of the version before there were removals lets cargos and events go")
    func migrated() async throws {
        let cargo = Cargo.stub(itinerary: .stub())
        let events = DomainEvent.events(raisedBy: cargo, storedAs: 1, at: .stub()).map {
            String(decoding: DomainEventRecord.encode($0), as: UTF8.self)
        }
        let document = String(decoding: CargoRecord.encode(try cargo.reconstituted(atVersion: 1)), as: UTF8.self)
        let handling = String(decoding: HandlingEventRecord.encode(.stub()), as: UTF8.self)
        try await stranger().write { database in
            for step in SQLiteSchema.steps[..<9] { try database.execute(sql: step) }
            try database.execute(sql: "INSERT INTO cargo (id, version, schema, document) VALUES ('ABC123', 1, 4, ?)", arguments: [document])
            try database.execute(
                sql: "INSERT INTO handling_event (id, version, schema, document) VALUES ('ABC123', 1, 1, ?)",
                arguments: [handling]
            )
            for event in events { try database.execute(sql: "INSERT INTO domain_event (document) VALUES (?)", arguments: [event]) }
            try database.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationId); PRAGMA user_version = 9")
        }
        let store = try await open()
        #expect(try await numbers(store) == Array(1...Int64(events.count)))
        let retention = try #require(store.retention)
        try await retention.remove([try await store.cargos.findByTrackingId(.stub()).get()], to: .stub()).get()
        _ = try await retention.trim(eventsUpTo: .max, keysOf: []).get()
        #expect(await store.cargos.findByTrackingId(.stub()).failure?.code == .cargoArchived)
        #expect(try await store.base.store.version(.handling, "ABC123") == 0)
        try await store.cargos.save(.stub("NEXT")).get()
        #expect(try await numbers(store) == [Int64(events.count) + 1])
        await store.close()
    }

    // MARK: Trimming

    @Test("REP-10: numbers go on after all events are trimmed, and after positions that no event has reached", arguments: [3, 7])
    func numbering(position: Int64) async throws {
        let store = try await open()
        for number in 1...3 { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        try await store.base.store.trim(eventsUpTo: position)
        #expect(try await store.base.store.firstSequence() == position + 1)
        #expect(try await numbers(store) == [])
        await store.close()
        let reopened = try await open()
        try await reopened.cargos.save(.stub("NEXT")).get()
        #expect(try await numbers(reopened) == [position + 1])
        // A smaller position changes nothing.
        try await reopened.base.store.trim(eventsUpTo: 1)
        #expect(try await reopened.base.store.firstSequence() == position + 1)
        #expect(try await numbers(reopened) == [position + 1])
        await reopened.close()
    }

    @Test("REP-10: an empty outbox begins where it is told to")
    func emptyOutbox() async throws {
        let store = try await open()
        try await store.base.store.trim(eventsUpTo: 41)
        try await store.cargos.save(.stub()).get()
        #expect(try await numbers(store) == [42])
        #expect(await store.events.events(after: 7, limit: 9).failure == .eventsTrimmed(first: 42))
        await store.close()
    }

    @Test("REP-10: deletes 100 events at a time, so that saves come in between")
    func batches() async throws {
        let store = try await open()
        try await store.addEvents(501)
        let transactions = DeletionCounter()
        store.base.store.pool.add(transactionObserver: transactions, extent: .databaseLifetime)
        _ = try await #require(store.retention).trim(eventsUpTo: 500, keysOf: []).get()
        #expect(transactions.counts.filter { $0 > 0 } == [100, 100, 100, 100, 100])
        #expect(try await numbers(store) == [501])
        await store.close()
    }

    @Test("REP-10: a trim that was killed between two batches reads as if it had ended, and the next one ends it")
    func killed() async throws {
        let store = try await open()
        try await store.addEvents(500)
        // What a program does before its first batch.
        try await stranger().write { try $0.execute(sql: "UPDATE outbox SET first = 401") }
        #expect(try await numbers(store) == Array(401...500))
        #expect(try await store.base.store.firstSequence() == 401)
        #expect(await store.events.events(after: 100, limit: 9).failure == .eventsTrimmed(first: 401))
        _ = try await #require(store.retention).trim(eventsUpTo: 0, keysOf: []).get()
        #expect(try await stranger().read { try Int.fetchOne($0, sql: "SELECT count(*) FROM domain_event") } == 100)
        await store.close()
    }

    // MARK: Erasing

    @Test("REP-11: no byte of an erased customer stays in a file of the store", .timeLimit(.minutes(5)))
    func erased() async throws {
        let store = try await open()
        let words = ["CUSTOMERWORD", "REFERENCEWORD", "REMOVEDWORD", "CANCELWORD", "RETRACTWORD", "PERSONWORD"]
        try await store.cargos.save(.stub("KEPT", customer: "OTHERCUSTOMER")).get()
        try await store.save { try .stub("TOERASE", customer: words[0]).adding(.stub(.customer, words[1])) }
        try await Correlation.$actor.withValue(.customer(.stub(words[0]), words[5])) {
            try await store.save("TOERASE") { try $0.adding(.stub(.booking, words[2])) }
        }
        try await store.save("TOERASE") { $0.removing(.stub(.booking, words[2])) }
        let event = HandlingEvent.stub(of: "TOERASE")
        let cargo = try await store.cargos.findByTrackingId(.stub("TOERASE")).get()
        try await store.handlingUnitOfWork.save(event, after: .empty(of: .stub("TOERASE")), with: cargo).get()
        let history = try await store.handlingEvents.findHistory(of: .stub("TOERASE")).get()
        let handled = try await store.cargos.findByTrackingId(.stub("TOERASE")).get()
        try await store.handlingUnitOfWork.retract(.stub(event, because: words[4]), after: history, with: handled).get()
        try await store.save("TOERASE") { try $0.cancelled(because: .stub(words[3]), at: .stub()) }
        _ = try await store.idempotencyKeys.reserve(.stub(), for: .stub("TOERASE", customer: words[0])).get()
        #expect(try found(words) == Set(words))

        let kit = CargoKit(store: store)
        let first = try await EraseCustomer(kit).execute(.stub(words[0]), as: .stub("ERASED-1")).get()
        #expect(first.cargos == [.stub("TOERASE")])
        #expect(try found(words) == [])
        #expect(try await EraseCustomer(kit).execute(.stub(words[0]), as: .stub("ERASED-2")).get().isEmpty)
        #expect(try found(["OTHERCUSTOMER"]) == ["OTHERCUSTOMER"])
        #expect(try await store.handlingEvents.findHistory(of: .stub("TOERASE")).get().revision == 2)
        let sequences = try await numbers(store)
        #expect(sequences == Array(1...Int64(sequences.count)))
        await store.close()
    }

    @Test("after VACUUM and a checkpoint by another program, no byte of a secret that was encrypted since stays in a file of the store")
    func sealedSecrets() async throws {
        let store = try await open()
        let subscriptions = try #require(store.subscriptions)
        var plain: [String] = []
        for _ in 0..<50 {
            let subscription = Subscription.stub()
            plain.append(try #require(subscription.revealedSecret))
            #expect(try await subscriptions.save(subscription).get())
            #expect(try await subscriptions.save(subscription.stored(as: 1).mappingSecrets { _ in .init(.stub()) }).get())
        }
        #expect(try found(plain) == Set(plain))
        let stranger = try stranger()
        try await stranger.vacuum()
        try await stranger.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        #expect(try found(plain) == [])
        #expect(try found([SealedSecret.stub().text]).count == 1)
        #expect(try await subscriptions.all().count == 50)
        await store.close()
    }

    /// The words that are in one of the store's files.
    private func found(_ words: [String]) throws -> Set<String> {
        var found: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + name))
            found.formUnion(words.filter { bytes.range(of: Data($0.utf8)) != nil })
        }
        return found
    }
}

/// Counts the rows that each transaction deletes.
private final class DeletionCounter: TransactionObserver, Sendable {
    private let state = Mutex((current: 0, committed: [Int]()))
    var counts: [Int] { state.withLock(\.committed) }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if case .delete(tableName: "domain_event") = kind { true } else { false }
    }
    func databaseDidChange(with event: DatabaseEvent) { state.withLock { $0.current += 1 } }
    func databaseDidCommit(_ database: Database) {
        state.withLock { state in
            state.committed.append(state.current)
            state.current = 0
        }
    }
    func databaseDidRollback(_ database: Database) { state.withLock { $0.current = 0 } }
}

extension ArchivePlace {
    static func stub() -> ArchivePlace {
        do { return try ArchivePlace(archive: ArchiveName("cargos-2026-01"), offset: 10) } catch { fatalError("\(error)") }
    }
}

extension SQLiteStore {
    /// Saves a new cargo.
    fileprivate func save(_ cargo: () throws -> Cargo) async throws { try await cargos.save(try cargo()).get() }

    /// Saves a change of a cargo.
    fileprivate func save(_ id: String, _ change: (Cargo) throws -> Cargo) async throws {
        try await cargos.save(try change(try await cargos.findByTrackingId(.stub(id)).get())).get()
    }

    /// Books a cargo and registers an event of it.
    func registerHandling(_ id: String = "ABC123") async throws {
        try await cargos.save(.stub(id, itinerary: .stub())).get()
        let event = HandlingEvent.stub(of: id)
        let received = try await cargos.findByTrackingId(.stub(id)).get().derivingDeliveryProgress(from: .stub(event))
        try await handlingUnitOfWork.save(event, after: .empty(of: .stub(id)), with: received).get()
    }

    /// Books a cargo, registers an event of it, gives it a reference, and removes it.
    func removeCargo(_ id: String = "ABC123") async throws {
        try await registerHandling(id)
        try await save(id) { try $0.adding(.stub()) }
        try await #require(retention).remove([try await cargos.findByTrackingId(.stub(id)).get()], to: .stub()).get()
    }

    /// Adds domain events, many to a save.
    func addEvents(_ count: Int) async throws {
        let cargo = Cargo.stub("MANY").raising(Array(repeating: .cargoReinstated, count: count - 1))
        #expect(await base.store.commit([try base.cargoRepository.write(of: cargo)]) == .committed)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
