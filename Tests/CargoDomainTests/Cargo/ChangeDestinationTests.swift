import CargoDomain
import CargoTesting
import Testing

@Suite("Changing a cargo's destination")
struct ChangeDestinationTests {
    static let received = HandlingEvent.stub(.receive)
    static let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 2))
    static let unloaded = HandlingEvent.stub(.unload, at: "USNYC", voyage: "V100", completed: .stub(day: 8))
    static let lost = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 4))

    @Test("CRG-4: before receipt, a new destination keeps origin and deadline and raises DestinationChanged")
    func notReceived() throws {
        let changed = try Cargo.stub(itinerary: .stub(), version: 1).changingDestination(to: .stub("DEHAM"))
        #expect(changed.routeSpecification == .stub(to: "DEHAM"))
        #expect(changed.origin == .stub("HKHKG"))
        #expect(changed.itinerary == .stub())
        #expect(changed.delivery.routingStatus == .misrouted)
        #expect(changed.delivery.planPosition == 0)
        #expect(changed.raisedFacts == [.destinationChanged(routeSpecification: .stub(to: "DEHAM"))])
    }

    @Test("CRG-4: before receipt, the new origin is the current specification's, not the booking's")
    func respecified() throws {
        let cargo = try Cargo.stub().specifyingNewRoute(.stub(from: "USNYC"), at: .stub())
        #expect(try cargo.changingDestination(to: .stub("DEHAM")).routeSpecification.origin == .stub("USNYC"))
    }

    @Test(
        "CRG-4: in port, the new origin is that port, whether or not the cargo is misdirected or routed",
        arguments: [
            ("as planned", [received, loaded, unloaded], Itinerary.stub(), "USNYC"),
            ("misdirected", [received, loaded, lost], .stub(), "JPTYO"),
            ("without a route", [received, loaded, lost], nil, "JPTYO"),
        ] as [(String, [HandlingEvent], Itinerary?, String)]
    )
    func inPort(name: String, events: [HandlingEvent], itinerary: Itinerary?, origin: String) throws {
        let cargo = Cargo.stub(itinerary: itinerary, handled: events)
        #expect(try cargo.changingDestination(to: .stub("DEHAM")).routeSpecification == .stub(from: origin, to: "DEHAM"))
    }

    @Test("CRG-4: at sea, the new origin is where the plan unloads the cargo, after every further change too")
    func onBoard() throws {
        let cargo = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded])
        let once = try cargo.changingDestination(to: .stub("DEHAM"))
        #expect(once.routeSpecification == .stub(from: "USNYC", to: "DEHAM"))
        #expect(once.delivery.routingStatus == .misrouted)
        let twice = try once.changingDestination(to: .stub("NLRTM"))
        #expect(twice.routeSpecification == .stub(from: "USNYC", to: "NLRTM"))
        #expect(try twice.changingDestination(to: .stub("SESTO")).routeSpecification == .stub(from: "USNYC"))
    }

    @Test(
        "CRG-4: at sea without an UNLOAD of its voyage due, the new origin is the specification's",
        arguments: [
            ("without a route", [loaded], nil),
            ("misdirected", [received, .stub(.load, at: "HKHKG", voyage: "V9", completed: .stub(day: 2))], Itinerary.stub()),
            ("due on another voyage", [received, .stub(.load, at: "SESTO", voyage: "V300", completed: .stub(day: 3))], .stub()),
        ] as [(String, [HandlingEvent], Itinerary?)]
    )
    func atSea(name: String, events: [HandlingEvent], itinerary: Itinerary?) throws {
        let cargo = Cargo.stub(itinerary: itinerary, handled: events)
        #expect(try cargo.changingDestination(to: .stub("DEHAM")).routeSpecification == .stub(from: "HKHKG", to: "DEHAM"))
    }

    @Test("CRG-4, CRG-9: the destination can be where the cargo is: the first candidate that isn't the destination becomes the origin")
    func destinationIsHere() throws {
        let inPort = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded, Self.lost])
        let changed = try inPort.changingDestination(to: .stub("JPTYO"))
        #expect(changed.routeSpecification == .stub(from: "HKHKG", to: "JPTYO"))
        #expect(changed.delivery.isUnloadedAtDestination)
        let specification = DomainFact.destinationChanged(routeSpecification: .stub(from: "HKHKG", to: "JPTYO"))
        #expect(changed.raisedFacts.suffix(2) == [specification, .cargoArrived(location: .stub("JPTYO"))])
    }

    @Test("CRG-4, CRG-0: checks run in order: cancelled, claimed; then the same destination changes nothing")
    func precedence() throws {
        let claimed = Cargo.stub(handled: [Self.received, .stub(.claim, completed: .stub(day: 3))])
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try claimed.changingDestination(to: .stub("SESTO")) }
        let cancelled = try Cargo.stub().cancelled(because: .stub(), at: .stub())
        #expect(throws: DomainError.rule(.cargoCancelled)) { try cancelled.changingDestination(to: .stub("SESTO")) }
        let cargo = Cargo.stub(version: 1)
        #expect(try cargo.changingDestination(to: .stub("SESTO")).raisedFacts.isEmpty)
    }
}
