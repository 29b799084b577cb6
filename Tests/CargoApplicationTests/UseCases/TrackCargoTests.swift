import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("Tracking")
struct TrackCargoTests {
    func track(_ world: World) async throws -> CargoTrackingView {
        try await TrackCargo(world.kit).execute(.init(trackingId: .stub())).get()
    }

    @Test("an unknown cargo is cargo_not_found")
    func absent() async throws {
        let world = try await World()
        #expect(await TrackCargo(world.kit).execute(.init(trackingId: .stub())).failure == .cargoNotFound(.stub()))
    }

    @Test("the view of a new booking has only what is known")
    func fresh() async throws {
        let world = try await World()
        try await world.addCargo()
        let view = try await track(world)
        #expect(
            view.canonicalText == """
                {"arrivalDeadline":"2026-03-02T00:00:00.000Z","bookingStatus":"CONFIRMED","customerId":"CUST-1","destination":{"name":"Stockholm",\
                "unLocode":"SESTO"},"events":[],"isLate":false,"isMisdirected":false,"isUnloadedAtDestination":false,"legs":[],\
                "origin":{"name":"Hongkong","unLocode":"HKHKG"},"routingStatus":"NOT_ROUTED","statusText":"Not received",\
                "trackingId":"ABC123","transportStatus":"NOT_RECEIVED"}
                """
        )
    }

    @Test("CRG-6: the view is derived from the history, even before an inspection updates the cargo")
    func derived() async throws {
        let world = try await World()
        try await world.addCargo(itinerary: .stub())
        var history = HandlingHistory.empty(of: .stub())
        for event: HandlingEvent in [
            .stub(completed: .stub(day: 1), registered: .stub(day: 5)), .stub(.load, voyage: "V100", completed: .stub(day: 2)),
            .stub(.unload, at: "DEHAM", voyage: "V100", completed: .stub(day: 4)),
        ] {
            let cargo = try await world.cargo()
            try await world.store.handlingUnitOfWork.save(event, after: history, with: cargo).get()
            history = try history.adding(event)
        }
        #expect(try await world.cargo().delivery.transportStatus == .notReceived)
        let view = try await track(world)
        #expect(view.transportStatus == .inPort)
        #expect(view.statusText == "In port Hamburg")
        #expect(view.isMisdirected)
        #expect(view.misdirection?.actual == .stub(.unload, at: "DEHAM", voyage: "V100"))
        #expect(view.misdirection?.expected == .stub(.unload, at: "USNYC", voyage: "V100"))
        #expect(view.nextExpectedText == nil)
        #expect(view.estimatedArrival == nil)
        #expect(view.events.map(\.isExpected) == [true, true, false])
        #expect(
            view.events.map(\.description) == [
                "Received in Hongkong", "Loaded onto voyage V100 in Hongkong", "Unloaded off voyage V100 in Hamburg",
            ]
        )
        #expect(view.events[0].registrationTime == .stub(day: 5))
        #expect(view.legs.map(\.leg) == Itinerary.stub().legs)
    }

    @Test(
        "the texts of the view match the reference",
        arguments: [
            (0, "Not received", "Receive in Hongkong", nil),
            (1, "In port Hongkong", "Load onto voyage V100 in Hongkong", "Received in Hongkong"),
            (2, "Onboard voyage V100", "Unload off voyage V100 in New York", "Loaded onto voyage V100 in Hongkong"),
            (3, "In port New York", "Load onto voyage V200 in New York", "Unloaded off voyage V100 in New York"),
            (4, "In port New York", "Load onto voyage V200 in New York", "Cleared customs in New York"),
            (8, "In port Stockholm", "Claim in Stockholm", "Unloaded off voyage V300 in Stockholm"),
            (9, "Claimed in Stockholm", nil, "Claimed in Stockholm"),
        ] as [(Int, String, String?, String?)]
    )
    func texts(count: Int, status: String, next: String?, done: String?) async throws {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo(itinerary: .stub())
        world.clock.set(to: .stub(day: 30))
        let happenings: [(HandlingType, String, String?)] = [
            (.receive, "HKHKG", nil), (.load, "HKHKG", "V100"), (.unload, "USNYC", "V100"), (.customs, "USNYC", nil),
            (.load, "USNYC", "V200"), (.unload, "USCHI", "V200"), (.load, "USCHI", "V300"), (.unload, "SESTO", "V300"),
            (.claim, "SESTO", nil),
        ]
        for (day, (type, place, voyage)) in happenings.prefix(count).enumerated() {
            _ = try await world.handle(type, at: place, voyage: voyage, day: day).get()
        }
        let view = try await track(world)
        #expect(view.statusText == status)
        #expect(view.nextExpectedText == next)
        #expect(view.events.last?.description == done)
        #expect(view.currentVoyage == (count == 2 ? .stub("V100") : nil))
        #expect(view.isUnloadedAtDestination == (count == 8))
    }

    @Test("EST-2: the times ahead are the voyages' forecasts, and end where a connection is missed")
    func expectedTimes() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        try await world.addCargo(itinerary: .stub())
        func times() async throws -> [Instant?] { try await track(world).expectedActivities.map(\.scheduledTime) }
        func days(_ days: Int?...) -> [Instant?] { days.map { day in day.map { Instant.stub(day: $0) } } }
        #expect(try await times() == days(nil, 2, 8, 9, 11, 12, 20, nil))
        func report(arrivalOn day: Int) async throws {
            let request = ReportPortCall.Request(
                voyageNumber: .stub("V100"),
                .arrival,
                at: .stub("USNYC"),
                status: .estimated,
                time: .stub(day: day)
            )
            _ = try await ReportPortCall(world.kit).execute(request).get()
        }
        try await report(arrivalOn: 9)
        #expect(try await times() == days(nil, 2, 9, 9, 11, 12, 20, nil))
        try await report(arrivalOn: 10)
        #expect(try await times() == days(nil, 2, 10, nil, nil, nil, nil, nil))
    }

    @Test("an unknown location shows its code; a repository failure is returned")
    func unknownPlaces() async throws {
        let world = try await World()
        try await world.store.cargos.save(.stub(routeSpecification: .stub(to: "FIHEL"))).get()
        #expect(try await track(world).destination.name.text == "FIHEL")
        world.faults.fail(.findLocations, with: .technical(.storeUnavailable))
        #expect(
            await TrackCargo(world.kit).execute(.init(trackingId: .stub())).failure == .technical(.storeUnavailable)
        )
    }
}
