import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

#if canImport(Glibc)
import Glibc
#endif

@testable import CargoInfrastructure
@testable import CargoPostgres

@Suite("The PostgreSQL store on Citus", .enabled(if: TestServer.hasCitus))
struct CitusTests {
    private static func backend() async throws -> RepositoryBackend {
        try await PostgresContractTests.backend(TestServer.citus.get().url, TestServer.newSchema(), distribution: .citus)
    }

    private static let checks =
        RepositoryContract.checks + RelayContract.checks + SubscriptionContract.checks + CarrierEventContract.checks + AccessContract.checks

    @Test("skips no check")
    func skipped() async throws {
        #expect(Self.checks.skipped(by: try await Self.backend()).map(\.description) == [])
    }

    @Test("fulfils all contracts, REP-1 to REP-11", arguments: checks)
    func contract(check: ContractCheck) async throws { try await check.run(Self.backend()) }

    @Test(
        "REP-2, REP-3, REP-4: no acknowledged save is lost, and none is partial, when a worker or the coordinator stops, crashes or is killed"
    )
    func outage() async throws {
        let (schema, server) = (TestServer.newSchema(), try TestServer(["citus=2"]))
        let store = try await PostgresStore.open(server.url, schema: schema, options: PostgresOptions(distribution: .citus))
        let load = Load(store: store)
        try await load.run {
            for command in ["worker1 kill", "worker2 crash", "worker1 stop", "kill", "stop"] {
                try await Load.progress(server, schema)
                try await server.control(command)
                try await load.failure()
                try await server.control(command.hasPrefix("worker") ? "\(command.prefix(7)) start" : "start")
            }
        }
        try await load.checkIsWhole(server, schema)
        await store.close()
    }

    @Test("a cargo's save commits in one phase, and a voyage's change with its events on another server in two")
    func phases() async throws {
        let (schema, server) = (TestServer.newSchema(), try TestServer(["fsync=off", "citus=1", "citus.recover_2pc_interval=-1"]))
        let store = try await PostgresStore.open(server.url, schema: schema, options: PostgresOptions(distribution: .citus))
        let stranger = try server.stranger()
        func commits() async throws -> Int { try await Int(stranger.run("SELECT count(*) FROM pg_dist_transaction")[0]) ?? -1 }
        let before = try await commits()
        try await store.cargos.save(.stub()).get()
        let event = HandlingEvent.stub()
        let history = HandlingHistory.empty(of: event.trackingId)
        let handled = try await store.cargos.findByTrackingId(.stub()).get().derivingDeliveryProgress(from: history.adding(event))
        try await store.handlingUnitOfWork.save(event, after: history, with: handled).get()
        try await store.voyages.save(.stub()).get()
        #expect(try await commits() == before)
        let voyage = try await store.voyages.findByNumber(Voyage.stub().number).get()
        try await store.voyages.save(voyage.rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC"))).get()
        #expect(try await commits() > before)
        await store.close()
    }

    @Test("REP-3: each event gets one number, in order, however few are numbered at a time, and if their marks stay")
    func numbering() async throws {
        let (schema, server) = (TestServer.newSchema(), try TestServer.citus.get())
        let store = try await PostgresStore.open(server.url, schema: schema, options: TestServer.citusOptions)
        let ids = ["AAA", "BBB", "CCC"].map { TrackingId.stub($0) }
        for id in ids { try await store.cargos.save(.stub(id.text)).get() }
        for id in ids {
            try await store.cargos.save(try await store.cargos.findByTrackingId(id).get().held(.customs, because: .stub(), at: .stub()))
                .get()
        }
        let stranger = try server.stranger()
        let number = "SELECT ids, event_ids FROM \(schema).number_events(2)"
        func numbered() async throws -> [String] { try await stranger.run("SELECT cardinality(ids) FROM (\(number)) AS few") }
        #expect(try await numbered() == ["2"])
        // Their marks are still there: they get no other numbers.
        #expect(try await numbered() == ["2"])
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event_number") == ["2"])
        _ = try await stranger.run("SELECT \(schema).delete_marks(ids, event_ids) FROM (\(number)) AS few")
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event_fresh") == ["4"])
        #expect(try await numbered() == ["2"])
        let events = try await store.events.events(after: 0, limit: 100).get()
        #expect(events.map(\.sequence) == Array(1...6))
        #expect(events.map(\.eventId) == ["AAA:1", "BBB:1", "CCC:1", "AAA:2", "BBB:2", "CCC:2"].map { "Cargo:\($0):0" })
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event_fresh") == ["0"])
        await store.close()
    }

    @Test("REP-2: a lost worker takes its own cargos and the lists with it, and no other cargo")
    func lostWorker() async throws {
        let (schema, server) = (TestServer.newSchema(), try TestServer(["fsync=off", "citus=2"]))
        let store = try await PostgresStore.open(server.url, schema: schema, options: PostgresOptions(distribution: .citus))
        let ids = (0..<20).map { TrackingId.stub("CARGO-\($0)") }
        for id in ids { try await store.cargos.save(.stub(id.text)).get() }
        // Nothing that reads events waits for a number.
        _ = try await store.events.events(after: 0, limit: 1).get()
        let lost = try await server.stranger().run(
            """
            SELECT DISTINCT cargo.id FROM \(schema).cargo JOIN citus_shards ON shardid = get_shard_id_for_distribution_column('\(schema).cargo', cargo.id)
            WHERE nodename LIKE '%worker1'
            """
        )
        #expect(!lost.isEmpty && lost.count < ids.count)
        try await server.control("worker1 stop")
        for id in ids {
            let found = await store.cargos.findByTrackingId(id)
            guard !lost.contains(id.text) else {
                #expect(found.failure?.code == .storeUnavailable)
                continue
            }
            try await store.cargos.save(found.get().held(.customs, because: .stub(), at: .stub())).get()
        }
        #expect(await store.cargos.find(CargoQuery(), after: nil, limit: 100).failure?.code == .storeUnavailable)
        try await server.control("worker1 start")
        #expect(try await store.cargos.find(CargoQuery(), after: nil, limit: 100).get().items.count == ids.count)
        #expect(try await store.events.events(after: 0, limit: 100).get().count == 2 * ids.count - lost.count)
        await store.close()
    }

    #if canImport(Glibc)
    @Test(
        "REP-2, REP-3: on a worker without room, a save is store_full and stores nothing; other cargos are saved meanwhile, and these once there is room",
        .enabled(if: geteuid() == 0, "a file system of its own needs root")
    )
    func fullWorker() async throws {
        let (schema, server) = (TestServer.newSchema(), try TestServer(["citus=2", "disk=128M"]))
        let store = try await PostgresStore.open(server.url, schema: schema, options: TestServer.citusOptions)
        try await server.control("worker1 fill")
        // Existing pages still have room for a few saves.
        var (saved, full) = ([TrackingId](), [TrackingId]())
        for number in 0..<10_000 where full.count < 20 {
            let id = TrackingId.stub("FULL-\(number)")
            switch await store.cargos.save(.stub(id.text)) {
            case .success: saved.append(id)
            case .failure(let error):
                #expect(error.code == .storeFull && error.cause?.hasPrefix("53100") == true, "\(error.cause ?? "")")
                full.append(id)
            }
        }
        #expect(full.count == 20)
        for id in full { #expect(await store.cargos.findByTrackingId(id).failure?.code == .cargoNotFound) }
        // The other worker has taken its own meanwhile.
        let place = try await server.stranger().run(
            """
            SELECT DISTINCT split_part(nodename, '/', -1) FROM \(schema).cargo
            JOIN citus_shards ON shardid = get_shard_id_for_distribution_column('\(schema).cargo', cargo.id) WHERE cargo.id = '\(saved.last?.text ?? "")'
            """
        )
        #expect(place == ["worker2"])
        try await server.control("worker1 free")
        for id in full { try await store.cargos.save(.stub(id.text)).get() }
        #expect(try await server.stranger().run("SELECT count(*) FROM \(schema).cargo") == ["\(saved.count + full.count)"])
        _ = try await store.events.events(after: 0, limit: 1).get()
        #expect(try await server.stranger().run("SELECT count(*) FROM \(schema).domain_event_number") == ["\(saved.count + full.count)"])
        await store.close()
    }
    #endif

    @Test("REP-4: a worker that acknowledges before its disk has a commit is refused")
    func lax() async throws {
        let (schema, server) = (TestServer.newSchema(), try TestServer(["citus=1", "synchronous_commit=off"]))
        do throws(DomainError) {
            try await PostgresStore.open(server.url, schema: schema, options: PostgresOptions(distribution: .citus)).close()
            Issue.record("opened")
        } catch {
            #expect(error.code == .storeUnavailable && error.cause?.contains("synchronous_commit is off") == true)
        }
    }

    @Test("a store is distributed from its first opening on, and is opened only as what it is")
    func distribution() async throws {
        let (server, schema, plain) = (try TestServer.citus.get(), TestServer.newSchema(), TestServer.newSchema())
        func open(_ schema: String, _ distribution: PostgresDistribution?, at url: String) async -> DomainError? {
            do throws(DomainError) {
                let options = distribution == nil ? PostgresOptions() : TestServer.citusOptions
                try await PostgresStore.open(url, schema: schema, options: options).close()
                return nil
            } catch { return error }
        }
        #expect(await open(schema, .citus, at: server.url) == nil)
        #expect(await open(schema, .citus, at: server.url) == nil)
        #expect(await open(schema, nil, at: server.url)?.cause?.contains("cargo_distribution=citus") == true)
        #expect(await open(plain, nil, at: server.url) == nil)
        #expect(await open(plain, .citus, at: server.url)?.cause?.contains("on one server") == true)
        // A worker has a shard of each distributed table.
        let shards = try await server.stranger().run(
            "SELECT DISTINCT table_name::text FROM citus_shards WHERE citus_table_type = 'distributed' AND table_name::text LIKE '\(schema).%'"
        )
        #expect(shards.count == 10)
        let failure = await open(schema, .citus, at: try TestServer.shared.get().url)
        #expect(failure?.code == .storeUnavailable && failure?.cause?.contains("extension citus") == true)
    }

    @Test("is migrated from each earlier version with all its data", arguments: 13..<PostgresSchema.newest)
    func migration(version: Int) async throws {
        // Of its own: Citus locks more than the tables, so the statements below and another schema's would wait for each other.
        let (schema, server) = (TestServer.newSchema(), try TestServer(["fsync=off", "citus=1"]))
        let stranger = try server.stranger()
        let steps = PostgresSchema.steps(in: schema, areDistributed: true)[..<version].joined(separator: "\n")
        let cargo = String(decoding: CargoRecord.encode(.stub("OLD", version: 1)), as: UTF8.self)
        try await stranger.script(
            """
            BEGIN;
            SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
            CREATE SCHEMA \(schema);
            CREATE TABLE \(schema).schema_version (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL);
            \(steps)
            INSERT INTO \(schema).schema_version (version) VALUES (\(PostgresSchema.distributedVersions + Int64(version)));
            COMMIT;
            INSERT INTO \(schema).cargo (id, version, schema, document) VALUES ('OLD', 1, 2, '\(cargo)');
            """
        )
        async let other = PostgresStore.open(server.url, schema: schema, options: TestServer.citusOptions)
        let store = try await PostgresStore.open(server.url, schema: schema, options: TestServer.citusOptions)
        try await other.cargos.save(.stub("NEW")).get()
        let unrouted = try await store.cargos.find(CargoQuery(need: .unrouted), after: nil, limit: 9).get().items
        #expect(unrouted.map(\.trackingId.text) == ["NEW", "OLD"])
        #expect(try await store.events.events(after: 0, limit: 9).get().map(\.eventId) == ["Cargo:NEW:1:0"])
        #expect(try await stranger.run("SELECT version FROM \(schema).schema_version") == ["\(1000 + PostgresSchema.newest)"])
        try await other.close()
        await store.close()
    }
}
