import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoTesting
import CargoWire
import Synchronization
import Testing

@Suite("Surveying the cargos that need attention")
struct ReadWorklistTests {
    /// Two that are off their route, two that are late, three others.
    private func world() async throws -> World {
        let world = try await World()
        try await world.addStubVoyages()
        let late = RouteSpecification.stub(by: .stub(day: 60))
        for id in ["AAA", "BBB", "CCC"] { try await world.addCargo(id, customer: id == "BBB" ? "OTHER" : "CUST-1") }
        for id in ["DDD", "EEE"] {
            let cargo = Cargo.stub(id, routeSpecification: late, itinerary: .stub())
            try await world.store.cargos.save(try cargo.changingDeadline(to: .stub(day: 10), at: .stub())).get()
        }
        for id in ["FFF", "GGG"] {
            try await world.addCargo(id, itinerary: .stub())
            world.clock.set(to: .stub(day: 5))
            _ = try await world.handle(.receive, at: "SESTO", day: 1, of: id).get()
        }
        return world
    }

    private func ids(_ request: ReadWorklist.Request, _ world: World) async throws -> [String] {
        try await world.kit.worklist(request).cargos.map(\.trackingId.text)
    }

    @Test func `misdirected cargos come first, then late ones, then those without a route, then the rest`() async throws {
        let world = try await world()
        try await world.addCargo("ABC", itinerary: .stub())
        let all = try await world.kit.worklist()
        #expect(all.cargos.map(\.trackingId.text) == ["FFF", "GGG", "DDD", "EEE", "AAA", "BBB", "CCC", "ABC"])
        #expect(all.next == nil)
        #expect(
            all.cargos.map(\.needs) == Array(repeating: [.misdirected], count: 2) + Array(repeating: [.late, .unrouted], count: 2)
                + Array(repeating: [.unrouted], count: 3) + [[]]
        )
    }

    @Test func `a disrupted cargo comes before all others; a cancelled one needs nothing`() async throws {
        let world = try await world()
        try await world.addCargo("ZZZ", itinerary: .stub())
        try await world.store.cargos.save(try world.cargo("CCC").cancelled(because: .stub(), at: .stub(day: 5))).get()
        let missed = CarrierMovement.stub(from: "HKHKG", at: .stub(day: 2), to: "USNYC", at: .stub(day: 10))
        try await world.kit.rescheduleVoyage(.stub("V100"), to: .stub([missed]))
        // The misdirected ones are disrupted as well: their route broke too.
        #expect(try await ids(.init(), world) == ["DDD", "EEE", "FFF", "GGG", "ZZZ", "AAA", "BBB", "CCC"])
        #expect(try await ids(.init(filter: .init(needs: [.disrupted])), world) == ["DDD", "EEE", "FFF", "GGG", "ZZZ"])
        #expect(try await ids(.init(filter: .init(needs: [.misdirected])), world) == ["FFF", "GGG"])
        #expect(try await ids(.init(filter: .init(needs: [.disrupted, .unrouted])), world) == ["DDD", "EEE"])
        #expect(try await ids(.init(filter: .init(isCancelled: true)), world) == ["CCC"])
    }

    @Test func `the summary groups cargos by cause, the largest group first, and each group's filter lists its cargos`() async throws {
        let world = try await world()
        let tally = WorklistTally(world.kit)
        func groups(_ world: World) async throws -> [String] { try await self.groups(world, tally) }
        _ = try await groups(world)
        for id in ["XXX", "YYY", "ZZZ"] { try await world.addCargo(id, itinerary: .stub()) }
        _ = try await PlaceHold(world.kit).execute(.init(.customs, on: .stub("ZZZ"), because: .stub())).get()
        #expect(
            try await groups(world) == [
                "3 cargos have no route: AAA BBB CCC", "2 cargos are off their routes, in SESTO: FFF GGG",
                "2 cargos arrive late in SESTO with voyage V300: DDD EEE", "1 cargo: Held by customs: ZZZ",
            ]
        )
        #expect(try await world.kit.worklistSummary().count == 8)
        #expect(try await world.kit.worklistSummary(of: .stub("OTHER")).groups == [.init(cause: .unrouted(.notRouted), count: 1)])
        // The misdirected ones have missed it, too; the held one has two causes.
        let missed = CarrierMovement.stub(from: "HKHKG", at: .stub(day: 2), to: "USNYC", at: .stub(day: 30))
        try await world.kit.rescheduleVoyage(.stub("V100"), to: .stub([missed]))
        let found = try await groups(world)
        #expect(found.first == "7 cargos miss voyage V200 in USNYC: DDD EEE FFF GGG XXX YYY ZZZ", "\(found)")
        #expect(try await groups(world).contains("1 cargo: Held by customs: ZZZ"))
        let elsewhere = CarrierMovement.stub(from: "HKHKG", at: .stub(day: 2), to: "JPTYO", at: .stub(day: 9))
        try await world.kit.rescheduleVoyage(.stub("V100"), to: .stub([elsewhere]))
        #expect(try await groups(world).first?.contains("are left by voyage V100, which no longer calls at") == true)
    }

    @Test func `a tally that is kept counts what a summary counts, also what time brings`() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        let tally = WorklistTally(world.kit)
        #expect(try await tally.summary().count == 0)
        for id in ["AAA", "BBB", "CCC"] { try await world.addCargo(id) }
        #expect(try await tally.summary().groups == [.init(cause: .unrouted(.notRouted), count: 3)])
        _ = try await CancelBooking(world.kit).execute(.init(of: .stub("CCC"), because: .stub())).get()
        #expect(try await tally.summary().groups == [.init(cause: .unrouted(.notRouted), count: 2)])
        for id in ["AAA", "BBB"] { try await world.kit.assign(.stub(), to: .stub(id)) }
        #expect(try await tally.summary().groups == [])
        let cargo = Cargo.stub("LAIN", itinerary: .stub())
        let end = cargo.routeSpecification.destination.text
        let last = try #require(cargo.itinerary?.legs.last?.voyageNumber.text)
        let unloaded = HandlingEvent.stub(.unload, at: end, voyage: last, completed: .stub(day: 45), of: "LAIN")
        let lain = try cargo.derivingDeliveryProgress(from: .stub(unloaded)).settingPickUp(by: .stub(day: 50))
        try await world.store.cargos.save(lain).get()
        world.clock.set(to: .stub(day: 50))
        #expect(try await tally.summary().groups == [])
        world.clock.set(to: .stub(day: 51))
        let summary = try await tally.summary()
        #expect(summary.groups == [.init(cause: .uncollected(.stub(end)), count: 1, since: .stub(day: 50))] && summary.count == 1)
        #expect(try await world.kit.worklistSummary() == summary)
        _ = try await PlaceHold(world.kit).execute(.init(.customs, on: .stub("LAIN"), because: .stub())).get()
        #expect(try await tally.summary() == world.kit.worklistSummary())
        #expect(try await tally.summary().count == 1)
    }

    @Test func `a tally includes every save before the call, with however many at once`() async throws {
        let world = try await World()
        let tally = WorklistTally(world.kit)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    try await world.addCargo("CON\(number)")
                    let summary = try await tally.summary()
                    #expect(summary.count >= 1 && summary.groups.map(\.count) == [summary.count])
                }
            }
            try await group.waitForAll()
        }
        #expect(try await tally.summary().count == 40)
    }

    @Test func `a tally counts anew after the store was restored from a backup`() async throws {
        let (world, backup) = (try await World(), try await World())
        for id in ["AAA", "BBB", "CCC"] { try await world.addCargo(id) }
        try await backup.addCargo("AAA")
        let store = RestoredStore(world.kit.store)
        let tally = WorklistTally(
            CargoKit(store: world.kit.store.replacing(cargos: store, events: store), routing: world.kit.routing, clock: world.clock)
        )
        #expect(try await tally.summary().count == 3)
        store.restore(backup.kit.store)
        #expect(try await tally.summary().count == 1)
    }

    /// The cargos and events of a store, or of the backup that it was restored from.
    private final class RestoredStore: CargoRepository, DomainEventFeed {
        private let state: Mutex<Repositories>

        init(_ store: Repositories) { state = Mutex(store) }

        private var current: Repositories { state.withLock { $0 } }

        func restore(_ backup: Repositories) { state.withLock { $0 = backup } }
        func save(_ cargo: Cargo) async -> Result<Void, DomainError> { await current.cargos.save(cargo) }
        func nextTrackingId() async -> Result<TrackingId, DomainError> { await current.cargos.nextTrackingId() }
        func findByTrackingId(_ id: TrackingId) async -> Result<Cargo, DomainError> { await current.cargos.findByTrackingId(id) }
        func findForCustomer(_ id: CustomerId) async -> Result<[Cargo], DomainError> { await current.cargos.findForCustomer(id) }
        func find(_ query: CargoQuery, after id: TrackingId?, limit: Int) async -> Result<Page<Cargo, TrackingId>, DomainError> {
            await current.cargos.find(query, after: id, limit: limit)
        }
        func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
            await current.events.events(after: sequence, limit: limit)
        }
    }

    /// The groups of the summary, with the cargos that their filters list; the tally has the same ones.
    private func groups(_ world: World, _ tally: WorklistTally) async throws -> [String] {
        var lines: [String] = []
        #expect(try await tally.summary() == world.kit.worklistSummary())
        for group in try await world.kit.worklistSummary().groups {
            let ids = try await world.kit.cargos(group.cause.filter).cargos.map(\.trackingId.text)
            #expect(ids.count == group.count)
            lines.append("\(group.text(in: .english)): \(ids.joined(separator: " "))")
        }
        return lines
    }

    @Test func `one of several needs is enough if the filter says so, page by page`() async throws {
        let world = try await world()
        let filter = CargoFilter(needs: [.misdirected, .late, .held], isAnyNeedEnough: true)
        #expect(try await world.kit.cargos(filter).cargos.map(\.trackingId.text) == ["DDD", "EEE", "FFF", "GGG"])
        var ids: [String] = []
        var after: TrackingId?
        repeat {
            let page = try await world.kit.cargos(filter, after: after, limit: 1)
            ids += page.cargos.map(\.trackingId.text)
            after = page.next
        } while after != nil
        #expect(ids == ["DDD", "EEE", "FFF", "GGG"])
        let narrow = CargoFilter(needs: [.misdirected, .late])
        #expect(try await world.kit.cargos(narrow).cargos.isEmpty)
    }

    @Test func `cargos are listed by a voyage of their route, and by where it loads or unloads them`() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo("AAA", itinerary: .stub())
        try await world.addCargo("BBB")
        func ids(_ voyage: String, _ place: String? = nil) async throws -> [String] {
            let filter = CargoFilter(place: place.map { .stub($0) }, voyage: .stub(voyage))
            return try await world.kit.cargos(filter).cargos.map(\.trackingId.text)
        }
        for (voyage, place) in [("V100", nil), ("V100", "USNYC"), ("V300", "SESTO")] { #expect(try await ids(voyage, place) == ["AAA"]) }
        for (voyage, place) in [("V100", "SESTO"), ("V400", nil)] { #expect(try await ids(voyage, place).isEmpty) }
    }

    @Test(arguments: 1...9) func `pages continue without gaps, and no page is empty`(limit: Int) async throws {
        let world = try await world()
        try await world.addCargo("ABC", itinerary: .stub())
        var pages: [[String]] = []
        var start: ReadWorklist.Position?
        repeat {
            let page = try await world.kit.worklist(.init(start: start, limit: limit))
            pages.append(page.cargos.map(\.trackingId.text))
            start = page.next
            #expect(start.flatMap { ReadWorklist.Position($0.text) } == start)
        } while start != nil
        #expect(pages.flatMap(\.self) == ["FFF", "GGG", "DDD", "EEE", "AAA", "BBB", "CCC", "ABC"])
        #expect(pages.count == (8 + limit - 1) / limit)
    }

    @Test func `filters narrow the list`() async throws {
        let world = try await world()
        #expect(try await ids(.init(customerId: .stub("OTHER")), world) == ["BBB"])
        #expect(try await ids(.init(customerId: .stub("CUST-1"), limit: 3), world) == ["FFF", "GGG", "DDD"])
        #expect(try await ids(.init(filter: .init(needs: [.misdirected])), world) == ["FFF", "GGG"])
        #expect(try await ids(.init(filter: .init(needs: [.late])), world) == ["DDD", "EEE"])
        #expect(try await ids(.init(filter: .init(transportStatus: .inPort)), world) == ["FFF", "GGG"])
        #expect(try await ids(.init(filter: .init(place: .stub("SESTO"))), world) == ["FFF", "GGG"])
        #expect(try await ids(.init(filter: .init(place: .stub("HKHKG"))), world) == [])
        #expect(try await ids(.init(customerId: .stub("OTHER"), filter: .init(place: .stub("SESTO"))), world) == [])
        #expect(try await ids(.init(filter: .init(routingStatus: .notRouted)), world) == ["AAA", "BBB", "CCC"])
        #expect(try await ids(.init(filter: .init(routingStatus: .misrouted)), world) == ["DDD", "EEE"])
    }

    @Test func `lists by port are pages, alone and with a customer or a need`() async throws {
        let world = try await world()
        let port = CargoFilter(place: .stub("SESTO"))
        let first = try await world.kit.cargos(port, limit: 1)
        #expect(first.cargos.map(\.trackingId.text) == ["FFF"])
        #expect(first.next == .stub("FFF"))
        let second = try await world.kit.cargos(port, after: first.next, limit: 1)
        #expect(second.cargos.map(\.trackingId.text) == ["GGG"])
        #expect(second.next == nil)
        #expect(try await world.kit.cargos(of: .stub("CUST-1"), port).cargos.map(\.trackingId.text) == ["FFF", "GGG"])
        #expect(try await world.kit.cargos(of: .stub("OTHER"), port).cargos.isEmpty)
        #expect(try await world.kit.cargos(CargoFilter(needs: [.misdirected], place: .stub("SESTO"))).cargos.count == 2)
        #expect(try await world.kit.cargos(CargoFilter(needs: [.late], place: .stub("SESTO"))).cargos.isEmpty)
        #expect(try await world.kit.cargos(CargoFilter(place: .stub("HKHKG"))).cargos.isEmpty)
    }

    @Test func `a page of a customer's cargos reads that page only`() async throws {
        let faults = FaultInjection()
        let store = InMemoryStore(clock: FixedClock())
        for id in ["AAA", "BBB", "CCC"] { try await store.cargos.save(.stub(id)).get() }
        let cargos = FailingCargoRepository(store.cargos, faults: faults)
        let kit = CargoKit(store: store.replacing(cargos: cargos), clock: FixedClock())
        #expect(try await kit.cargos(of: .stub(), after: .stub("AAA"), limit: 1).next == .stub("BBB"))
        #expect(faults.recordedCalls == [.findCargos(CargoQuery(customer: .stub()), after: .stub("AAA"), limit: 1)])
    }

    @Test func `an overdue cargo is found by the present schedules, in the worklist and in lists`() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        for id in ["AAA", "BBB", "CCC"] { try await world.addCargo(id, itinerary: .stub()) }
        try await world.addCargo("DDD")
        world.clock.set(to: .stub(day: 3))
        _ = try await world.handle(.receive, at: "HKHKG", day: 1, of: "BBB").get()
        _ = try await world.handle(.load, at: "HKHKG", voyage: "V100", day: 2, of: "CCC").get()
        let overdue = CargoFilter(overdueBy: .zero)
        #expect(try await ids(.init(filter: overdue), world) == ["AAA", "BBB"])
        #expect(try await world.kit.cargos(overdue).cargos.map(\.trackingId.text) == ["AAA", "BBB"])
        #expect(try await world.kit.cargos(.init(overdueBy: .seconds(86400))).cargos.isEmpty)
        let later = CarrierMovement.stub(from: "HKHKG", at: .stub(day: 4), to: "USNYC", at: .stub(day: 8))
        try await world.kit.rescheduleVoyage(.stub("V100"), to: .stub([later]))
        #expect(try await ids(.init(filter: overdue), world).isEmpty)
    }

    @Test func `a cargo that isn't collected in time comes after the held ones, once the time has come`() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        for id in ["AAA", "BBB", "CCC", "DDD"] { try await world.addCargo(id, itinerary: .stub()) }
        world.clock.set(to: .stub(day: 31))
        let last = try #require(Itinerary.stub().legs.last?.voyageNumber.text)
        for id in ["BBB", "CCC"] { _ = try await world.handle(.unload, at: "SESTO", voyage: last, day: 30, of: id).get() }
        for id in ["BBB", "CCC", "DDD"] {
            try await world.store.cargos.save(try world.cargo(id).settingPickUp(by: .stub(day: id == "CCC" ? 40 : 33))).get()
        }
        try await world.store.cargos.save(try world.cargo("AAA").held(.customs, because: .stub(), at: .stub(day: 31))).get()
        world.clock.set(to: .stub(day: 33))
        #expect(try await world.kit.worklist().cargos.map(\.needs) == [[.held], [], [], []])
        world.clock.set(to: .stub(day: 34))
        let list = try await world.kit.worklist()
        #expect(list.cargos.map(\.trackingId.text) == ["AAA", "BBB", "CCC", "DDD"])
        #expect(list.cargos.map(\.needs) == [[.held], [.uncollected], [], []])
        let first = try await world.kit.worklist(.init(limit: 2))
        #expect(first.next.flatMap { ReadWorklist.Position($0.text) } == first.next)
        #expect(try await world.kit.worklist(.init(start: first.next)).cargos.map(\.trackingId.text) == ["CCC", "DDD"])
        let uncollected = CargoFilter(needs: [.uncollected])
        #expect(try await ids(.init(filter: uncollected), world) == ["BBB"])
        #expect(try await ids(.init(customerId: .stub("CUST-1"), filter: uncollected), world) == ["BBB"])
        #expect(try await world.kit.cargos(uncollected).cargos.map(\.needs) == [[.uncollected]])
        #expect(try await world.kit.cargos(CargoFilter(needs: [.uncollected], place: .stub("HKHKG"))).cargos.isEmpty)
        world.clock.set(to: .stub(day: 41))
        #expect(try await ids(.init(filter: uncollected), world) == ["BBB", "CCC"])
    }

    @Test func `a request reports all of its invalid fields`() async throws {
        let world = try await World()
        let outcome = await ReadWorklist(world.kit).execute(input: [
            "attention": "late", "customerId": "?", "limit": 0, "start": "SOON:ABC",
        ])
        let fields: [DomainError.FieldError] = [
            .init(path: "attention", code: .shapeInvalid), .init(path: "customerId", code: .customerIdInvalid),
            .init(path: "limit", code: .integerOutOfRange), .init(path: "start", code: .shapeInvalid),
        ]
        #expect(outcome.failure == .validationFailed(fields))
        #expect(
            await ReadWorklist(world.kit).execute(.init(limit: 1001)).failure == .invalid(.integerOutOfRange, text: "1001")
        )
    }
}
