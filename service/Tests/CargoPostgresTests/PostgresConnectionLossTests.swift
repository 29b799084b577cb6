import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import CargoPostgres

@Suite("A PostgreSQL store that loses its connections")
struct PostgresConnectionLossTests {
    let schema = TestServer.newSchema()

    /// Ends all connections whose last statement named the schema, except the caller's.
    private func killAll(_ stranger: Stranger) async throws -> Int {
        try await stranger.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%\(schema)%'"
        ).count
    }

    @Test("REP-2: idle connections closed by the server are reopened without an error for the caller")
    func idle() async throws {
        let server = try TestServer.shared.get()
        let store = try await PostgresStore.open(server.url, schema: schema)
        try await store.cargos.save(.stub("ONE")).get()
        let stranger = try server.stranger()
        #expect(try await killAll(stranger) >= 1)
        try await store.cargos.save(.stub("TWO")).get()
        #expect(try await killAll(stranger) >= 1)
        #expect(try await store.cargos.findByTrackingId(.stub("ONE")).get().version == 1)
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.aggregateId) == ["ONE", "TWO"])
    }

    @Test("REP-2, REP-3: a save whose connection is killed mid-transaction is retried on another connection and stored once")
    func midTransaction() async throws {
        let server = try TestServer.shared.get()
        let store = try await PostgresStore.open(server.url, schema: schema)
        try await store.cargos.save(.stub()).get()
        let stranger = try server.stranger()
        try await stranger.run("BEGIN")
        try await stranger.run("SELECT FROM \(schema).cargo FOR UPDATE")
        let cargo = try await store.cargos.findByTrackingId(.stub()).get()
        let event = HandlingEvent.stub()
        let received = try cargo.derivingDeliveryProgress(from: .stub(event))
        let unitOfWork = store.handlingUnitOfWork
        async let saved = unitOfWork.save(event, after: .empty(of: .stub()), with: received)
        // The event is stored and the cargo waits for the stranger's lock. Now the connection is lost.
        let killer = try server.stranger()
        try await killer.wait(
            until: """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND query LIKE '%\(schema)%' AND pid <> pg_backend_pid()
                """
        ) { $0 == "1" }
        try await stranger.run("ROLLBACK")
        try await saved.get()
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
        #expect(try await store.handlingEvents.findHistory(of: .stub()).get().events.count == 1)
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.sequence) == [1, 2])
    }

    @Test(
        "REP-2: a commit whose answer is lost is confirmed on a new connection, even if others have saved since",
        arguments: [false, true]
    )
    func lostAnswer(isOvertaken: Bool) async throws {
        let server = try TestServer.shared.get()
        let store = try await PostgresStore.open(server.url, schema: schema)
        try await store.cargos.save(.stub()).get()
        let cargo = try await store.cargos.findByTrackingId(.stub()).get()
        let write = try store.base.cargoRepository.write(of: try cargo.assigned(to: .stub()))
        // The commit of the lost attempt, and a later change by another client.
        #expect(await store.records.commit([write]) == .committed)
        if isOvertaken {
            let routed = try await store.cargos.findByTrackingId(.stub()).get()
            try await store.cargos.save(try routed.changingDeadline(to: .stub(day: 100), at: .stub())).get()
        }
        let other = try store.base.cargoRepository.write(of: try cargo.changingDeadline(to: .stub(day: 200), at: .stub()))
        let records = store.records
        let commits = [write, other].map { PostgresCommit(store: records, writes: [$0], deadline: .now + .seconds(30)) }
        let (own, foreign, plain) = try await records.pool.lend { connection in
            (
                commits[0].run(on: connection, afterLostAnswer: true), commits[1].run(on: connection, afterLostAnswer: true),
                commits[0].run(on: connection)
            )
        }
        let conflict = CommitOutcome.conflict(write: 0, actual: isOvertaken ? 3 : 2)
        #expect(own == .committed)
        #expect(foreign == conflict)
        #expect(plain == conflict)
    }

    @Test("REP-2: a lost answer is store_outcome_unknown if others have saved since and no event proves the commit")
    func untold() async throws {
        let store = try await PostgresStore.open(TestServer.shared.get().url, schema: schema)
        try await store.cargos.save(.stub()).get()
        let cargo = try await store.cargos.findByTrackingId(.stub()).get()
        let write = try store.base.cargoRepository.write(of: cargo)
        #expect(write.events.isEmpty)
        #expect(await store.records.commit([write]) == .committed)
        try await store.cargos.save(store.cargos.findByTrackingId(.stub()).get()).get()
        let commit = PostgresCommit(store: store.records, writes: [write], deadline: .now + .seconds(30))
        let outcome = try await store.records.pool.lend { commit.run(on: $0, afterLostAnswer: true) }
        #expect(outcome == .failed(.technical(.storeOutcomeUnknown)))
    }
}
