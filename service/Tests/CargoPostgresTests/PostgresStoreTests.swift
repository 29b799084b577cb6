import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoPostgres

@Suite("A PostgreSQL store")
struct PostgresStoreTests {
    let schema = TestServer.newSchema()

    private func open(_ options: PostgresOptions = PostgresOptions()) async throws -> PostgresStore {
        try await PostgresStore.open(TestServer.shared.get().url, schema: schema, options: options)
    }

    /// The reason why a store can't be opened.
    private static func refusal(of url: String, _ schema: String) async -> DomainError? {
        do throws(DomainError) {
            _ = try await PostgresStore.open(url, schema: schema)
            return nil
        } catch {
            return error
        }
    }

    @Test("refuses another program's schema and one of a newer version, and leaves both alone")
    func foreign() async throws {
        let (url, stranger) = (try TestServer.shared.get().url, try TestServer.shared.get().stranger())
        try await stranger.run("CREATE SCHEMA \(schema)")
        try await stranger.run("CREATE TABLE \(schema).theirs (text text)")
        #expect(await Self.refusal(of: url, schema) == DomainError.technical(.storeUnavailable))
        try await stranger.run("DROP TABLE \(schema).theirs")
        try await open().close()
        try await stranger.run("UPDATE \(schema).schema_version SET version = 99")
        #expect(await Self.refusal(of: url, schema) == DomainError.technical(.storeSchemaUnsupported))
        #expect(try await stranger.run("SELECT version FROM \(schema).schema_version") == ["99"])
    }

    @Test("a missing server is store_unavailable, and no connection error reveals the password")
    func unreachable() async throws {
        let server = try TestServer.shared.get()
        for url in [
            "postgresql://postgres:geheim@/postgres?host=/nowhere", "postgresql://postgres:geheim@[::1/postgres",
            "postgresql://nobody:geheim@/postgres?host=\(server.directory)", "postgresql://a:geheim@b@/postgres?host=/nowhere",
        ] {
            let error = await Self.refusal(of: url, schema)
            #expect(error == DomainError.technical(.storeUnavailable))
            #expect(error?.cause?.contains("heim") == false)
        }
        #expect(await Self.refusal(of: server.url, "it's") == DomainError.technical(.storeUnavailable))
    }

    @Test(
        "constraints reject writes by other programs that no repository would make",
        arguments: [
            "UPDATE S.cargo SET version = 4, document = replace(document::text, '\"version\":2', '\"version\":4')::json",
            "UPDATE S.cargo SET version = 3",
            "UPDATE S.cargo SET version = 3, document = '{}'",
            "UPDATE S.cargo SET version = 3, document = replace(replace(document::text, 'ABC123', 'X'), '\"version\":2', '\"version\":3')::json",
            "DELETE FROM S.cargo",
            "TRUNCATE S.cargo",
            "UPDATE S.voyage SET version = 7, document = replace(document::text, '\"version\":1', '\"version\":7')::json",
            "UPDATE S.handling_event SET document = '{}'",
            "DELETE FROM S.handling_event",
            "TRUNCATE S.handling_event",
            "INSERT INTO S.handling_event (id, version, schema, document) SELECT id, 3, schema, document FROM S.handling_event",
            "DELETE FROM S.domain_event",
            "TRUNCATE S.domain_event",
            "UPDATE S.domain_event SET document = replace(document::text, 'ABC123', 'OTHER')::json",
            "UPDATE S.domain_event_number SET sequence = 100",
            "DELETE FROM S.domain_event_number",
            "TRUNCATE S.domain_event_number",
            "INSERT INTO S.domain_event (document) SELECT document FROM S.domain_event",
            "INSERT INTO S.domain_event (document) VALUES ('{}')",
        ]
    )
    func constraints(sql: String) async throws {
        let store = try await open()
        try await store.cargos.save(.stub()).get()
        try await store.voyages.save(.stub()).get()
        let booked = try await store.cargos.findByTrackingId(.stub()).get()
        try await store.handlingUnitOfWork.save(.stub(), after: .empty(of: .stub()), with: booked).get()
        _ = try await store.events.events(after: 0, limit: 10).get()
        let statement = sql.split(separator: " ").map { $0.hasPrefix("S.") ? schema + $0.dropFirst() : String($0) }.joined(separator: " ")
        let stranger = try TestServer.shared.get().stranger()
        await #expect { try await stranger.run(statement) } throws: { error in
            ["23514", "23505", "23502"].contains((error as? PostgresFailure)?.state)
        }
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
        await store.close()
    }

    @Test("REP-2: another program's long lock is store_locked, a statement time-out is store_unavailable; neither stores anything")
    func timeLimits() async throws {
        let patient = try await open()
        try await patient.cargos.save(.stub()).get()
        let routed = try await patient.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        let stranger = try TestServer.shared.get().stranger()
        try await stranger.run("BEGIN")
        try await stranger.run("SELECT FROM \(schema).cargo FOR UPDATE")
        let locked = try await open(PostgresOptions(lockTimeout: .milliseconds(500)))
        #expect(await locked.cargos.save(routed).failure == .technical(.storeLocked))
        // The same connections, with a shorter limit for a call, but long enough to reach the locked row on a busy machine.
        let hasty = PostgresRecordStore(pool: patient.records.pool, schema: patient.records.schema, callTimeout: 2_000)
        let timedOut = RecordRepositories(hasty, clock: FixedClock(), trackingIds: SystemTrackingIdGenerator())
        let failure = await timedOut.repositories.cargos.save(routed).failure
        #expect(failure == .technical(.storeUnavailable))
        #expect(failure?.cause?.hasPrefix("57014") == true)
        try await stranger.run("ROLLBACK")
        #expect(try await patient.cargos.findByTrackingId(.stub()).get().version == 1)
        try await locked.cargos.save(routed).get()
    }

    @Test("a connection whose statement was cancelled isn't reused, because a late cancellation could end another statement")
    func cancelled() async throws {
        let store = try await open(PostgresOptions(connections: 1))
        try await store.cargos.save(.stub()).get()
        let process = { @Sendable () async throws in
            try await store.records.work { (connection, deadline) throws(PostgresFailure) in
                try connection.run("SELECT pg_backend_pid()", until: deadline).text(0, 0)
            }
        }
        let before = try await process()
        #expect(try await process() == before)
        let hasty = PostgresRecordStore(pool: store.records.pool, schema: store.records.schema, callTimeout: 500)
        let stranger = try TestServer.shared.get().stranger()
        try await stranger.run("BEGIN")
        try await stranger.run("LOCK TABLE \(schema).cargo IN ACCESS EXCLUSIVE MODE")
        await #expect(throws: DomainError.technical(.storeUnavailable)) { try await hasty.version(.cargo, "ABC123") }
        try await stranger.run("ROLLBACK")
        #expect(try await process() != before)
        await store.close()
    }

    @Test("REP-2: a save that raises a server warning is stored once and succeeds")
    func warned() async throws {
        let store = try await open()
        try await store.cargos.save(.stub()).get()
        let stranger = try TestServer.shared.get().stranger()
        // Simulates the approach of transaction id wraparound, when every statement that assigns a transaction id raises a warning.
        try await stranger.run("CREATE SEQUENCE \(schema).saves")
        try await stranger.run(
            """
            CREATE FUNCTION \(schema).warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM nextval('\(schema).saves'); RAISE WARNING 'database must be vacuumed'; RETURN NULL; END $$
            """
        )
        try await stranger.run("CREATE TRIGGER warn BEFORE UPDATE ON \(schema).cargo EXECUTE FUNCTION \(schema).warn()")
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        try await store.cargos.save(routed).get()
        #expect(try await stranger.run("SELECT last_value FROM \(schema).saves") == ["1"])
        await store.close()
    }

    @Test("a notifier that is closed never connects again")
    func closedNotifier() async throws {
        let notifier = EventNotifier(try PostgresServer(TestServer.shared.get().url), channel: schema)
        await notifier.connection.perform { notifier.notify(on: $0) }
        #expect(await notifier.connection.perform { $0.isOpen })
        await notifier.close()
        await notifier.connection.perform { notifier.notify(on: $0) }
        #expect(await notifier.connection.perform { $0.isOpen } == false)
    }

    @Test("an exhausted pool is store_unavailable with that reason, and recovers when a connection is free")
    func exhausted() async throws {
        let store = try await open(PostgresOptions(connections: 2, poolTimeout: .milliseconds(100)))
        let other = try await open()
        try await other.cargos.save(.stub()).get()
        let routed = try await other.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        let stranger = try TestServer.shared.get().stranger()
        try await stranger.run("BEGIN")
        try await stranger.run("SELECT FROM \(schema).cargo FOR UPDATE")
        async let first = store.cargos.save(routed)
        async let second = store.cargos.save(routed)
        // The server reports when both wait for the lock.
        let waiting = try TestServer.shared.get().stranger()
        try await waiting.wait(
            until:
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%\(schema)%' AND pid <> pg_backend_pid()"
        ) { $0 == "2" }
        let failure = await store.cargos.findByTrackingId(.stub()).failure
        #expect(failure == .technical(.storeUnavailable))
        #expect(failure?.cause?.contains("pool is exhausted") == true)
        try await stranger.run("ROLLBACK")
        let outcomes = await [first, second]
        #expect(outcomes.filter { $0.failure == nil }.count == 1)
        #expect(outcomes.compactMap { $0.failure?.code } == [.concurrencyConflict])
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
    }

    @Test("REP-3: a save whose domain event cannot be stored stores nothing")
    func wholeOrNothing() async throws {
        let store = try await open()
        try await store.cargos.save(.stub()).get()
        let stranger = try TestServer.shared.get().stranger()
        try await stranger.run(
            "CREATE TRIGGER no_events BEFORE INSERT ON \(schema).domain_event FOR EACH ROW EXECUTE FUNCTION \(schema).refuse('no')"
        )
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        #expect(await store.cargos.save(routed).failure == .technical(.storeUnavailable))
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 1)
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.sequence) == [1])
    }

    @Test("REP-2: deadlocks and serialization failures are retried until the save is stored, once", arguments: ["40001", "40P01"])
    func passing(state: String) async throws {
        let store = try await open()
        try await store.cargos.save(.stub()).get()
        let stranger = try TestServer.shared.get().stranger()
        // The first two commits fail. A sequence counts the attempts, including those that were rolled back.
        try await stranger.run("CREATE SEQUENCE \(schema).tries")
        try await stranger.run(
            """
            CREATE FUNCTION \(schema).fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('\(schema).tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '\(state)'; END IF; RETURN NEW; END $$
            """
        )
        try await stranger.run("CREATE TRIGGER fail BEFORE UPDATE ON \(schema).cargo FOR EACH ROW EXECUTE FUNCTION \(schema).fail()")
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        try await store.cargos.save(routed).get()
        #expect(try await stranger.run("SELECT last_value FROM \(schema).tries") == ["3"])
        #expect(try await store.events.events(after: 0, limit: 10).get().count == 2)
    }

    @Test(
        "each SQLSTATE maps to an error code",
        arguments: [
            ("40001", DomainError.Code.storeLocked), ("40P01", .storeLocked), ("55P03", .storeLocked), ("53100", .storeFull),
            ("57014", .storeUnavailable), ("57P01", .storeUnavailable), ("08006", .storeUnavailable), ("28P01", .storeUnavailable),
            ("25006", .storeUnavailable), ("53300", .storeUnavailable), ("23505", .storeUnavailable), ("42P01", .storeUnavailable),
        ]
    )
    func codes(state: String, code: DomainError.Code) { #expect(PostgresFailure.code(of: state) == code) }

    @Test("a clash of prepared statements explains what to do behind a pooler", arguments: ["26000", "42P05"])
    func pooler(state: String) {
        #expect(PostgresFailure(state, "").domainError.cause?.contains("cargo_prepare=false") == true)
        #expect(PostgresFailure("57014", "").domainError.cause == "57014: ")
    }

    @Test("REP-3: a backlog of unread events gets its numbers in steps, each event one, also if two programs read at once")
    func backlog() async throws {
        let (store, other) = (try await open(), try await open())
        try await store.cargos.save(.stub()).get()
        let stranger = try TestServer.shared.get().stranger()
        try await stranger.run(
            """
            INSERT INTO \(schema).domain_event (document)
            SELECT replace(document::text, ':1:0"', ':1:' || number || '"')::json FROM \(schema).domain_event, generate_series(1, 30000) AS number
            """
        )
        #expect(try await store.events.events(after: 0, limit: 1000).get().map(\.sequence) == Array(1...1000))
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event_number") == ["10000"])
        async let last = store.events.events(after: 30_000, limit: 10).get().map(\.sequence)
        async let seen = other.events.events(after: 30_000, limit: 10).get().map(\.sequence)
        #expect(try await (last, seen) == ([30_001], [30_001]))
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event_number") == ["30001"])
        for one in [store, other] { await one.close() }
    }

    @Test("REP-3: readers don't miss an event that commits late, and event numbers have no gaps")
    func lateEvents() async throws {
        let store = try await open()
        let stranger = try TestServer.shared.get().stranger()
        try await store.cargos.save(.stub("FIRST")).get()
        try await stranger.run("BEGIN")
        try await stranger.run(
            "INSERT INTO \(schema).domain_event (document) SELECT replace(document::text, 'FIRST', 'LATE')::json FROM \(schema).domain_event"
        )
        try await store.cargos.save(.stub("SECOND")).get()
        let early = try await store.events.events(after: 0, limit: 10).get()
        #expect(early.map(\.aggregateId) == ["FIRST", "SECOND"])
        try await stranger.run("COMMIT")
        try await store.cargos.save(.stub("THIRD")).get()
        let late = try await store.events.events(after: 2, limit: 10).get()
        #expect(late.map(\.aggregateId) == ["LATE", "THIRD"])
        #expect((early + late).map(\.sequence) == [1, 2, 3, 4])
    }

    @Test("works without prepared statements, as behind a pooler")
    func unprepared() async throws {
        let store = try await open(PostgresOptions(preparesStatements: false))
        try await store.cargos.save(.stub()).get()
        let routed = try await store.cargos.findByTrackingId(.stub()).get().assigned(to: .stub())
        try await store.cargos.save(routed).get()
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.sequence) == [1, 2])
        #expect(try await TestServer.shared.get().stranger().run("SELECT version FROM \(schema).cargo") == ["2"])
    }

    @Test("a record of a newer schema is store_schema_unsupported, and others can be read")
    func newerRecord() async throws {
        let store = try await open()
        try await store.cargos.save(.stub("OLD")).get()
        try await store.cargos.save(.stub("NEW")).get()
        let stranger = try TestServer.shared.get().stranger()
        try await stranger.run("DROP TRIGGER cargo_version ON \(schema).cargo")
        try await stranger.run("UPDATE \(schema).cargo SET schema = 99 WHERE id = 'NEW'")
        #expect(await store.cargos.findByTrackingId(.stub("NEW")).failure == .technical(.storeSchemaUnsupported))
        #expect(try await store.cargos.findByTrackingId(.stub("OLD")).get().version == 1)
    }

    @Test("after closing, every call is store_unavailable, and reopening shows what was saved")
    func closing() async throws {
        let store = try await open()
        try await store.cargos.save(.stub()).get()
        await store.close()
        #expect(await store.cargos.save(.stub("OTHER")).failure == .technical(.storeUnavailable))
        #expect(await store.cargos.findByTrackingId(.stub()).failure == .technical(.storeUnavailable))
        #expect(try await open().cargos.findByTrackingId(.stub()).get().version == 1)
    }
}
