import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Foundation
import Testing

@testable import CargoInfrastructure
@testable import CargoPostgres

@Suite("Removing what has ended from a PostgreSQL store")
struct PostgresRetentionTests {
    let schema = TestServer.newSchema()

    private func open() async throws -> PostgresStore {
        try await PostgresStore.open(TestServer.shared.get().url, schema: schema, clock: FixedClock())
    }

    private func stranger() throws -> Stranger { try TestServer.shared.get().stranger() }

    private func numbers(_ store: PostgresStore) async throws -> [Int64] {
        try await store.events.events(after: 0, limit: 1000).get().map(\.sequence)
    }

    /// Waits until some connections wait for a lock with statements on this test's schema.
    private func waitForLocks(_ count: Int) async throws {
        try await stranger().wait(
            until:
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%\(schema)%' AND pid <> pg_backend_pid()"
        ) { $0 == "\(count)" }
    }

    // MARK: Cargos

    @Test("a cargo has rows for the voyages and references that it has, and for none that it had")
    func rows() async throws {
        func rows() async throws -> [String] {
            try await stranger().run(
                "SELECT voyage FROM \(schema).cargo_on_voyage UNION ALL SELECT reference FROM \(schema).cargo_reference ORDER BY 1"
            )
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
        try await stranger().run("DELETE FROM \(schema).cargo_on_voyage")
        try await stranger().run("INSERT INTO \(schema).cargo_on_voyage VALUES ('OLD', 'ABC123')")
        try await stranger().run("INSERT INTO \(schema).cargo_reference VALUES ('CONTAINER:OLD', 'ABC123')")
        try await stranger().run("DROP TRIGGER cargo_rerouted ON \(schema).cargo")
        try await stranger().run("DROP TRIGGER cargo_referenced_anew ON \(schema).cargo")
        for need in AttentionReason.stored { try await stranger().run("DROP INDEX \(schema).cargo_\(need.rawValue)") }
        try await stranger().run("CREATE INDEX cargo_by_needs ON \(schema).cargo (needs, id)")
        try await stranger().run("UPDATE \(schema).schema_version SET version = 12")
        await (try await open()).close()
        #expect(try await rows() == ["V200"])
    }

    @Test("REP-9: a removed cargo leaves its tables and lists, keeps its version, and comes back at the next one")
    func removal() async throws {
        let store = try await open()
        let records = store.records
        try await store.removeCargo()
        #expect(try await records.versions([(.cargo, "ABC123"), (.handling, "ABC123")]) == [4, 0])
        #expect(try await records.removedIds(after: nil, limit: 9) == ["ABC123"])
        #expect(try await records.removedIds(after: "ABC123", limit: 9) == [])
        for table in ["cargo", "cargo_on_voyage", "cargo_reference", "handling_event"] {
            #expect(try await stranger().run("SELECT count(*) FROM \(schema).\(table)") == ["0"], "\(table)")
        }
        let retention = try #require(store.retention)
        #expect(try await retention.place(of: .stub()).get() == .stub())
        #expect(await store.cargos.save(.stub()).failure?.code == .concurrencyConflict)

        // A removal of what is removed already goes on by one version, and so does a restore.
        let document = try #require(try await records.read(.cargo, "ABC123")).withDocument { Array($0) }
        let again = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 4, document: document)
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

    @Test("REP-9: an id that isn't there can be removed, and then stays in use")
    func absent() async throws {
        let store = try await open()
        let place = #"{"archive":"cargos-2026-01","offset":10}"#
        let removal = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 0, document: Array(place.utf8))
        #expect(await store.records.commit([removal, .removal(of: .handling, "ABC123", expectedVersion: 0)]) == .committed)
        #expect(await store.records.commit([removal]) == .conflict(write: 0, actual: 1))
        #expect(await store.records.commit([.removal(of: .bookingKey, "none", expectedVersion: 1)]) == .conflict(write: 0, actual: 0))
        #expect(await store.cargos.save(.stub()).failure?.code == .concurrencyConflict)
        await store.close()
    }

    @Test("REP-9: a handling history is removed at the revision that the removal expects, or not at all")
    func handlingConflict() async throws {
        let store = try await open()
        try await store.registerHandling()
        let cargo = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 2)
        for expected in [0, 2] as [Int64] {
            let writes = [cargo, .removal(of: .handling, "ABC123", expectedVersion: expected)]
            #expect(await store.records.commit(writes) == .conflict(write: 1, actual: 1))
        }
        #expect(try await store.records.versions([(.cargo, "ABC123"), (.handling, "ABC123")]) == [2, 1])
        await store.close()
    }

    @Test("REP-2, REP-9: of a save and a removal at the same time, one is a conflict", arguments: [true, false])
    func race(isSavedFirst: Bool) async throws {
        let store = try await open()
        try await store.registerHandling()
        let cargo = try await store.cargos.findByTrackingId(.stub()).get()
        let change = try store.base.cargoRepository.write(of: try cargo.adding(.stub()))
        let removal = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 2)
        // Both wait for this lock, in this order.
        let stranger = try stranger()
        try await stranger.run("BEGIN")
        try await stranger.run("SELECT FROM \(schema).cargo FOR UPDATE")
        let (first, second) = isSavedFirst ? (change, removal) : (removal, change)
        async let one = store.records.commit([first])
        try await waitForLocks(1)
        async let other = store.records.commit([second])
        try await waitForLocks(2)
        try await stranger.run("COMMIT")
        #expect(await one == .committed)
        #expect(await other == .conflict(write: 0, actual: 3))
        #expect(try await store.records.removedIds(after: nil, limit: 9) == (isSavedFirst ? [] : ["ABC123"]))
        await store.close()
    }

    @Test("REP-9: an id is removed before it is booked, or booked, but not both", arguments: [true, false])
    func bookingRace(isBookedFirst: Bool) async throws {
        let store = try await open()
        let removal = RecordWrite.removal(of: .cargo, "ABC123", expectedVersion: 0)
        let document = String(decoding: CargoRecord.encode(.stub(version: 1)), as: UTF8.self)
        let booking = "INSERT INTO \(schema).cargo (id, version, schema, document) VALUES ('ABC123', 1, 2, '\(document)')"
        let stranger = try stranger()
        if isBookedFirst {
            try await stranger.run("BEGIN")
            try await stranger.run(booking)
            async let removed = store.records.commit([removal])
            try await waitForLocks(1)
            try await stranger.run("COMMIT")
            #expect(await removed != .committed)
        } else {
            #expect(await store.records.commit([removal]) == .committed)
            await #expect { try await stranger.run(booking) } throws: { ($0 as? PostgresFailure)?.state == "23514" }
        }
        #expect(try await store.records.removedIds(after: nil, limit: 9) == (isBookedFirst ? [] : ["ABC123"]))
        #expect(try await store.records.ids(.cargo, after: nil, limit: 9) == (isBookedFirst ? ["ABC123"] : []))
        await store.close()
    }

    @Test("REP-2, REP-9: after a lost answer, a removal is recognised, and so is another one", arguments: [true, false])
    func lostAnswer(isRestored: Bool) async throws {
        let store = try await open()
        try await store.registerHandling()
        let cargo = try await store.cargos.findByTrackingId(.stub()).get()
        func removal(_ archive: String) throws -> [RecordWrite] {
            let events = DomainEvent.events(
                raisedBy: cargo.raising([.cargoArchived(archive: try ArchiveName(archive))]),
                storedAs: 3,
                at: .stub()
            )
            return [
                .removal(of: .cargo, "ABC123", expectedVersion: 2, events: events.map(DomainEventRecord.encode)),
                .removal(of: .handling, "ABC123", expectedVersion: 1),
            ]
        }
        let (own, other) = (try removal("own"), try removal("other"))
        let key = RecordWrite.removal(of: .bookingKey, "key", expectedVersion: 1)
        #expect(await store.records.commit(own) == .committed)
        if isRestored {
            let handling = HandlingRecord.registration(.stub()).write(after: 0)
            #expect(await store.records.commit([try store.base.cargoRepository.write(of: cargo.stored(as: 3)), handling]) == .committed)
        }
        let records = store.records
        let commits = [own, other, [key]].map { PostgresCommit(store: records, writes: $0, deadline: .now + .seconds(30)) }
        let outcomes = try await records.pool.lend { connection in commits.map { $0.run(on: connection, afterLostAnswer: true) } }
        #expect(outcomes == [.committed, .conflict(write: 0, actual: isRestored ? 4 : 3), .committed])
        await store.close()
    }

    @Test(
        "REP-9, REP-10: other programs can't delete, return or renumber what they may not",
        arguments: [
            "DELETE FROM S.cargo", "DELETE FROM S.handling_event", "DELETE FROM S.removed_cargo", "TRUNCATE S.removed_cargo",
            "INSERT INTO S.removed_cargo (id, version, schema, document) SELECT id, version, 255, '{}' FROM S.cargo",
            "INSERT INTO S.removed_cargo (id, version, schema, document) SELECT id, version + 1, 1, '{}' FROM S.cargo",
            "UPDATE S.removed_cargo SET version = 9",
            "INSERT INTO S.cargo (id, version, schema, document) SELECT 'GONE', 1, schema, "
                + "replace(replace(document::text, 'KEPT', 'GONE'), '\"version\":2', '\"version\":1')::json FROM S.cargo",
            "UPDATE S.handling_event SET document = replace(document::text, 'HKHKG', 'SEGOT')::json",
            "DO $$ BEGIN PERFORM set_config('cargo_kit.rewriting', 'Q', true); UPDATE S.handling_event SET version = 2; END $$",
            "DELETE FROM S.domain_event", "DELETE FROM S.domain_event_number",
            "DELETE FROM S.domain_event USING S.domain_event_number AS n WHERE n.ordinal = domain_event.ordinal AND n.sequence >= 3",
            "UPDATE S.outbox SET first = 1", "DELETE FROM S.outbox", "TRUNCATE S.outbox", "INSERT INTO S.outbox (first) VALUES (1)",
            "UPDATE S.domain_event SET document = replace(document::text, 'type', 'kind')::json",
            "DO $$ BEGIN PERFORM set_config('cargo_kit.rewriting', 'Q', true); "
                + "UPDATE S.domain_event SET document = replace(document::text, 'KEPT', 'OTHER')::json; END $$",
        ]
    )
    func triggers(sql: String) async throws {
        let store = try await open()
        try await store.removeCargo("GONE")
        try await store.registerHandling("KEPT")
        _ = try await numbers(store)
        _ = try await #require(store.retention).trim(eventsUpTo: 2, keysOf: []).get()
        let statement = sql.replacing("S.", with: schema + ".").replacing("'Q'", with: "'\"\(schema)\"'")
        let stranger = try stranger()
        await #expect { try await stranger.run(statement) } throws: {
            ["23514", "23505"].contains(($0 as? PostgresFailure)?.state)
        }
        #expect(try await numbers(store).first == 3)
        #expect(try await store.records.versions([(.cargo, "GONE"), (.cargo, "KEPT"), (.handling, "KEPT")]) == [4, 2, 1])
        await store.close()
    }

    // MARK: Trimming

    @Test("REP-10: numbers go on after all events are trimmed, and after positions that no event has reached", arguments: [3, 7])
    func numbering(position: Int64) async throws {
        let store = try await open()
        for number in 1...3 { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        #expect(try await numbers(store) == [1, 2, 3])
        try await store.records.trim(eventsUpTo: position)
        #expect(try await store.records.firstSequence() == position + 1)
        #expect(try await numbers(store) == [])
        for table in ["domain_event", "domain_event_number"] {
            #expect(try await stranger().run("SELECT count(*) FROM \(schema).\(table)") == ["0"])
        }
        try await store.cargos.save(.stub("NEXT")).get()
        #expect(try await numbers(store) == [position + 1])
        // A smaller position changes nothing.
        try await store.records.trim(eventsUpTo: 1)
        #expect(try await numbers(store) == [position + 1])
        await store.close()
    }

    @Test("REP-10: events that have no number yet, and those that commit during a trim, get one afterwards and stay")
    func freshEvents() async throws {
        let store = try await open()
        try await store.cargos.save(.stub("FIRST")).get()
        #expect(try await numbers(store) == [1])
        try await store.cargos.save(.stub("FRESH")).get()
        let stranger = try stranger()
        try await stranger.run("BEGIN")
        let late = "SELECT replace(document::text, 'FRESH', 'LATE')::json FROM \(schema).domain_event WHERE event_id LIKE '%FRESH%'"
        try await stranger.run("INSERT INTO \(schema).domain_event (document) \(late)")
        try await store.records.trim(eventsUpTo: 5)
        try await stranger.run("COMMIT")
        try await store.cargos.save(.stub("LAST")).get()
        let events = try await store.events.events(after: 0, limit: 10).get()
        #expect(events.map(\.aggregateId) == ["FRESH", "LATE", "LAST"])
        #expect(events.map(\.sequence) == [6, 7, 8])
        await store.close()
    }

    @Test("REP-10: a trim waits for events that are being numbered, and none gets a number that was trimmed")
    func numberedMeanwhile() async throws {
        let store = try await open()
        try await store.cargos.save(.stub("FIRST")).get()
        let stranger = try stranger()
        try await stranger.run("BEGIN")
        try await stranger.run("SELECT \"\(schema)\".number_domain_events()")
        async let trimmed: Void = store.records.trim(eventsUpTo: 5)
        try await waitForLocks(1)
        try await store.cargos.save(.stub("SECOND")).get()
        try await stranger.run("COMMIT")
        try await trimmed
        let events = try await store.events.events(after: 0, limit: 10).get()
        #expect(events.map(\.aggregateId) == ["SECOND"])
        #expect(events.map(\.sequence) == [6])
        await store.close()
    }

    @Test("REP-10: a trim doesn't wait for a save, nor a save for a trim")
    func savesMeanwhile() async throws {
        let (store, other) = (try await open(), try await open())
        try await store.addEvents(1200)
        #expect(try await numbers(store).count == 1000)
        // A save that has not ended yet.
        let stranger = try stranger()
        try await stranger.run("BEGIN")
        try await stranger.run(
            "UPDATE \(schema).cargo SET version = 2, document = replace(document::text, '\"version\":1', '\"version\":2')::json"
        )
        async let trimmed: Void = store.records.trim(eventsUpTo: 1100)
        for number in 1...20 { try await other.cargos.save(.stub("CARGO-\(number)")).get() }
        try await trimmed
        try await stranger.run("COMMIT")
        #expect(try await numbers(other) == Array(1101...1220))
        await store.close()
        await other.close()
    }

    @Test("REP-10: a trim that was killed between two batches reads as if it had ended, and the next one ends it")
    func killed() async throws {
        let store = try await open()
        try await store.addEvents(900)
        #expect(try await numbers(store).count == 900)
        // What a program does before its first batch.
        try await stranger().run("UPDATE \(schema).outbox SET first = 801")
        #expect(try await numbers(store) == Array(801...900))
        #expect(await store.events.events(after: 100, limit: 9).failure == .eventsTrimmed(first: 801))
        _ = try await #require(store.retention).trim(eventsUpTo: 0, keysOf: []).get()
        #expect(try await stranger().run("SELECT count(*) FROM \(schema).domain_event") == ["100"])
        await store.close()
    }

    // MARK: Erasing

    @Test("REP-11: after VACUUM FULL of the tables that hold customers, no byte of an erased one stays in a file of the schema")
    func erased() async throws {
        // On a server of its own: a transaction that another test has open keeps old rows, which VACUUM FULL then copies.
        let server = try TestServer(["fsync=off"])
        let stranger = try server.stranger()
        let store = try await PostgresStore.open(server.url, schema: schema)
        let words = ["CUSTOMERWORD", "REFERENCEWORD", "REMOVEDWORD", "CANCELWORD", "RETRACTWORD", "PERSONWORD"]
        try await store.cargos.save(.stub("KEPT", customer: "OTHERCUSTOMER")).get()
        try await store.cargos.save(try Cargo.stub("TOERASE", customer: words[0]).adding(.stub(.customer, words[1]))).get()
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
        #expect(try await found(words, server) == Set(words))

        let kit = CargoKit(store: store)
        #expect(try await EraseCustomer(kit).execute(.stub(words[0]), as: .stub("ERASED-1")).get().cargos == [.stub("TOERASE")])
        for table in PostgresSchema.tablesOfCustomers { try await stranger.run("VACUUM FULL \(schema).\(table)") }
        #expect(try await found(words, server) == [])
        #expect(try await found(["OTHERCUSTOMER"], server) == ["OTHERCUSTOMER"])
        #expect(try await EraseCustomer(kit).execute(.stub(words[0]), as: .stub("ERASED-2")).get().isEmpty)
        #expect(try await store.handlingEvents.findHistory(of: .stub("TOERASE")).get().revision == 2)
        await store.close()
    }

    @Test("after VACUUM FULL of the subscriptions, no byte of a secret that was encrypted since stays in a file of the schema")
    func sealedSecrets() async throws {
        let server = try TestServer(["fsync=off"])
        let store = try await PostgresStore.open(server.url, schema: schema)
        let subscriptions = try #require(store.subscriptions)
        var plain: [String] = []
        for _ in 0..<50 {
            let subscription = Subscription.stub()
            plain.append(try #require(subscription.revealedSecret))
            #expect(try await subscriptions.save(subscription).get())
            #expect(try await subscriptions.save(subscription.stored(as: 1).mappingSecrets { _ in .init(.stub()) }).get())
        }
        #expect(try await found(plain, server) == Set(plain))
        try await server.stranger().run("VACUUM (FULL, ANALYZE) \(schema).subscription")
        #expect(try await found(plain, server) == [])
        #expect(try await found([SealedSecret.stub().text], server).count == 1)
        #expect(try await subscriptions.all().count == 50)
        await store.close()
    }

    /// The words that are in one of the schema's files.
    private func found(_ words: [String], _ server: TestServer) async throws -> Set<String> {
        let stranger = try server.stranger()
        try await stranger.run("CHECKPOINT")
        let paths = try await stranger.run(
            """
            SELECT pg_relation_filepath(c.oid) FROM pg_class c WHERE pg_relation_filepath(c.oid) IS NOT NULL AND (
                c.relnamespace = '\(schema)'::regnamespace
                OR c.oid IN (SELECT reltoastrelid FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace)
            )
            """
        )
        #expect(paths.count > 20)
        var found: Set<String> = []
        for path in paths {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(server.directory)/data/\(path)"))
            found.formUnion(words.filter { bytes.range(of: Data($0.utf8)) != nil })
        }
        return found
    }
}

extension ArchivePlace {
    static func stub() -> ArchivePlace {
        do { return try ArchivePlace(archive: ArchiveName("cargos-2026-01"), offset: 10) } catch { fatalError("\(error)") }
    }
}

extension PostgresStore {
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
        #expect(await records.commit([try base.cargoRepository.write(of: cargo)]) == .committed)
    }
}
