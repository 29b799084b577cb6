import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("Voyages")
struct VoyageUseCasesTests {
    @Test("VOY-4: registering a voyage saves version 1; again changes nothing; with another schedule it is voyage_already_exists")
    func register() async throws {
        let world = try await World()
        let register = RegisterVoyage(world.kit)
        let request = RegisterVoyage.Request(voyageNumber: .stub(), schedule: .stub())
        #expect(try await register.execute(request).get().version == 1)
        #expect(try await register.execute(request).get().version == 1)
        #expect(world.faults.calls(of: .saveVoyage) == 1)
        let other = RegisterVoyage.Request(voyageNumber: .stub(), schedule: .stub(calling: "HKHKG", "DEHAM"))
        #expect(await register.execute(other).failure == .voyageAlreadyExists(.stub()))
        #expect(try await world.eventTypes().isEmpty)
    }

    @Test("ports are looked up in schedule order, before the voyage")
    func ports() async throws {
        let world = try await World()
        try await world.store.voyages.save(.stub()).get()
        let schedule = Schedule.stub(calling: "ZZZZZ", "HKHKG", "YYYYY")
        let register = await RegisterVoyage(world.kit).execute(.init(voyageNumber: .stub(), schedule: schedule))
        #expect(register.failure == .locationNotFound(.stub("ZZZZZ")))
        let reschedule = await RescheduleVoyage(world.kit).execute(.init(voyageNumber: .stub(), schedule: schedule))
        #expect(reschedule.failure == .locationNotFound(.stub("ZZZZZ")))
        let unknown = await RescheduleVoyage(world.kit).execute(.init(voyageNumber: .stub("V9"), schedule: schedule))
        #expect(unknown.failure == .voyageNotFound(.stub("V9")))
        #expect(
            await RegisterVoyage(world.kit).execute(
                .init(voyageNumber: .stub(), schedule: .stub(calling: "HKHKG", "JPTYO", "YYYYY"))
            ).failure == .locationNotFound(.stub("YYYYY"))
        )
    }

    @Test("a registration that loses a race is evaluated again")
    func race() async throws {
        let world = try await World()
        world.faults.fail(.saveVoyage, with: .concurrencyConflict(VoyageNumber.stub(), expected: 0, actual: 1), times: 1)
        let request = RegisterVoyage.Request(voyageNumber: .stub(), schedule: .stub())
        #expect(try await RegisterVoyage(world.kit).execute(request).get().version == 1)
    }

    @Test(
        "VOY-4: a new schedule raises VoyageRescheduled and announces to the cargos that wait for the voyage; an equal one raises nothing"
    )
    func reschedule() async throws {
        let world = try await World()
        world.clock.set(to: .stub(day: 30))
        try await world.addStubVoyages()
        for id in ["BBB", "AAA", "CLAIMED"] { try await world.addCargo(id, itinerary: .stub()) }
        try await world.addCargo("NOTROUTED")
        let direct = Itinerary.stub(.stub("V9"))
        try await world.addCargo("OTHER", itinerary: direct)
        _ = try await world.handle(.claim, at: "SESTO", day: 20, of: "CLAIMED").get()
        let before = try await world.eventTypes()
        let reschedule = RescheduleVoyage(world.kit)

        let same = Schedule.stub([.stub(at: .stub(day: 2), to: "USNYC", at: .stub(day: 8))])
        let unchanged = try await reschedule.execute(.init(voyageNumber: .stub(), schedule: same)).get()
        #expect(unchanged.version == 1)
        #expect(unchanged.affectedCargos.isEmpty)
        #expect(try await world.eventTypes() == before)

        let longer = Schedule.stub(same.movements + [.stub(from: "USNYC", at: .stub(day: 9), to: "DEHAM", at: .stub(day: 15))])
        let extended = try await reschedule.execute(.init(voyageNumber: .stub(), schedule: longer)).get()
        #expect(extended.version == 2)
        #expect(extended.affectedCargos.isEmpty)

        let later = Schedule.stub([.stub(at: .stub(day: 3), to: "USNYC", at: .stub(day: 8))])
        let late = try await reschedule.execute(.init(voyageNumber: .stub(), schedule: later)).get()
        #expect(late.version == 3)
        #expect(late.affectedCargos.isEmpty)
        #expect(try await world.eventTypes() == before + ["VoyageRescheduled", "VoyageRescheduled"])

        let missed = Schedule.stub([.stub(at: .stub(day: 3), to: "USNYC", at: .stub(day: 10))])
        let broken = try await reschedule.execute(.init(voyageNumber: .stub(), schedule: missed)).get()
        #expect(broken.affectedCargos.map(\.trackingId) == [.stub("AAA"), .stub("BBB")])
        #expect(broken.affectedCargos.allSatisfy { $0.estimate.disruption?.reason == .connectionMissed })
        let announced = ["VoyageRescheduled"] + Array(repeating: ["EstimatedArrivalChanged", "RouteDisrupted"], count: 2).joined()
        #expect(try await world.eventTypes() == before + ["VoyageRescheduled", "VoyageRescheduled"] + announced)

        let again = try await reschedule.execute(.init(voyageNumber: .stub(), schedule: missed)).get()
        #expect(again == broken)
        #expect(try await world.eventTypes() == before + ["VoyageRescheduled", "VoyageRescheduled"] + announced)
    }

    @Test("affected cargos beyond the first page are listed too")
    func pages() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        for number in 1000..<2100 { try await world.addCargo("C\(number)", itinerary: .stub()) }
        let schedule = Schedule.stub(calling: "HKHKG", "DEHAM")
        let response = try await RescheduleVoyage(world.kit).execute(.init(voyageNumber: .stub(), schedule: schedule)).get()
        #expect(response.affectedCargos.count == 1100)
    }
}
