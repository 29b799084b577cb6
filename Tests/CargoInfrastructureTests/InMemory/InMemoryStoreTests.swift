import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("The in-memory store")
struct InMemoryStoreTests {
    let store = InMemoryStore()
    let now: Instant
    let specification: RouteSpecification

    init() throws {
        now = try Instant("2026-01-01T00:00:00Z")
        specification = try RouteSpecification(
            origin: try UnLocode("HKHKG"),
            destination: try UnLocode("SESTO"),
            arrivalDeadline: try Instant("2026-03-01T00:00:00Z")
        )
    }

    func book(_ id: String) throws -> Cargo {
        try .book(trackingId: try TrackingId(id), customerId: try CustomerId("C1"), routeSpecification: specification, at: now)
    }

    @Test("pages are ordered by id, even if cargos are saved between two pages")
    func pages() async throws {
        for id in ["DDD", "AAA", "CCC"] { try await store.cargos.save(book(id)).get() }
        let first = try await store.cargos.find(CargoQuery(), after: nil, limit: 2).get()
        #expect(first.items.map(\.trackingId.text) == ["AAA", "CCC"])
        #expect(first.next?.text == "CCC")
        for id in ["BBB", "EEE", "CCD"] { try await store.cargos.save(book(id)).get() }
        let second = try await store.cargos.find(CargoQuery(), after: first.next, limit: 3).get()
        #expect(second.items.map(\.trackingId.text) == ["CCD", "DDD", "EEE"])
        #expect(second.next == nil)
    }

    @Test("REP-2, REP-3: a save stores the next version and the events; a stale save stores nothing")
    func compareAndSet() async throws {
        let cargo = try book("ABC")
        try await store.cargos.save(cargo).get()
        let stored = try await store.cargos.findByTrackingId(cargo.trackingId).get()
        #expect(stored.version == 1)
        #expect(stored.raisedFacts.isEmpty)
        #expect(await store.cargos.save(cargo).failure == .concurrencyConflict(cargo.trackingId, expected: 0, actual: 1))
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.eventId) == ["Cargo:ABC:1:0"])
        #expect(try await store.events.events(after: 1, limit: 10).get().isEmpty)
    }

    @Test("REP-5: a corrupt cargo fails when it is found or saved over, and is left out of pages")
    func broken() async throws {
        let error = DomainError.corruptRecord(rule: "DLV-10", id: "ABC")
        let broken = BrokenCargo(record: ["customerId": "C1", "trackingId": "ABC"], error: error)
        try store.atomically { $0.place(broken) }.get()
        let cargo = try book("ABC")
        #expect(await store.cargos.findByTrackingId(cargo.trackingId).failure == error)
        #expect(await store.cargos.save(cargo).failure == error)
        #expect(await store.cargos.findForCustomer(cargo.customerId).failure == error)
        #expect(try await store.cargos.findForCustomer(try CustomerId("C2")).get().isEmpty)
        #expect(try await store.cargos.find(CargoQuery(), after: nil, limit: 10).get().items.isEmpty)
    }

    @Test("REP-6: neither an id in use nor one generated before is generated; an exhausted generator is tracking_ids_exhausted")
    func nextTrackingId() async throws {
        let store = InMemoryStore(trackingIds: try SequenceTrackingIdGenerator(["AAA", "AAA", "BBB", "CCC"].map { try TrackingId($0) }))
        try await store.cargos.save(book("BBB")).get()
        #expect(try await store.cargos.nextTrackingId().get().text == "AAA")
        #expect(try await store.cargos.nextTrackingId().get().text == "CCC")
        #expect(await store.cargos.nextTrackingId().failure == .technical(.trackingIdsExhausted))
    }

    @Test("each voyage saved since a position is returned once, in its current state")
    func voyageChanges() async throws {
        func schedule(_ hour: String) throws -> Schedule {
            try Schedule([
                try CarrierMovement(
                    departureLocation: try UnLocode("HKHKG"),
                    arrivalLocation: try UnLocode("JPTYO"),
                    departureTime: try Instant("2026-01-01T\(hour):00:00Z"),
                    arrivalTime: try Instant("2026-01-05T00:00:00Z")
                )
            ])
        }
        let number = try VoyageNumber("V1")
        try await store.voyages.save(.register(number: number, schedule: schedule("00"))).get()
        let start = try await store.voyages.findChanges(after: 0).get()
        #expect(start.voyages.map(\.version) == [1])
        try await store.voyages.save(start.voyages[0].rescheduled(to: schedule("01"))).get()
        let changes = try await store.voyages.findChanges(after: start.position).get()
        #expect(changes.voyages.map(\.version) == [2])
        #expect(try await store.voyages.findChanges(after: changes.position).get().voyages.isEmpty)
        #expect(try await store.voyages.findChanges(after: 0).get().voyages.map(\.version) == [2])
        #expect(try await store.events.events(after: 0, limit: 10).get().map(\.eventId) == ["Voyage:V1:2:0"])
    }
}
