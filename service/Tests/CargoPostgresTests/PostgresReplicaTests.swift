import CargoApplication
import CargoDomain
import CargoTesting
import Synchronization
import Testing

@testable import CargoPostgres

@Suite("A PostgreSQL store with a read replica")
struct PostgresReplicaTests {
    let schema = TestServer.newSchema()

    @Test("listings come from the replica, or from the primary if it is down; single cargos come from the primary")
    func listings() async throws {
        let primary = try TestServer()
        let standby = try TestServer(["replica_of=\(primary.directory)"])
        let store = try await PostgresStore.open(primary.url, replica: standby.url, schema: schema)
        try await store.cargos.save(.stub("FIRST", customer: "CUST-9")).get()
        let (here, there) = (try primary.stranger(), try standby.stranger())
        let count = "SELECT count(*) FROM \(schema).cargo"
        try await there.wait(until: "SELECT count(*) FROM pg_namespace WHERE nspname = '\(schema)'") { $0 == "1" }
        try await there.wait(until: count) { $0 == "1" }
        // A cargo that the replica doesn't have yet isn't listed but can still be found.
        try await there.run("SELECT pg_wal_replay_pause()")
        try await there.wait(until: "SELECT pg_get_wal_replay_pause_state()") { $0 == "paused" }
        try await store.cargos.save(.stub("SECOND", customer: "CUST-9")).get()
        func listed() async throws -> [String] { try await store.cargos.findForCustomer(.stub("CUST-9")).get().map(\.trackingId.text) }
        #expect(try await listed() == ["FIRST"])
        #expect(try await store.cargos.find(CargoQuery(), after: nil, limit: 10).get().items.map(\.trackingId.text) == ["FIRST"])
        #expect(try await store.cargos.findByTrackingId(.stub("SECOND")).get().version == 1)
        // A reschedule changes every cargo on a voyage, so it must not miss one.
        try await store.cargos.save(.stub("THIRD", customer: "CUST-7", itinerary: .stub())).get()
        let onVoyage = try await store.cargos.find(CargoQuery(voyage: .stub()), after: nil, limit: 10).get().items.map(\.trackingId.text)
        #expect(onVoyage == ["THIRD"])
        let page = try await store.cargos.find(CargoQuery(customer: .stub("CUST-9")), after: nil, limit: 10).get()
        #expect(page.items.map(\.trackingId.text) == ["FIRST"])
        #expect(
            try await store.cargos.find(CargoQuery(need: .unrouted), after: nil, limit: 10).get().items.map(\.trackingId.text) == ["FIRST"]
        )
        try await there.run("SELECT pg_wal_replay_resume()")
        try await there.wait(until: count) { $0 == "3" }
        #expect(try await listed() == ["FIRST", "SECOND"])
        try await standby.control("stop")
        #expect(try await listed() == ["FIRST", "SECOND"])
        #expect(try await here.run(count) == ["3"])
        await store.close()
    }

    @Test("an unresponsive replica is skipped for ten seconds; one with a locked or corrupt record isn't")
    func skipped() async throws {
        let time = Mutex(ContinuousClock.now)
        let asked = Mutex(0)
        let gate = ReplicaGate(now: { time.withLock(\.self) })
        func read(_ answer: Result<String, DomainError>) async -> Result<String, DomainError> {
            await gate.read {
                asked.withLock { $0 += 1 }
                return answer
            } orPrimary: {
                .success("primary")
            }
        }
        #expect(await read(.success("replica")) == .success("replica"))
        #expect(await read(.failure(.technical(.storeLocked))) == .success("primary"))
        #expect(await read(.failure(.corruptRecord(rule: "REP-5"))).failure?.code == .corruptRecord)
        #expect(await read(.failure(.technical(.storeUnavailable))) == .success("primary"))
        #expect(asked.withLock(\.self) == 4)
        time.withLock { $0 += .milliseconds(9999) }
        #expect(await read(.success("replica")) == .success("primary"))
        #expect(asked.withLock(\.self) == 4)
        time.withLock { $0 += .milliseconds(1) }
        #expect(await read(.success("replica")) == .success("replica"))
    }

    @Test("REP-3: another program's save wakes readers that wait for events")
    func woken() async throws {
        let url = try TestServer.shared.get().url
        let (reader, writer) = (try await PostgresStore.open(url, schema: schema), try await PostgresStore.open(url, schema: schema))
        var notifications = reader.notifications().makeAsyncIterator()
        // The first wake-up arrives once the reader listens.
        #expect(await notifications.next() != nil)
        try await writer.cargos.save(.stub()).get()
        #expect(await notifications.next() != nil)
        #expect(try await reader.events.events(after: 0, limit: 10).get().count == 1)
        await reader.close()
        await writer.close()
    }
}
