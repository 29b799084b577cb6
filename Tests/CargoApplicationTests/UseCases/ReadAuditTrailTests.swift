import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("Who changed what")
struct ReadAuditTrailTests {
    /// A world in which ops booked AAA, a caller of ACME BBB, and a carrier received AAA.
    private func world() async throws -> World {
        let world = try await World()
        try await Correlation.$actor.withValue(.token("ops")) { try await world.addCargo("AAA") }
        try await Correlation.$actor.withValue(.customer(.stub("ACME"), "shop")) { try await world.addCargo("BBB", customer: "ACME") }
        try await Correlation.$actor.withValue(.carrier("maersk")) {
            _ = try await RegisterHandlingEvent(world.kit).execute(
                .init(trackingId: .stub("AAA"), type: .receive, location: .stub(), completionTime: .stub())
            ).get()
        }
        return world
    }

    private func read(_ kit: CargoKit, _ request: ReadAuditTrail.Request = .init()) async throws -> [String] {
        try await ReadAuditTrail(kit).execute(request).get().events.map { event in
            "\(event.actor?.text ?? "nobody") \(event.fact.type) \(event.aggregateId)"
        }
    }

    @Test func `the trail has every event with its actor, and that of a cargo has its own`() async throws {
        let kit = try await world().kit
        let all = try await read(kit)
        #expect(all.prefix(2) == ["token:ops CargoBooked AAA", "customer:ACME:shop CargoBooked BBB"])
        #expect(all.dropFirst(2).allSatisfy { $0.hasPrefix("carrier:maersk ") && $0.hasSuffix(" AAA") } && all.count > 2)
        #expect(try await read(kit, .init(trackingId: .stub("BBB"))) == ["customer:ACME:shop CargoBooked BBB"])
        #expect(try await read(kit, .init(trackingId: .stub("AAA"))) == all.filter { $0.hasSuffix("AAA") })
        let unknown = await ReadAuditTrail(kit).execute(.init(trackingId: .stub("ZZZ")))
        #expect(unknown.failure == .cargoNotFound(.stub("ZZZ")))
    }

    @Test(arguments: [
        ("customer:ACME", ["customer:ACME:shop CargoBooked BBB"]), ("customer", ["customer:ACME:shop CargoBooked BBB"]),
        ("token:ops", ["token:ops CargoBooked AAA"]), ("token:op", []), ("customer:ACM", []),
    ])
    func `it can be asked for an actor`(actor: String, found: [String]) async throws {
        #expect(try await read(try await world().kit, .init(actor: actor)) == found)
    }

    @Test func `it can be asked for a time from, and until before`() async throws {
        let store = InMemoryStore(clock: FixedClock(.stub(day: 2)))
        try await store.cargos.save(.stub()).get()
        let kit = CargoKit(store: store, clock: store.clock)
        func count(from: Instant? = nil, until: Instant? = nil) async throws -> Int {
            try await read(kit, .init(from: from, until: until)).count
        }
        #expect(try await count(from: .stub(day: 2)) == 1)
        #expect(try await count(from: .stub(day: 3)) == 0)
        #expect(try await count(until: .stub(day: 2)) == 0)
        #expect(try await count(until: .stub(day: 3)) == 1)
    }

    @Test func `it is read in pages, and a page looks at 10,000 events at most`() async throws {
        let store = InMemoryStore(clock: FixedClock())
        for number in 0..<12_000 { try await store.cargos.save(.stub("C-\(number)")).get() }
        try await Correlation.$actor.withValue(.token("ops")) { try await store.cargos.save(.stub("LAST")).get() }
        let kit = CargoKit(store: store, clock: store.clock)
        let first = try await ReadAuditTrail(kit).execute(.init(limit: 3)).get()
        #expect(first.events.map(\.sequence) == [1, 2, 3] && first.next == 3)
        for request in [ReadAuditTrail.Request(actor: "token:ops"), .init(trackingId: .stub("LAST"))] {
            let empty = try await ReadAuditTrail(kit).execute(request).get()
            #expect(empty.events.isEmpty && empty.next == 10_000)
            let rest = ReadAuditTrail.Request(trackingId: request.trackingId, actor: request.actor, after: 10_000)
            let last = try await ReadAuditTrail(kit).execute(rest).get()
            #expect(last.events.map(\.aggregateId) == ["LAST"] && last.next == nil)
        }
        for limit in [0, 1001] { #expect(await ReadAuditTrail(kit).execute(.init(limit: limit)).failure?.code == .integerOutOfRange) }
    }

    @Test func `an event that can't be read is named by its position`() async throws {
        struct Feed: DomainEventFeed {
            func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> { .success([]) }

            func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
                let damaged = UnreadableEvent(sequence: 2, aggregate: "Cargo:ABC123", error: .corruptRecord(rule: "journal"))
                let all: [FeedEntry] = [.event(.stub()), .unreadable(damaged), .event(.stub(version: 2, sequence: 3))]
                return .success(all.filter { $0.sequence > sequence })
            }
        }
        let store = InMemoryStore()
        try await store.cargos.save(.stub()).get()
        let kit = CargoKit(store: store.replacing(events: Feed()), clock: store.clock)
        for request in [ReadAuditTrail.Request(), .init(trackingId: .stub())] {
            let page = try await ReadAuditTrail(kit).execute(request).get()
            #expect(page.events.map(\.sequence) == [1, 3] && page.unreadable == [2] && page.next == nil)
            #expect(page.canonicalText.hasSuffix(#","unreadable":[2]}"#))
        }
    }

    @Test func `events that were trimmed are told of the whole, and passed over in a cargo's trail`() async throws {
        let store = InMemoryStore()
        for id in ["AAA", "BBB", "CCC"] { try await store.cargos.save(.stub(id)).get() }
        _ = try await store.retention?.trim(eventsUpTo: 2, keysOf: []).get()
        let kit = CargoKit(store: store, clock: store.clock)
        #expect(await ReadAuditTrail(kit).execute(.init(after: 1)).failure == .eventsTrimmed(first: 3))
        #expect(try await ReadAuditTrail(kit).execute(.init(trackingId: .stub("CCC"), after: 1)).get().events.map(\.sequence) == [3])
        #expect(try await read(kit, .init(trackingId: .stub("AAA"))) == [])
    }
}
