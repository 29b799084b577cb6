import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("Surveying the cargos that need attention")
struct SurveyCargosTests {
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

    private func ids(_ request: SurveyCargos.Request, _ world: World) async throws -> [String] {
        try await SurveyCargos(world.kit).execute(request).get().cargos.map(\.trackingId.text)
    }

    @Test func `misdirected cargos come first, then late ones, then the others`() async throws {
        let world = try await world()
        let all = try await SurveyCargos(world.kit).execute(.init()).get()
        #expect(all.cargos.map(\.trackingId.text) == ["FFF", "GGG", "DDD", "EEE", "AAA", "BBB", "CCC"])
        #expect([all.count, all.misdirectedCount, all.lateCount] == [7, 2, 2])
        #expect(all.cargos.map(\.isLate) == [false, false, true, true, false, false, false])
    }

    @Test func `pages continue without gaps`() async throws {
        let world = try await world()
        #expect(try await ids(.init(offset: 0, limit: 3), world) == ["FFF", "GGG", "DDD"])
        #expect(try await ids(.init(offset: 3, limit: 3), world) == ["EEE", "AAA", "BBB"])
        #expect(try await ids(.init(offset: 6, limit: 3), world) == ["CCC"])
        #expect(try await ids(.init(offset: 7, limit: 3), world).isEmpty)
        #expect(try await ids(.init(offset: .max, limit: 1000), world).isEmpty)
    }

    @Test func `filters narrow the list and its counts`() async throws {
        let world = try await world()
        #expect(try await ids(.init(customerId: .stub("OTHER")), world) == ["BBB"])
        #expect(try await ids(.init(attention: .misdirected), world) == ["FFF", "GGG"])
        #expect(try await ids(.init(attention: .late), world) == ["DDD", "EEE"])
        #expect(try await ids(.init(transportStatus: .inPort), world) == ["FFF", "GGG"])
        #expect(try await ids(.init(routingStatus: .notRouted), world) == ["AAA", "BBB", "CCC"])
        #expect(try await ids(.init(routingStatus: .misrouted), world) == ["DDD", "EEE"])
        #expect(try await SurveyCargos(world.kit).execute(.init(attention: .late)).get().misdirectedCount == 0)
    }

    @Test func `a request reports all of its invalid fields`() async throws {
        let world = try await World()
        let outcome = await SurveyCargos(world.kit).execute(input: [
            "attention": "late", "customerId": "?", "limit": 0, "offset": 1,
        ])
        let fields: [DomainError.FieldError] = [
            .init(path: "attention", code: .shapeInvalid), .init(path: "customerId", code: .customerIdInvalid),
            .init(path: "limit", code: .integerOutOfRange),
        ]
        #expect(outcome.failure == .validationFailed(fields))
        #expect(await SurveyCargos(world.kit).execute(.init(limit: 1001)).failure == .invalid(.integerOutOfRange, text: "1001"))
    }
}
