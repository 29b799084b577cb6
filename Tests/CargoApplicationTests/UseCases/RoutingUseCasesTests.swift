import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("Routing a cargo")
struct RoutingUseCasesTests {
    @Test("RTG-1: routes leave no earlier than now and the last event of the history, whatever the stored delivery says")
    func requestRoutes() async throws {
        let routes = [2, 3, 4].map { Itinerary.stub(.stub(at: .stub(day: $0), to: "SESTO", at: .stub(day: 20))) }
        let world = try await World(routes: routes)
        try await world.addCargo()
        let request = FindRoutes(world.kit)
        #expect(try await request.execute(.init(for: .stub())).get().itineraries == routes)
        world.clock.set(to: .stub(day: 3))
        #expect(try await request.execute(.init(for: .stub())).get().itineraries == Array(routes[1...]))
        world.clock.set(to: .stub(day: 4))
        _ = try await world.handle(.receive, at: "HKHKG", day: 4).get()
        #expect(try await request.execute(.init(for: .stub())).get().itineraries == [routes[2]])
        #expect(await request.execute(.init(for: .stub("NONE"))).failure == .cargoNotFound(.stub("NONE")))
        #expect(
            await request.execute(.init(for: .stub(), limit: 101)).failure == .invalid(.integerOutOfRange, text: "101")
        )
    }

    @Test("CRG-2: a route whose legs match the schedules is assigned")
    func assign() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo()
        let response = await AssignRoute(world.kit).execute(.init(.stub(), to: .stub()))
        #expect(try response.get().trackingId == .stub())
        #expect(try await world.cargo().itinerary == .stub())
        #expect(try await world.eventTypes() == ["CargoBooked", "CargoRouted"])
    }

    @Test("checks run in order: the cargo, each leg's voyage and schedule, then CRG-2")
    func assignOrder() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        let assign = AssignRoute(world.kit)
        func failure(_ legs: Leg..., id: String = "ABC123") async -> DomainError? {
            await assign.execute(.init(.stub(legs), to: .stub(id))).failure
        }
        let good = Itinerary.stub().legs
        let unknown = Leg.stub("V9", from: "USNYC", at: .stub(day: 9), to: "USCHI", at: .stub(day: 11))
        let late = Leg.stub("V200", from: "USNYC", at: .stub(day: 9, millisecond: 1), to: "USCHI", at: .stub(day: 11))
        #expect(await failure(unknown) == .cargoNotFound(.stub()))
        try await world.addCargo()
        #expect(await failure(good[0], late, good[2]) == .legNotOnSchedule(index: 1))
        #expect(await failure(good[0], unknown) == .voyageNotFound(.stub("V9")))
        let unknownNext = Leg.stub("V9", from: "USCHI", at: .stub(day: 12), to: "SESTO", at: .stub(day: 20))
        #expect(await failure(late, unknownNext) == .legNotOnSchedule(index: 0))
        #expect(await failure(good[0]) == .rule(.itineraryNotSatisfying))
        #expect(try await world.eventTypes() == ["CargoBooked"])
    }

    @Test("one leg can cover several movements of a voyage")
    func longLeg() async throws {
        let world = try await World()
        try await world.store.voyages.save(.stub(schedule: .stub(calling: "HKHKG", "JPTYO", "SESTO"))).get()
        try await world.addCargo()
        let leg = Leg.stub(at: .stub(day: 2), to: "SESTO", at: .stub(day: 7))
        _ = try await AssignRoute(world.kit).execute(.init(.stub(leg), to: .stub())).get()
        #expect(try await world.cargo().delivery.routingStatus == .routed)
    }

    @Test("CRG-0, CRG-4: changing a destination looks up the cargo, then the location; the same destination again changes nothing")
    func destination() async throws {
        let world = try await World()
        let change = ChangeDestination(world.kit)
        let toHamburg = ChangeDestination.Request(of: .stub(), to: .stub("DEHAM"))
        #expect(await change.execute(.init(of: .stub(), to: .stub("ZZZZZ"))).failure == .cargoNotFound(.stub()))
        try await world.addCargo()
        #expect(
            await change.execute(.init(of: .stub(), to: .stub("ZZZZZ"))).failure == .locationNotFound(.stub("ZZZZZ"))
        )
        #expect(try await change.execute(toHamburg).get().trackingId == .stub())
        #expect(try await change.execute(toHamburg).get().version == 2)
        #expect(try await world.cargo().routeSpecification == .stub(to: "DEHAM"))
        #expect(try await world.eventTypes() == ["CargoBooked", "DestinationChanged"])
    }

    @Test("CRG-5, RTE-2: a deadline can only be changed to one after now")
    func deadline() async throws {
        let world = try await World()
        let change = ChangeDeadline(world.kit)
        #expect(await change.execute(.init(of: .stub(), to: .stub(day: 0))).failure == .cargoNotFound(.stub()))
        try await world.addCargo()
        #expect(
            await change.execute(.init(of: .stub(), to: .stub(day: 0))).failure == .rule(.deadlineNotInFuture)
        )
        _ = try await change.execute(.init(of: .stub(), to: .stub(day: 0, millisecond: 1))).get()
        #expect(try await world.cargo().routeSpecification == .stub(by: .stub(day: 0, millisecond: 1)))
        #expect(try await world.eventTypes() == ["CargoBooked", "DeadlineChanged"])
    }

    @Test("CRG-3: the new specification is validated before the cargo's own checks")
    func specify() async throws {
        let world = try await World()
        let specify = SpecifyRoute(world.kit)
        func request(from origin: String = "HKHKG", to destination: String = "DEHAM", day: Int = 9) -> SpecifyRoute.Request {
            .init(of: .stub(), from: .stub(origin), to: .stub(destination), by: .stub(day: day))
        }
        #expect(await specify.execute(request(from: "ZZZZZ")).failure == .cargoNotFound(.stub()))
        try await world.addCargo()
        #expect(await specify.execute(request(from: "ZZZZZ", to: "YYYYY")).failure == .locationNotFound(.stub("ZZZZZ")))
        #expect(await specify.execute(request(to: "YYYYY")).failure == .locationNotFound(.stub("YYYYY")))
        #expect(await specify.execute(request(day: 0)).failure == .rule(.deadlineNotInFuture))
        _ = try await specify.execute(request()).get()
        #expect(try await world.cargo().routeSpecification == .stub(to: "DEHAM", by: .stub(day: 9)))
        world.clock.set(to: .stub(day: 2))
        _ = try await world.handle(.claim, at: "HKHKG", day: 1).get()
        #expect(await specify.execute(request(day: 0)).failure == .rule(.cargoAlreadyClaimed))
        #expect(await specify.execute(request(to: "HKHKG")).failure == .rule(.routeOriginIsDestination))
        #expect(
            try await world.eventTypes() == ["CargoBooked", "RouteRespecified", "HandlingEventRegistered", "CargoHandled", "CargoClaimed"]
        )
    }

    @Test("REP-2: a lost race is concurrency_conflict", arguments: ["assign", "destination", "deadline", "specify"])
    func conflict(name: String) async throws {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo()
        let conflict = DomainError.concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2)
        world.faults.fail(.saveCargo, with: conflict)
        let kit = world.kit
        let outcome =
            switch name {
            case "assign": await AssignRoute(kit).execute(.init(.stub(), to: .stub()))
            case "destination": await ChangeDestination(kit).execute(.init(of: .stub(), to: .stub("DEHAM")))
            case "deadline": await ChangeDeadline(kit).execute(.init(of: .stub(), to: .stub(day: 9)))
            default:
                await SpecifyRoute(kit).execute(
                    .init(of: .stub(), from: .stub("HKHKG"), to: .stub("DEHAM"), by: .stub(day: 9))
                )
            }
        #expect(outcome.failure == conflict)
    }
}
