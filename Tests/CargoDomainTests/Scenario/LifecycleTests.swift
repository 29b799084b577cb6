import CargoDomain
import CargoTesting
import Testing

/// The scenario of the Java reference with corrected dates: from Hong Kong to Stockholm, lost in Tokyo, found, and forwarded through
/// Hamburg.
@Suite("The life of a cargo")
struct LifecycleTests {
    private static func event(_ type: HandlingType, _ place: String, _ day: String, _ voyage: String? = nil) -> HandlingEvent {
        .stub(type, at: place, voyage: voyage, completed: .stub("2009-03-\(day)T00:00:00Z"))
    }

    static let deadline = Instant.stub("2009-03-18T00:00:00Z")
    static let route = Itinerary.stub(
        .stub("V100", from: "HKHKG", at: .stub("2009-03-03T00:00:00Z"), to: "USNYC", at: .stub("2009-03-09T00:00:00Z")),
        .stub("V200", from: "USNYC", at: .stub("2009-03-10T00:00:00Z"), to: "USCHI", at: .stub("2009-03-14T00:00:00Z")),
        .stub("V300", from: "USCHI", at: .stub("2009-03-14T12:00:00Z"), to: "SESTO", at: .stub("2009-03-17T00:00:00Z"))
    )
    static let otherRoute = Itinerary.stub(
        .stub("V300", from: "JPTYO", at: .stub("2009-03-08T00:00:00Z"), to: "DEHAM", at: .stub("2009-03-12T00:00:00Z")),
        .stub("V400", from: "DEHAM", at: .stub("2009-03-14T00:00:00Z"), to: "SESTO", at: .stub("2009-03-15T00:00:00Z"))
    )

    @Test("CRG-1, CRG-2, CRG-3, CRG-6, HND-6: booked, routed, misdirected at Tokyo, rerouted over Hamburg, claimed in Stockholm")
    func life() throws {
        // Given a booking from Hong Kong to Stockholm
        var cargo = try Cargo.book(
            trackingId: .stub(),
            customerId: .stub(),
            routeSpecification: .stub(by: Self.deadline),
            at: .stub("2009-03-01T00:00:00Z")
        )
        var history = HandlingHistory.empty(of: .stub())
        func handle(_ event: HandlingEvent) throws {
            try history.checkAccepts(event)
            history = try history.adding(event)
            cargo = try cargo.derivingDeliveryProgress(from: history)
        }
        #expect(cargo.delivery.routingStatus == .notRouted)
        #expect(cargo.delivery.plannedArrival == nil)

        // When a route is assigned, the cargo knows its next activity
        cargo = try cargo.assigned(to: Self.route)
        #expect(cargo.delivery.routingStatus == .routed)
        #expect(cargo.delivery.plannedArrival == .stub("2009-03-17T00:00:00Z"))
        #expect(cargo.delivery.nextExpectedActivity == .stub(.receive))

        // And the cargo is received and loaded in Hong Kong
        try handle(Self.event(.receive, "HKHKG", "01"))
        #expect(cargo.delivery.transportStatus == .inPort)
        #expect(cargo.delivery.nextExpectedActivity == .stub(.load, voyage: "V100"))
        try handle(Self.event(.load, "HKHKG", "03", "V100"))
        #expect(cargo.delivery.currentVoyage == .stub("V100"))
        #expect(cargo.delivery.nextExpectedActivity == .stub(.unload, at: "USNYC", voyage: "V100"))
        #expect(!cargo.delivery.isMisdirected)

        // A second RECEIVE is refused and changes nothing
        #expect(throws: DomainError.rule(.handlingRepeated)) { try handle(Self.event(.receive, "HKHKG", "02")) }
        #expect(history.events.count == 2)

        // Then it is unloaded in Tokyo, which isn't on its route
        try handle(Self.event(.unload, "JPTYO", "05", "V100"))
        #expect(cargo.delivery.isMisdirected)
        #expect(cargo.delivery.routingStatus == .routed)
        #expect(cargo.delivery.plannedArrival == nil)
        #expect(cargo.delivery.nextExpectedActivity == nil)
        #expect(cargo.delivery.lastKnownLocation == .stub("JPTYO"))

        // So the customer respecifies the route from Tokyo, and the itinerary no longer satisfies it
        cargo = try cargo.specifyingNewRoute(.stub(from: "JPTYO", by: Self.deadline), at: .stub("2009-03-05T06:00:00Z"))
        #expect(cargo.delivery.routingStatus == .misrouted)
        let elsewhere = DomainError.itineraryStartsElsewhere(actual: .stub("HKHKG"), expected: .stub("JPTYO"), aboard: nil)
        #expect(throws: elsewhere) { try cargo.assigned(to: Self.route) }

        // And a new route from Tokyo puts the cargo back on track
        cargo = try cargo.assigned(to: Self.otherRoute)
        #expect(cargo.delivery.routingStatus == .routed)
        #expect(!cargo.delivery.isMisdirected)
        #expect(cargo.delivery.plannedArrival == .stub("2009-03-15T00:00:00Z"))
        #expect(cargo.delivery.nextExpectedActivity == .stub(.load, at: "JPTYO", voyage: "V300"))

        // Through Hamburg and customs to Stockholm
        let rest: [(HandlingEvent, HandlingActivity?)] = [
            (Self.event(.load, "JPTYO", "08", "V300"), .stub(.unload, at: "DEHAM", voyage: "V300")),
            (Self.event(.unload, "DEHAM", "12", "V300"), .stub(.load, at: "DEHAM", voyage: "V400")),
            (Self.event(.customs, "DEHAM", "13"), .stub(.load, at: "DEHAM", voyage: "V400")),
            (Self.event(.load, "DEHAM", "14", "V400"), .stub(.unload, at: "SESTO", voyage: "V400")),
            (Self.event(.unload, "SESTO", "15", "V400"), .stub(.claim, at: "SESTO")),
            (Self.event(.claim, "SESTO", "16"), nil),
        ]
        for (event, next) in rest {
            try handle(event)
            #expect(!cargo.delivery.isMisdirected)
            #expect(cargo.delivery.nextExpectedActivity == next)
            #expect(cargo.delivery.isUnloadedAtDestination == (event.activity == .stub(.unload, at: "SESTO", voyage: "V400")))
        }
        #expect(cargo.delivery.transportStatus == .claimed)
        #expect(cargo.origin == .stub("HKHKG"))
        #expect(
            cargo.raisedFacts.map(\.type) == [
                "CargoBooked", "CargoRouted", "CargoHandled", "CargoHandled", "CargoHandled", "CargoMisdirected", "RouteRespecified",
                "CargoRouted", "CargoBackOnTrack", "CargoHandled", "CargoHandled", "CargoHandled", "CargoHandled", "CargoHandled",
                "CargoArrived",
                "CargoHandled", "CargoClaimed",
            ]
        )

        // After the claim, any further handling is refused
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try handle(Self.event(.load, "SESTO", "17", "V400")) }
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.changingDeadline(to: .latest, at: .stub()) }
    }

    @Test("HND-4, DLV-4: the same events registered in any order lead to the same delivery")
    func anyOrder() throws {
        let events = [
            Self.event(.receive, "HKHKG", "01"), Self.event(.load, "HKHKG", "03", "V100"), Self.event(.unload, "JPTYO", "05", "V100"),
            Self.event(.load, "JPTYO", "08", "V300"), Self.event(.unload, "DEHAM", "12", "V300"), Self.event(.load, "DEHAM", "14", "V400"),
            Self.event(.unload, "SESTO", "15", "V400"), Self.event(.claim, "SESTO", "16"),
        ]
        let lost = Cargo.stub(routeSpecification: .stub(by: .stub(day: 60)), itinerary: .stub(), handled: Array(events.prefix(3)))
        let specification = RouteSpecification.stub(from: "JPTYO", by: .stub(day: 60))
        let cargo = try lost.specifyingNewRoute(specification, at: .stub()).assigned(to: Self.otherRoute)
        let expected = try cargo.derivingDeliveryProgress(from: .stub(events)).delivery
        #expect(expected.planPosition == 6)
        #expect(!expected.isMisdirected)
        var source = SplitMix64(seed: 7)
        for _ in 0..<100 {
            var history = HandlingHistory.empty(of: .stub())
            var told = cargo
            for event in events.shuffled(using: &source) {
                history = try history.adding(event)
                told = try told.derivingDeliveryProgress(from: history)
            }
            #expect(told.delivery == expected)
        }
    }
}
