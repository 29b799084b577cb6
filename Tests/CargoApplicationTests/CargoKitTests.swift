import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("Use cases through CargoKit")
struct CargoKitTests {
    let clock = FixedClock()
    let kit: CargoKit

    init() async throws {
        kit = CargoKit(
            store: InMemoryStore(clock: clock, trackingIds: SequenceTrackingIdGenerator([.stub("ID1"), .stub("ID2")])),
            clock: clock
        )
        try await kit.registerLocation(.stub("HKHKG"), named: LocationName("Hong Kong"))
        try await kit.registerLocation(.stub("SESTO"), named: LocationName("Stockholm"))
        try await kit.registerVoyage(.stub("V100"), schedule: .stub(calling: "HKHKG", "SESTO"))
    }

    @Test("a cargo is booked, routed over the store's voyages, handled and tracked")
    func life() async throws {
        let cargo = try await kit.book(from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 60), for: .stub())
        #expect(cargo == .stub("ID1"))
        let routes = try await kit.routes(for: cargo)
        #expect(routes.map { $0.legs.map(\.voyageNumber) } == [[.stub("V100")]])
        try await kit.assign(routes[0], to: cargo)
        let handled = try await kit.handle(.receive, of: cargo, at: .stub("HKHKG"))
        #expect(handled.isNew)
        #expect(handled.event.completionTime == clock.now())
        let view = try await kit.track(cargo)
        #expect(view.transportStatus == .inPort)
        #expect(view.routingStatus == .routed)
        #expect(try await kit.handlingEvents(of: cargo) == [handled.event])
        #expect(try await kit.cargos().cargos.map(\.trackingId) == [cargo])
        #expect(try await kit.cargos(of: .stub()).cargos.map(\.trackingId) == [cargo])
        #expect(try await kit.worklist().cargos.count == 1)
        #expect(try await kit.events().map(\.fact.type) == ["CargoBooked", "CargoRouted", "HandlingEventRegistered", "CargoHandled"])
    }

    @Test("a failure is thrown as a DomainError")
    func failure() async throws {
        await #expect(throws: DomainError.cargoNotFound(.stub("NONE"))) { try await kit.track(.stub("NONE")) }
        await #expect(throws: DomainError.rule(.routeOriginIsDestination)) {
            try await kit.book(from: .stub("SESTO"), to: .stub("SESTO"), by: .stub(day: 60), for: .stub())
        }
        let cargo = try await kit.book(from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 60), for: .stub())
        await #expect(throws: DomainError.invalid(.integerOutOfRange, text: "17")) { try await kit.routes(for: cargo, maxLegs: 17) }
    }

    @Test("changes are based on the version that the caller saw")
    func changes() async throws {
        try await kit.registerLocation(.stub("DEHAM"), named: LocationName("Hamburg"))
        let cargo = try await kit.book(from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 60), for: .stub())
        #expect(try await kit.changeDestination(of: cargo, to: .stub("DEHAM"), expectedVersion: 1).version == 2)
        #expect(try await kit.changeDeadline(of: cargo, to: .stub(day: 70)).version == 3)
        await #expect(throws: DomainError.concurrencyConflict(cargo, expected: 1, actual: 3)) {
            try await kit.specifyRoute(of: cargo, from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 60), expectedVersion: 1)
        }
        #expect(try await kit.cargo(cargo).version == 3)
    }

    @Test(
        "the minimum connection time is rounded up to milliseconds",
        arguments: [
            (Duration.zero, nil), (.nanoseconds(1), nil), (.milliseconds(-1), "-1"), (.seconds(Int64.max), "\(Int64.max)"),
        ] as [(Duration, String?)]
    )
    func connection(duration: Duration, refused: String?) async throws {
        let cargo = try await kit.book(from: .stub("HKHKG"), to: .stub("SESTO"), by: .stub(day: 60), for: .stub())
        guard let refused else {
            #expect(try await kit.routes(for: cargo, minimumConnection: duration).count == 1)
            return
        }
        await #expect(throws: DomainError.invalid(.integerOutOfRange, text: refused)) {
            try await kit.routes(for: cargo, minimumConnection: duration)
        }
    }
}
