import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

/// The life of a cargo as dddsample's CargoLifecycleScenarioTest tells it, with dates that follow one another: from Hong Kong to Stockholm,
/// misdirected at Tokyo, routed anew over Hamburg.
@Suite("A cargo from Hong Kong to Stockholm")
struct CargoLifecycleTests {
    /// The voyages of the scenario; day 0 is 2026-01-01.
    static let voyages: [Voyage] = [
        .register(
            number: .stub("V100"),
            schedule: .stub([
                .stub(from: "HKHKG", at: .stub(day: 3), to: "JPTYO", at: .stub(day: 5)),
                .stub(from: "JPTYO", at: .stub(day: 6), to: "USNYC", at: .stub(day: 9)),
            ])
        ),
        .register(
            number: .stub("V200"),
            schedule: .stub([
                .stub(from: "JPTYO", at: .stub(day: 6), to: "USNYC", at: .stub(day: 8)),
                .stub(from: "USNYC", at: .stub(day: 10), to: "USCHI", at: .stub(day: 14)),
                .stub(from: "USCHI", at: .stub(day: 15), to: "SESTO", at: .stub(day: 17)),
            ])
        ),
        .register(
            number: .stub("V300"),
            schedule: .stub([.stub(from: "JPTYO", at: .stub(day: 8), to: "DEHAM", at: .stub(day: 12))])
        ),
        .register(
            number: .stub("V400"),
            schedule: .stub([.stub(from: "DEHAM", at: .stub(day: 14), to: "SESTO", at: .stub(day: 15))])
        ),
    ]
    static let overNewYork = Itinerary.stub(
        .stub("V100", from: "HKHKG", at: .stub(day: 3), to: "USNYC", at: .stub(day: 9)),
        .stub("V200", from: "USNYC", at: .stub(day: 10), to: "USCHI", at: .stub(day: 14)),
        .stub("V200", from: "USCHI", at: .stub(day: 15), to: "SESTO", at: .stub(day: 17))
    )
    static let overHamburg = Itinerary.stub(
        .stub("V300", from: "JPTYO", at: .stub(day: 8), to: "DEHAM", at: .stub(day: 12)),
        .stub("V400", from: "DEHAM", at: .stub(day: 14), to: "SESTO", at: .stub(day: 15))
    )

    @Test("CRG-1 to CRG-6: booked, routed, misdirected at Tokyo, rerouted over Hamburg, claimed in Stockholm")
    func lifecycle() async throws {
        let world = try await World(ids: ["ABC123"], routes: [Self.overNewYork, Self.overHamburg])
        let kit = world.kit
        for voyage in Self.voyages { try await world.store.voyages.save(voyage).get() }
        func view() async throws -> CargoTrackingView {
            try await TrackCargo(kit).execute(.init(trackingId: .stub())).get()
        }
        /// Moves the clock to the day and registers what was done on it.
        func handle(_ type: HandlingType, at place: String, voyage: String? = nil, day: Int) async throws {
            world.clock.set(to: .stub(day: day, hour: 1))
            _ = try await world.handle(type, at: place, voyage: voyage, day: day).get()
        }

        // Booked: Hong Kong to Stockholm by day 18.
        let booking = BookCargo.Request(
            from: .stub("HKHKG"),
            to: .stub("SESTO"),
            by: .stub(day: 18),
            for: .stub()
        )
        _ = try await BookCargo(kit).execute(booking).get()
        var cargo = try await view()
        #expect(cargo.transportStatus == .notReceived)
        #expect(cargo.routingStatus == .notRouted)
        #expect(cargo.estimatedArrival == nil)
        #expect(cargo.nextExpectedActivity == nil)

        // Routed over New York.
        let candidates = try await FindRoutes(kit).execute(.init(for: .stub())).get().itineraries
        _ = try await AssignRoute(kit).execute(.init(candidates[0], to: .stub())).get()
        cargo = try await view()
        #expect(cargo.routingStatus == .routed)
        #expect(cargo.estimatedArrival == .stub(day: 17))
        #expect(cargo.nextExpectedText == "Receive in Hongkong")

        // Received and loaded in Hong Kong.
        try await handle(.receive, at: "HKHKG", day: 1)
        cargo = try await view()
        #expect(cargo.statusText == "In port Hongkong")
        #expect(cargo.nextExpectedText == "Load onto voyage V100 in Hongkong")
        try await handle(.load, at: "HKHKG", voyage: "V100", day: 3)
        cargo = try await view()
        #expect(cargo.statusText == "Onboard voyage V100")
        #expect(cargo.nextExpectedText == "Unload off voyage V100 in New York")

        // Somebody registers nonsense: nothing changes.
        #expect(await world.handle(.unload, at: "ZZZZZ", voyage: "XX000", day: 3).failure == .voyageNotFound(.stub("XX000")))
        #expect(try await view() == cargo)

        // Unloaded at Tokyo by mistake.
        try await handle(.unload, at: "JPTYO", voyage: "V100", day: 5)
        cargo = try await view()
        #expect(cargo.isMisdirected)
        #expect(cargo.statusText == "In port Tokyo")
        #expect(cargo.estimatedArrival == nil)
        #expect(cargo.nextExpectedActivity == nil)
        #expect(cargo.misdirection?.expected == .stub(.unload, at: "USNYC", voyage: "V100"))
        #expect(cargo.events.map(\.isExpected) == [true, true, false])

        // The customer agrees on another route, from Tokyo.
        let specification = SpecifyRoute.Request(
            of: .stub(),
            from: .stub("JPTYO"),
            to: .stub("SESTO"),
            by: .stub(day: 18)
        )
        _ = try await SpecifyRoute(kit).execute(specification).get()
        cargo = try await view()
        #expect(cargo.routingStatus == .misrouted)
        #expect(cargo.isMisdirected)
        let fromTokyo = try await FindRoutes(kit).execute(.init(for: .stub())).get().itineraries
        _ = try await AssignRoute(kit).execute(.init(fromTokyo[0], to: .stub())).get()
        cargo = try await view()
        #expect(cargo.routingStatus == .routed)
        #expect(!cargo.isMisdirected)
        #expect(cargo.estimatedArrival == .stub(day: 15))
        #expect(cargo.nextExpectedText == "Load onto voyage V300 in Tokyo")
        #expect(cargo.events.allSatisfy { $0.isExpected })

        // Over Hamburg to Stockholm.
        try await handle(.load, at: "JPTYO", voyage: "V300", day: 8)
        #expect(try await view().nextExpectedText == "Unload off voyage V300 in Hamburg")
        try await handle(.unload, at: "DEHAM", voyage: "V300", day: 12)
        #expect(try await view().nextExpectedText == "Load onto voyage V400 in Hamburg")
        try await handle(.load, at: "DEHAM", voyage: "V400", day: 14)
        #expect(try await view().nextExpectedText == "Unload off voyage V400 in Stockholm")
        try await handle(.unload, at: "SESTO", voyage: "V400", day: 15)
        cargo = try await view()
        #expect(cargo.isUnloadedAtDestination)
        #expect(cargo.nextExpectedText == "Claim in Stockholm")
        try await handle(.claim, at: "SESTO", day: 16)
        cargo = try await view()
        #expect(cargo.statusText == "Claimed in Stockholm")
        #expect(cargo.nextExpectedActivity == nil)
        #expect(!cargo.isMisdirected)

        let handled = ["HandlingEventRegistered", "CargoHandled"]
        let ashoreInTokyo = handled + ["CargoMisdirected", "EstimatedArrivalChanged"]
        let routedAgain = ["RouteRespecified", "CargoRouted", "CargoBackOnTrack"]
        let travelling = ["CargoBooked", "CargoRouted"] + handled + handled + ashoreInTokyo + routedAgain
        let arriving = handled + handled + handled + handled + ["CargoArrived"]
        #expect(try await world.eventTypes() == travelling + arriving + handled + ["CargoClaimed"])
    }
}
