import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("The order of registration")
struct RegistrationOrderTests {
    typealias Happening = (type: HandlingType, place: String, voyage: String?, day: Int)

    static let expected: [Happening] = [
        (.receive, "HKHKG", nil, 1), (.load, "HKHKG", "V100", 2), (.unload, "USNYC", "V100", 8), (.customs, "USNYC", nil, 8),
        (.load, "USNYC", "V200", 9), (.unload, "USCHI", "V200", 11), (.load, "USCHI", "V300", 12), (.unload, "SESTO", "V300", 20),
    ]

    /// A history of its own for each seed: the expected one, some of it left out, some of it elsewhere.
    static func happenings(_ random: inout SplitMix64) -> [Happening] {
        expected.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
            .map { happening in
                var happening = happening
                if Int.random(in: 0..<6, using: &random) == 0 { happening.place = ["JPTYO", "DEHAM"].randomElement(using: &random)! }
                return happening
            }
    }

    static func world() async throws -> World {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo(itinerary: .stub())
        world.clock.set(to: .stub(day: 30))
        return world
    }

    @Test("HND-4, DLV-9: any order of registration gives the same delivery and view; registering again changes nothing", arguments: 1...60)
    func permutations(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let happenings = Self.happenings(&random)

        let ordered = try await Self.world()
        for one in happenings { _ = try await ordered.handle(one.type, at: one.place, voyage: one.voyage, day: one.day).get() }
        let shuffled = try await Self.world()
        for one in happenings.shuffled(using: &random) {
            _ = try await shuffled.handle(one.type, at: one.place, voyage: one.voyage, day: one.day).get()
        }

        let view = try await TrackCargo(ordered.kit).execute(.init(trackingId: .stub())).get()
        #expect(try await TrackCargo(shuffled.kit).execute(.init(trackingId: .stub())).get() == view)
        let cargo = try await shuffled.cargo()
        #expect(try await ordered.cargo().delivery == cargo.delivery)

        let events = try await shuffled.eventTypes()
        for one in happenings.shuffled(using: &random) {
            #expect(try await !shuffled.handle(one.type, at: one.place, voyage: one.voyage, day: one.day).get().isNew)
        }
        #expect(try await shuffled.cargo() == cargo)
        #expect(try await shuffled.eventTypes() == events)
    }
}
