import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import GRDB
import Testing

@testable import CargoSQLite

@Suite("A SQLite store")
struct SQLiteStoreTests {
    let directory = TemporaryDirectory()
    var path: String { directory.path + "/cargo.sqlite" }

    /// A connection of another program to the same database.
    private func stranger() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The reason why a database can't be opened.
    private static func refusal(of path: String) async -> DomainError? {
        do throws(DomainError) {
            _ = try await SQLiteStore.open(path)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "is open to its user and, if its directory is, to the group, even if the umask would let everyone read it",
        arguments: [(0o700, 0o600), (0o755, 0o640)]
    )
    func permissions(directory mode: Int, file: Int) async throws {
        let mask = umask(0o022)
        defer { umask(mask) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path)
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub()).get()
        for end in ["", "-wal", "-shm"] {
            let found = try FileManager.default.attributesOfItem(atPath: path + end)[.posixPermissions] as? Int
            #expect(found == file, "\(end)")
        }
    }

    @Test("REP-4: syncs at each commit in WAL mode, overriding GRDB's defaults")
    func durability() async throws {
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub()).get()
        let pool = store.base.store.pool
        #expect(try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }

    @Test(
        "REP-4: every connection flushes the drive's cache at commits and checkpoints if fsync doesn't",
        arguments: ["fullfsync", "checkpoint_fullfsync"]
    )
    func fullSync(pragma: String) async throws {
        let store = try await SQLiteStore.open(path)
        let pool = store.base.store.pool
        #expect(try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA \(pragma)") } == 1)
        #expect(try await pool.read { try Int.fetchOne($0, sql: "PRAGMA \(pragma)") } == 1)
    }

    @Test(
        "REP-2: a commit whose sync fails is store_outcome_unknown; after any other failure nothing is stored",
        arguments: [
            (ResultCode.SQLITE_IOERR_FSYNC, DomainError.Code.storeOutcomeUnknown), (.SQLITE_IOERR_WRITE, .storeUnavailable),
            (.SQLITE_BUSY, .storeLocked), (.SQLITE_FULL, .storeFull),
        ]
    )
    func commitErrors(result: ResultCode, code: DomainError.Code) {
        #expect(SQLiteFailure.commitError(DatabaseError(resultCode: result)).code == code)
    }

    @Test("is created once when ten programs open it at the same time")
    func tenAtOnce() async throws {
        let path = path
        let stores = try await withThrowingTaskGroup(of: SQLiteStore.self) { group in
            for _ in 0..<10 { group.addTask { try await SQLiteStore.open(path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (number, store) in stores.enumerated() { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        #expect(try await stores[0].cargos.find(CargoQuery(), after: nil, limit: 100).get().items.count == 10)
    }

    @Test("is migrated from each earlier version with all its data", arguments: 1..<SQLiteSchema.steps.count)
    func migration(version: Int) async throws {
        let present = try Cargo.stub(itinerary: .stub(), version: 1).derivingDeliveryProgress(from: .stub(.stub()))
        // Schema 2 knows no promise.
        let cargo = String(decoding: CargoRecord.encode(present), as: UTF8.self)
            .replacing(#","promisedArrival":"\#(Itinerary.stub().lastUnloadTime)""#, with: "")
        let stored = try Array(cargo.utf8).withUnsafeBytes { try CargoRecord.decode($0) }
        try await stranger().write { database in
            for step in SQLiteSchema.steps[..<version] { try database.execute(sql: step) }
            try database.execute(sql: "INSERT INTO cargo (id, version, schema, document) VALUES ('ABC123', 1, 2, ?)", arguments: [cargo])
            try database.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationId); PRAGMA user_version = \(version)")
        }
        let store = try await SQLiteStore.open(path)
        #expect(try await store.cargos.findByTrackingId(.stub()).get() == stored)
        let port = try #require(stored.delivery.currentPort)
        #expect(try await store.cargos.find(CargoQuery(place: port), after: nil, limit: 9).get().items == [stored])
        #expect(try await store.cargos.find(CargoQuery(place: .stub("USCHI")), after: nil, limit: 9).get().items == [])
        #expect(
            try await store.cargos.find(CargoQuery(voyage: .stub("V200")), after: nil, limit: 9).get().items.map(\.trackingId) == [.stub()]
        )
        let change = try await store.cargos.findByTrackingId(.stub()).get().changingDeadline(to: .stub(day: 10), at: .stub(day: 1))
        #expect(try await store.cargos.find(CargoQuery(need: .late), after: nil, limit: 9).get().items == [])
        try await store.cargos.save(change).get()
        #expect(try await store.cargos.find(CargoQuery(need: .late), after: nil, limit: 9).get().items.map(\.trackingId) == [.stub()])
        // A cargo from before there were references gets one.
        #expect(try await store.cargos.find(CargoQuery(reference: .stub()), after: nil, limit: 9).get().items == [])
        let referred = try await store.cargos.findByTrackingId(.stub()).get().adding(.stub())
        try await store.cargos.save(referred).get()
        #expect(
            try await store.cargos.find(CargoQuery(reference: .stub()), after: nil, limit: 9).get().items.map(\.trackingId) == [.stub()]
        )
        // And a time of collection, once it lies at its destination.
        let events = [HandlingEvent.stub(), .stub(.unload, at: "SESTO", voyage: "V200", completed: .stub(day: 30))]
        let due = try await store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: .stub(events))
        try await store.cargos.save(try due.settingPickUp(by: .stub(day: 33))).get()
        #expect(try await store.cargos.find(CargoQuery(uncollectedAt: .stub(day: 33)), after: nil, limit: 9).get().items == [])
        #expect(try await store.cargos.find(CargoQuery(uncollectedAt: .stub(day: 34)), after: nil, limit: 9).get().items.count == 1)
        #expect(try await #require(store.outboxPartitions).partitions(of: ConsumerName("webhook")).get() == [])
        #expect(try await stranger().read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == SQLiteSchema.steps.count)
        await store.close()
    }

    @Test("finds the uncollected cargos of a database from before they had an index, by that index alone")
    func uncollected() async throws {
        let there = HandlingHistory.stub(.stub(.unload, at: "SESTO", voyage: "V200", completed: .stub(day: 30)))
        let cargo = try Cargo.stub(itinerary: .stub(), version: 1).derivingDeliveryProgress(from: there).settingPickUp(by: .stub(day: 33))
        let document = String(decoding: CargoRecord.encode(cargo), as: UTF8.self)
        try await stranger().write { database in
            for step in SQLiteSchema.steps[..<7] { try database.execute(sql: step) }
            try database.execute(sql: "INSERT INTO cargo (id, version, schema, document) VALUES ('ABC123', 1, 4, ?)", arguments: [document])
            try database.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationId); PRAGMA user_version = 7")
        }
        let store = try await SQLiteStore.open(path)
        let stored = try await store.cargos.findByTrackingId(.stub()).get()
        #expect(try await store.cargos.find(CargoQuery(uncollectedAt: .stub(day: 33)), after: nil, limit: 9).get().items == [])
        #expect(try await store.cargos.find(CargoQuery(uncollectedAt: .stub(day: 34)), after: nil, limit: 9).get().items == [stored])
        let plan = try await stranger().read { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT id FROM cargo INDEXED BY cargo_by_pick_up
                    WHERE pick_up_by IS NOT NULL AND pick_up_by < 'x' AND id > ''
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("cargo_by_pick_up") })
        await store.close()
    }

    @Test("refuses another program's database and one of a newer version, and leaves both alone")
    func foreign() async throws {
        try await stranger().write { try $0.execute(sql: "CREATE TABLE theirs (text TEXT)") }
        #expect(await Self.refusal(of: path) == DomainError.technical(.storeUnavailable))
        try await stranger().write {
            try $0.execute(sql: "DROP TABLE theirs; PRAGMA application_id = \(SQLiteSchema.applicationId); PRAGMA user_version = 99")
        }
        #expect(await Self.refusal(of: path) == DomainError.technical(.storeSchemaUnsupported))
        #expect(try await stranger().read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") } == 0)
    }

    @Test("a file that isn't a database and a missing directory are store_unavailable")
    func unusable() async throws {
        try String(repeating: "no database ", count: 100).write(toFile: path, atomically: false, encoding: .utf8)
        #expect(await Self.refusal(of: path) == DomainError.technical(.storeUnavailable))
        let nowhere = directory.path + "/nowhere/cargo.sqlite"
        #expect(await Self.refusal(of: nowhere) == DomainError.technical(.storeUnavailable))
    }

    @Test(
        "constraints reject writes by other programs that no repository would make",
        arguments: [
            "UPDATE cargo SET version = 4, document = json_set(document, '$.version', 4)",
            "UPDATE cargo SET version = 3",
            "UPDATE cargo SET document = json_set(document, '$.trackingId', 'OTHER')",
            "UPDATE cargo SET version = 3, document = json_remove(json_set(document, '$.version', 3), '$.trackingId')",
            "UPDATE cargo SET version = 3, document = json_remove(document, '$.version')",
            "UPDATE cargo SET document = 'no JSON'",
            "DELETE FROM cargo",
            "UPDATE voyage SET version = 7, document = json_set(document, '$.version', 7)",
            "UPDATE handling_event SET document = json_set(document, '$.location', 'HKHKG')",
            "DELETE FROM handling_event",
            "INSERT INTO handling_event (id, version, schema, document) SELECT id, 3, schema, document FROM handling_event",
            "DELETE FROM domain_event",
            "UPDATE domain_event SET sequence = 100",
            "INSERT INTO domain_event (document) SELECT document FROM domain_event",
        ]
    )
    func constraints(sql: String) async throws {
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub()).get()
        try await store.voyages.save(.stub()).get()
        let booked = try await store.cargos.findByTrackingId(.stub()).get()
        try await store.handlingUnitOfWork.save(.stub(), after: .empty(of: .stub()), with: booked).get()
        let stranger = try stranger()
        #expect { try stranger.write { try $0.execute(sql: sql) } } throws: {
            ($0 as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT || ($0 as? DatabaseError)?.message == "malformed JSON"
        }
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
    }

    @Test("REP-4: a full database is store_full, stores no partial save, and accepts saves once there is room")
    func full() async throws {
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub("FIRST")).get()
        let pool = store.base.store.pool
        let pages = try await pool.writeWithoutTransaction { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
            return pages
        }
        var failure: DomainError?
        for number in 0..<pages * 4 where failure == nil {
            if case .failure(let error) = await store.cargos.save(.stub("CARGO-\(number)", itinerary: .stub())) { failure = error }
        }
        #expect(failure == .technical(.storeFull))
        let cargos = try await store.cargos.find(CargoQuery(), after: nil, limit: 1000).get().items.count
        try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        try await store.cargos.save(.stub("LAST")).get()
        #expect(try await store.cargos.find(CargoQuery(), after: nil, limit: 1000).get().items.count == cargos + 1)
    }

    @Test("REP-2: another program's long transaction is store_locked and loses nothing")
    func locked() async throws {
        let store = try await SQLiteStore.open(path, lockTimeout: .milliseconds(500))
        try await store.cargos.save(.stub()).get()
        let stranger = try stranger()
        try await stranger.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        #expect(await store.cargos.save(routed).failure == .technical(.storeLocked))
        try await stranger.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await store.cargos.save(routed).get()
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
    }

    @Test("REP-3: a save whose domain event cannot be stored stores nothing")
    func wholeOrNothing() async throws {
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub()).get()
        try await stranger().write {
            try $0.execute(sql: "CREATE TRIGGER no_events BEFORE INSERT ON domain_event BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        #expect(await store.cargos.save(routed).failure == .technical(.storeUnavailable))
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 1)
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.sequence) == [1])
    }

    @Test("a record of a newer schema is store_schema_unsupported, and others can be read")
    func newerRecord() async throws {
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub("OLD")).get()
        try await store.cargos.save(.stub("NEW")).get()
        try await stranger().write {
            try $0.execute(sql: "DROP TRIGGER cargo_version; UPDATE cargo SET schema = 99 WHERE id = 'NEW'")
        }
        #expect(await store.cargos.findByTrackingId(.stub("NEW")).failure == .technical(.storeSchemaUnsupported))
        #expect(try await store.cargos.findByTrackingId(.stub("OLD")).get().version == 1)
    }

    @Test("after closing, every call is store_unavailable, and reopening shows what was saved")
    func closing() async throws {
        let store = try await SQLiteStore.open(path)
        try await store.cargos.save(.stub()).get()
        await store.close()
        #expect(await store.cargos.save(.stub("OTHER")).failure == .technical(.storeUnavailable))
        #expect(await store.cargos.findByTrackingId(.stub()).failure == .technical(.storeUnavailable))
        #expect(try await SQLiteStore.open(path).cargos.findByTrackingId(.stub()).get().version == 1)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
