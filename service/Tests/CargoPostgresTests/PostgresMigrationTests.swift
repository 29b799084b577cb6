import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoPostgres

@Suite("Migrating a PostgreSQL store")
struct PostgresMigrationTests {
    let schema = TestServer.newSchema()

    /// Creates the tables as a program of the given version left them; none for version 0.
    private func leave(version: Int) async throws {
        let stranger = try TestServer.shared.get().stranger()
        guard version > 0 else { return }
        try await stranger.run("CREATE SCHEMA \(schema)")
        try await stranger.run(
            "CREATE TABLE \(schema).schema_version (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)"
        )
        try await stranger.run("INSERT INTO \(schema).schema_version (version) VALUES (\(version))")
        for step in PostgresSchema.steps(in: schema)[..<version] { try await stranger.script(step) }
        // What every version since the first one has stored.
        let document = #"{"name":"Gothenburg","unLocode":"SEGOT"}"#
        try await stranger.run("INSERT INTO \(schema).location (id, version, schema, document) VALUES ('SEGOT', 1, 1, '\(document)')")
        let received = HandlingHistory.stub(.stub(.receive, at: "HKHKG", completed: .stub(day: 1), of: "OLD"))
        let present = try Cargo.stub("OLD", itinerary: .stub(), version: 1).derivingDeliveryProgress(from: received)
        // Schema 2 knows no promise.
        let cargo = String(decoding: CargoRecord.encode(present), as: UTF8.self)
            .replacing(#","promisedArrival":"\#(Itinerary.stub().lastUnloadTime)""#, with: "")
        try await stranger.run("INSERT INTO \(schema).cargo (id, version, schema, document) VALUES ('OLD', 1, 2, '\(cargo)')")
    }

    @Test(
        "by ten programs at once, from nothing and from each version, keeps all data, and all ten work",
        arguments: 0...PostgresSchema.newest
    )
    func tenAtOnce(version: Int) async throws {
        try await leave(version: version)
        let url = try TestServer.shared.get().url
        let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
            for _ in 0..<10 {
                group.addTask { try await PostgresStore.open(url, schema: schema, options: PostgresOptions(connections: 2)) }
            }
            var stores: [PostgresStore] = []
            for try await store in group { stores.append(store) }
            return stores
        }
        for (number, store) in stores.enumerated() { try await store.cargos.save(.stub("CARGO-\(number)")).get() }
        #expect(try await stores[0].cargos.find(CargoQuery(), after: nil, limit: 100).get().items.count == (version == 0 ? 10 : 11))
        let onVoyage = try await stores[0].cargos.find(CargoQuery(voyage: .stub("V200")), after: nil, limit: 9).get().items.map(
            \.trackingId.text
        )
        #expect(onVoyage == (version == 0 ? [] : ["OLD"]))
        let inPort = try await stores[0].cargos.find(CargoQuery(place: .stub("HKHKG")), after: nil, limit: 9).get().items.map(
            \.trackingId.text
        )
        #expect(inPort == (version == 0 ? [] : ["OLD"]))
        let unrouted = try await stores[0].cargos.find(CargoQuery(need: .unrouted), after: nil, limit: 100).get().items
        #expect(unrouted.count == 10)
        #expect(try await stores[0].cargos.find(CargoQuery(need: .late), after: nil, limit: 100).get().items == [])
        let kept = try await stores[0].locations.findPage(after: nil, limit: 10).get().items.map(\.unLocode.text)
        #expect(kept == (version == 0 ? [] : ["SEGOT"]))
        // A cargo from before there were references gets one.
        #expect(try await stores[0].cargos.find(CargoQuery(reference: .stub()), after: nil, limit: 9).get().items == [])
        if version > 0 {
            try await stores[0].cargos.save(try await stores[0].cargos.findByTrackingId(.stub("OLD")).get().adding(.stub())).get()
            let referred = try await stores[1].cargos.find(CargoQuery(reference: .stub()), after: nil, limit: 9).get().items
            #expect(referred.map(\.trackingId.text) == ["OLD"])
        }
        let stranger = try TestServer.shared.get().stranger()
        #expect(try await stranger.run("SELECT version FROM \(schema).schema_version") == ["\(PostgresSchema.newest)"])
        for store in stores { await store.close() }
    }

    @Test("finds the uncollected cargos of a store from before they had an index")
    func uncollected() async throws {
        try await leave(version: 8)
        let there = HandlingHistory.stub(.stub(.unload, at: "SESTO", voyage: "V200", completed: .stub(day: 30), of: "WAITING"))
        let cargo = try Cargo.stub("WAITING", itinerary: .stub(), version: 1).derivingDeliveryProgress(from: there)
            .settingPickUp(by: .stub(day: 33))
        let document = String(decoding: CargoRecord.encode(cargo), as: UTF8.self)
        let server = try TestServer.shared.get()
        let insertion = "INSERT INTO \(schema).cargo (id, version, schema, document) VALUES ('WAITING', 1, 4, '\(document)')"
        try await server.stranger().run(insertion)
        let store = try await PostgresStore.open(server.url, schema: schema)
        let stored = try await store.cargos.findByTrackingId(.stub("WAITING")).get()
        #expect(try await store.cargos.find(CargoQuery(uncollectedAt: .stub(day: 33)), after: nil, limit: 9).get().items == [])
        #expect(try await store.cargos.find(CargoQuery(uncollectedAt: .stub(day: 34)), after: nil, limit: 9).get().items == [stored])
        await store.close()
    }

    @Test("REP-3: events keep their numbers when the number table is created, and events stored meanwhile aren't lost")
    func numbers() async throws {
        try await leave(version: 2)
        let (url, stranger) = (try TestServer.shared.get().url, try TestServer.shared.get().stranger())
        func store(_ id: String, _ sequence: String) async throws {
            let event = try #require(DomainEvent.events(raisedBy: Cargo.stub(id), storedAs: 1, at: .stub()).first)
            let document = String(decoding: DomainEventRecord.encode(event), as: UTF8.self)
            try await stranger.run("INSERT INTO \(schema).domain_event (sequence, document) VALUES (\(sequence), '\(document)')")
        }
        // Numbered in a different order than their ordinals, as if an event was committed late.
        try await store("SECOND", "2")
        try await store("FIRST", "1")
        try await store("THIRD", "NULL")
        try await stranger.run("BEGIN")
        try await store("LATE", "NULL")
        async let opened = PostgresStore.open(url, schema: schema)
        try await TestServer.shared.get().stranger().wait(
            until:
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%\(schema)%' AND pid <> pg_backend_pid()"
        ) { $0 == "1" }
        try await stranger.run("COMMIT")
        let migrated = try await opened
        try await migrated.cargos.save(.stub("FIFTH")).get()
        let events = try await migrated.events.events(after: 0, limit: 10).get()
        #expect(events.map(\.aggregateId) == ["FIRST", "SECOND", "THIRD", "LATE", "FIFTH"])
        #expect(events.map(\.sequence) == [1, 2, 3, 4, 5])
        await migrated.close()
    }

    @Test("a failed step changes nothing, and the next open retries it")
    func failedStep() async throws {
        let server = try TestServer.shared.get()
        let stranger = try server.stranger()
        try await stranger.run("CREATE SCHEMA \(schema)")
        // A role without permission to create tables there fails halfway.
        try await stranger.run("CREATE ROLE r\(schema) LOGIN")
        try await stranger.run("GRANT USAGE ON SCHEMA \(schema) TO r\(schema)")
        let url = "postgresql://r\(schema)@/postgres?host=\(server.directory)"
        await #expect(throws: DomainError.technical(.storeUnavailable)) { try await PostgresStore.open(url, schema: schema) }
        #expect(try await stranger.run("SELECT count(*) FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace") == ["0"])
        try await stranger.run("GRANT CREATE ON SCHEMA \(schema) TO r\(schema)")
        let store = try await PostgresStore.open(url, schema: schema)
        try await store.cargos.save(.stub()).get()
        await store.close()
    }
}
