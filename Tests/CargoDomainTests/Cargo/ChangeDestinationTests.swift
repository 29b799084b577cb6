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
        let changed = try Cargo.stub(itinerary: .stub(), version: 1).changingDestination(to: .stub("DEHAM"), at: .stub())
        #expect(changed.routeSpecification == .stub(to: "DEHAM"))
        #expect(changed.origin == .stub("CNHKG"))
        #expect(changed.itinerary == .stub())
        #expect(changed.delivery.routingStatus == .misrouted)
        #expect(changed.delivery.planPosition == 0)
        #expect(changed.raisedFacts == [.destinationChanged(routeSpecification: .stub(to: "DEHAM"))])
    }

    @Test("CRG-4: before receipt, the new origin is the current specification's, not the booking's")
    func respecified() throws {
        let cargo = try Cargo.stub().specifyingNewRoute(.stub(from: "USNYC"), at: .stub())
        #expect(try cargo.changingDestination(to: .stub("DEHAM"), at: .stub()).routeSpecification.origin == .stub("USNYC"))
    }

    @Test(
        "CRG-4: in port, the new origin is that port, whether or not the cargo is misdirected or routed",
        arguments: [
            ("as planned", [received, loaded, unloaded], Itinerary.stub(), "USNYC"),
            ("misdirected", [received, loaded, lost], .stub(), "JPTYO"),
            ("cleared", [.stub(.customs, at: "SGSIN")], .stub(), "SGSIN"),
            ("without a route", [received, loaded, lost], nil, "JPTYO"),
        ] as [(String, [HandlingEvent], Itinerary?, String)]
    )
    func inPort(name: String, events: [HandlingEvent], itinerary: Itinerary?, origin: String) throws {
        let cargo = Cargo.stub(itinerary: itinerary, handled: events)
        #expect(try cargo.changingDestination(to: .stub("DEHAM"), at: .stub()).routeSpecification == .stub(from: origin, to: "DEHAM"))
    }

    @Test("CRG-4: at sea, the new origin is where the plan unloads the cargo, after every further change too")
    func onBoard() throws {
        let cargo = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded])
        let once = try cargo.changingDestination(to: .stub("DEHAM"), at: .stub())
        #expect(once.routeSpecification == .stub(from: "USNYC", to: "DEHAM"))
        #expect(once.delivery.routingStatus == .misrouted)
        let twice = try once.changingDestination(to: .stub("NLRTM"), at: .stub())
        #expect(twice.routeSpecification == .stub(from: "USNYC", to: "NLRTM"))
        #expect(try twice.changingDestination(to: .stub("SESTO"), at: .stub()).routeSpecification == .stub(from: "USNYC"))
    }

    @Test("CRG-4: at sea on the voyage that a new route begins with, the new origin is where that route begins")
    func onBoardElsewhere() throws {
        let atSea = Cargo.stub(handled: [.stub(.load, at: "JPTYO", voyage: "V9")])
        let routed = try atSea.assigned(to: .stub())
        #expect(routed.delivery.nextExpectedActivity == .stub(.unload, at: "CNHKG", voyage: "V9"))
        #expect(try routed.changingDestination(to: .stub("DEHAM"), at: .stub()).routeSpecification == .stub(from: "CNHKG", to: "DEHAM"))
    }

    @Test(
        "CRG-4: at sea, the change is rejected if the cargo is unrouted or misdirected, or the plan doesn't unload its voyage next",
        arguments: [
            ("without a route", [loaded], nil),
            ("misdirected", [received, .stub(.load, at: "CNHKG", voyage: "V9", completed: .stub(day: 2))], Itinerary.stub()),
            (
                "misdirected on the voyage that it is due to come off",
                [received, loaded, .stub(.load, at: "JPTYO", voyage: "V100", completed: .stub(day: 4))], .stub()
            ),
            ("due on another voyage", [received, .stub(.load, at: "SESTO", voyage: "V300", completed: .stub(day: 3))], .stub()),
        ] as [(String, [HandlingEvent], Itinerary?)]
    )
    func positionUnknown(name: String, events: [HandlingEvent], itinerary: Itinerary?) {
        let cargo = Cargo.stub(itinerary: itinerary, handled: events)
        #expect(throws: DomainError.rule(.cargoPositionUnknown)) { try cargo.changingDestination(to: .stub("DEHAM"), at: .stub()) }
    }

    /// A stored state in which the next entry and the voyage differ.
    ///
    /// No operation creates it, but DLV-10 accepts it.
    @Test(
        "CRG-4: the next planned activity counts only if it unloads the cargo's current voyage",
        arguments: [
            (0, "V100", nil), (1, "V100", nil), (2, "V100", "USNYC"), (2, "V9", nil), (3, "V100", nil), (4, "V100", nil),
            (4, "V200", "USCHI"),
            (7, "V300", nil), (8, "V300", nil),
        ] as [(Int64, String, String?)]
    )
    func entryDue(position: Int64, voyage: String, origin: String?) throws {
        let plan = Itinerary.stub().plan
        let cargo = try Cargo.reconstitute(
            trackingId: .stub(),
            customerId: .stub(),
            origin: .stub(),
            routeSpecification: .stub(),
            itinerary: .stub(),
            routingStart: nil,
            delivery: Delivery.Stored(
                currentVoyage: .stub(voyage),
                estimatedArrival: .stub(day: 20),
                isMisdirected: false,
                isUnloadedAtDestination: false,
                lastHandled: .stub(.load, voyage: voyage),
                lastKnownLocation: .stub(),
                nextExpectedActivity: position < 8 ? plan[Int(position)] : nil,
                planPosition: position,
                routingStatus: .routed,
                transportStatus: .onboardCarrier,
                unloadedAt: nil
            ),
            version: 1
        )
        if let origin {
            #expect(try cargo.changingDestination(to: .stub("DEHAM"), at: .stub()).routeSpecification.origin == .stub(origin))
        } else {
            #expect(throws: DomainError.rule(.cargoPositionUnknown)) { try cargo.changingDestination(to: .stub("DEHAM"), at: .stub()) }
        }
    }

    @Test("CRG-4: checks run in order: claim, destination, position, origin, deadline")
    func precedence() {
        let late = Instant.stub(day: 60)
        let claimed = Cargo.stub(handled: [Self.received, .stub(.claim, completed: .stub(day: 3))])
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try claimed.changingDestination(to: .stub("SESTO"), at: late) }
        let atSea = Cargo.stub(handled: [Self.loaded])
        #expect(throws: DomainError.rule(.destinationUnchanged)) { try atSea.changingDestination(to: .stub("SESTO"), at: late) }
        #expect(throws: DomainError.rule(.cargoPositionUnknown)) { try atSea.changingDestination(to: .stub("CNHKG"), at: late) }
        let inPort = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded, Self.lost])
        #expect(throws: DomainError.rule(.routeOriginIsDestination)) { try inPort.changingDestination(to: .stub("JPTYO"), at: late) }
        #expect(throws: DomainError.rule(.deadlineNotInFuture)) { try inPort.changingDestination(to: .stub("CNHKG"), at: late) }
        #expect(throws: DomainError.rule(.routeOriginIsDestination)) { try Cargo.stub().changingDestination(to: .stub("CNHKG"), at: late) }
    }
}
