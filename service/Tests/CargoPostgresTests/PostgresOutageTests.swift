import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoPostgres

#if canImport(Glibc)
import Glibc
#endif

@Suite("A PostgreSQL store under load whose server fails")
struct PostgresOutageTests {
    let schema = TestServer.newSchema()

    @Test(
        "REP-2, REP-3, REP-4: clients recover from a server's stop, crash and kill without losing acknowledged saves or storing partial ones"
    )
    func downAndUp() async throws {
        let (schema, server) = (schema, try TestServer())
        let store = try await PostgresStore.open(server.url, schema: schema)
        let load = Load(store: store)
        try await load.run {
            for command in ["stop", "crash", "kill"] {
                try await Load.progress(server, schema)
                try await server.control(command)
                try await load.failure()
                try await server.control("start")
            }
        }
        try await load.checkIsWhole(server, schema)
        await store.close()
    }

    @Test("REP-2, REP-4: no save is lost when connections are terminated repeatedly under load")
    func terminated() async throws {
        let (schema, server) = (schema, try TestServer.shared.get())
        let store = try await PostgresStore.open(server.url, schema: schema)
        let load = Load(store: store)
        try await load.run {
            for _ in 0..<10 {
                try await Load.progress(server, schema, by: 20)
                try await server.stranger().wait(
                    until: """
                        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                        WHERE state <> 'idle' AND query LIKE '%\(schema)%' AND pid <> pg_backend_pid()
                        """
                ) { $0 != "0" }
            }
        }
        #expect(load.unknownOutcomes.load(ordering: .relaxed) == 0)
        try await load.checkIsWhole(server, schema)
        await store.close()
    }

    @Test(
        "REP-2, REP-3, REP-4: after a failover, no acknowledged save is lost and clients find the new primary"
    )
    func promoted() async throws {
        let (schema, primary) = (schema, try TestServer())
        let standby = try TestServer(["replica_of=\(primary.directory)"])
        let stranger = try primary.stranger()
        try await stranger.wait(until: "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") { $0 == "1" }
        try await stranger.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try await stranger.run("SELECT pg_reload_conf()")
        try await stranger.wait(until: "SELECT sync_state FROM pg_stat_replication") { $0 == "sync" }
        let store = try await PostgresStore.open(
            "postgresql://postgres@/postgres?host=\(primary.directory),\(standby.directory)&target_session_attrs=read-write",
            schema: schema
        )
        let load = Load(store: store)
        try await load.run {
            try await Load.progress(primary, schema)
            try await primary.control("kill")
            try await standby.control("promote")
            try await Load.progress(standby, schema)
        }
        try await load.checkIsWhole(standby, schema)
        await store.close()
    }

    @Test("REP-4: a save whose wait for the standby is cancelled isn't acknowledged until a standby has it")
    func standbyGivenUp() async throws {
        let server = try TestServer()
        let store = try await PostgresStore.open(server.url, schema: schema)
        try await server.stranger().run("ALTER SYSTEM SET synchronous_standby_names = 'missing'")
        // Restart instead of reloading, because other processes may notice a reload late.
        try await server.control("stop")
        try await server.control("start")
        let stranger = try server.stranger()
        let saved = Flag()
        async let save = {
            let result = await store.cargos.save(.stub())
            saved.set()
            return result
        }()
        var process = ""
        try await stranger.wait(
            until: "SELECT coalesce(min(pid), 0) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%\(schema)%'"
        ) {
            process = $0
            return $0 != "0"
        }
        try await stranger.run("SELECT pg_cancel_backend(\(process))")
        // The save checks whether it was stored, and waits again, because its check is a write.
        try await stranger.wait(
            until: "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'"
        ) { $0 == "1" }
        #expect(!saved.isSet)
        try await stranger.run("ALTER SYSTEM RESET synchronous_standby_names")
        try await stranger.run("SELECT pg_reload_conf()")
        try await save.get()
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 1)
        await store.close()
    }

    #if canImport(Glibc)
    @Test(
        "REP-2, REP-3: a full disk is store_full and stores nothing; saves succeed again once there is room",
        .enabled(if: geteuid() == 0, "a file system of its own needs root")
    )
    func fullDisk() async throws {
        let (schema, server) = (schema, try TestServer(["disk=96M"]))
        let store = try await PostgresStore.open(server.url, schema: schema)
        try await store.cargos.save(.stub("BEFORE")).get()
        try await server.control("fill")
        // Existing pages still have room for a few saves.
        var saved = 0
        var failure: DomainError?
        while failure == nil, saved < 10_000 {
            failure = await store.cargos.save(.stub("FULL-\(saved)")).failure
            if failure == nil { saved += 1 }
        }
        #expect(failure == .technical(.storeFull))
        #expect(failure?.cause?.hasPrefix("53100") == true)
        #expect(await store.cargos.findByTrackingId(.stub("FULL-\(saved)")).failure?.code == .cargoNotFound)
        #expect(try await store.cargos.findByTrackingId(.stub("BEFORE")).get().version == 1)
        try await server.control("free")
        try await store.cargos.save(.stub("FULL-\(saved)")).get()
        let stranger = try server.stranger()
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).cargo") == ["\(saved + 2)"])
        #expect(try await stranger.run("SELECT count(*) FROM \(schema).domain_event") == ["\(saved + 2)"])
        await store.close()
    }
    #endif
}
