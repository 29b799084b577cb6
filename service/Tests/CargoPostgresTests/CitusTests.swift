import CargoApplication
import CargoDomain
import CargoTesting
import Testing

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
}
