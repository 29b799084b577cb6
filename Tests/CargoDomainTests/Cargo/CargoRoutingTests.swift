import CargoDomain
import CargoTesting
import Testing

@Suite("Booking and routing a cargo")
struct CargoRoutingTests {
    static let received = HandlingEvent.stub(.receive)
    static let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 2))
    static let lost = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 4))
    static let claimed = HandlingEvent.stub(.claim, completed: .stub(day: 30))

    @Test("CRG-1: booking makes an unhandled, unrouted cargo of version 0 and raises CargoBooked")
    func booking() throws {
        let cargo = try Cargo.book(trackingId: .stub(), customerId: .stub(), routeSpecification: .stub(), at: .stub())
        #expect(cargo.trackingId == .stub())
        #expect(cargo.customerId == .stub())
        #expect(cargo.origin == .stub("HKHKG"))
        #expect(cargo.routeSpecification == .stub())
        #expect(cargo.itinerary == nil)
        #expect(cargo.routingStart == nil)
        #expect(cargo.version == 0)
        #expect(cargo.delivery.routingStatus == .notRouted)
        #expect(cargo.delivery.transportStatus == .notReceived)
        #expect(cargo.raisedFacts == [.cargoBooked(customerId: .stub(), origin: .stub("HKHKG"), routeSpecification: .stub())])
    }

    @Test("CRG-1: a booking whose deadline isn't in the future is rejected", arguments: [0, 1, 100])
    func bookingTooLate(day: Int) {
        #expect(throws: DomainError.rule(.deadlineNotInFuture)) {
            try Cargo.book(
                trackingId: .stub(),
                customerId: .stub(),
                routeSpecification: .stub(by: .stub(day: 60)),
                at: .stub(day: 60 + day)
            )
        }
    }

    @Test("CRG-2: assigning a route records the last event as its start and raises CargoRouted")
    func routing() throws {
        let cargo = try Cargo.stub(version: 1).assigned(to: .stub())
        #expect(cargo.itinerary == .stub())
        #expect(cargo.routingStart == nil)
        #expect(cargo.delivery.routingStatus == .routed)
        #expect(cargo.delivery.planPosition == 0)
        #expect(cargo.version == 1)
        #expect(cargo.raisedFacts == [.cargoRouted(itinerary: .stub())])

        let handled = try Cargo.stub(handled: [Self.received]).assigned(to: .stub())
        #expect(handled.routingStart == Self.received.handled)
        #expect(handled.delivery.planPosition == 1)
        #expect(handled.delivery.nextExpectedActivity == .stub(.load, voyage: "V100"))
    }

    @Test("CRG-2: a claimed cargo can't be rerouted, even by an unsuitable route")
    func routingClaimed() throws {
        let cargo = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.claimed])
        let elsewhere = Itinerary.stub(.stub(from: "USNYC", to: "USCHI"))
        for itinerary in [Itinerary.stub(), elsewhere] {
            #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.assigned(to: itinerary) }
        }
    }

    @Test("CRG-2: the position of the cargo is checked before the specification")
    func routingUnsatisfying() {
        let elsewhere = Itinerary.stub(.stub(from: "USNYC", to: "SESTO"))
        #expect(throws: DomainError.itineraryStartsElsewhere(actual: .stub("USNYC"), expected: .stub("HKHKG"), aboard: nil)) {
            try Cargo.stub().assigned(to: elsewhere)
        }
        #expect(throws: DomainError.itineraryStartsElsewhere(actual: .stub("USNYC"), expected: .stub("JPTYO"), aboard: nil)) {
            try Cargo.stub(handled: [.stub(.receive, at: "JPTYO")]).assigned(to: elsewhere)
        }
        #expect(throws: DomainError.rule(.itineraryNotSatisfying)) {
            try Cargo.stub(routeSpecification: .stub(by: .stub(day: 20))).assigned(to: .stub())
        }
    }

    @Test(
        "CRG-2: a cargo in port needs a route from that port, a cargo on board one that starts with its voyage",
        arguments: [
            ("not received", [], true),
            ("in port there", [received], true),
            ("in port elsewhere", [received, loaded, lost], false),
            ("cleared elsewhere", [.stub(.customs, at: "JPTYO")], true),
            ("on board", [received, loaded], true),
            ("on board from elsewhere", [.stub(.load, at: "JPTYO", voyage: "V9")], false),
        ] as [(String, [HandlingEvent], Bool)]
    )
    func routingStart(name: String, events: [HandlingEvent], isAccepted: Bool) throws {
        let cargo = Cargo.stub(handled: events)
        if isAccepted {
            #expect(try cargo.assigned(to: .stub()).routingStart == events.last { $0.activity.type != .customs }?.handled)
        } else {
            let error = #expect(throws: DomainError.self) { try cargo.assigned(to: .stub()) }
            #expect(error?.code == .itineraryStartsElsewhere)
        }
    }

    @Test("CRG-2: a route from where a misdirected cargo is clears the misdirection")
    func rerouting() throws {
        let lost = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded, Self.lost])
        #expect(lost.delivery.isMisdirected)
        let direct = Itinerary.stub(.stub("V400", from: "JPTYO", at: .stub(day: 6), to: "SESTO", at: .stub(day: 20)))
        let found = try lost.specifyingNewRoute(.stub(from: "JPTYO"), at: .stub()).assigned(to: direct)
        #expect(!found.delivery.isMisdirected)
        #expect(found.routingStart == Self.lost.handled)
        #expect(found.delivery.planPosition == 1)
        #expect(found.delivery.lastMove == Self.lost.handled)
        #expect(found.delivery.nextExpectedActivity == .stub(.load, at: "JPTYO", voyage: "V400"))
        let history = HandlingHistory.stub(Self.received, Self.loaded, Self.lost)
        #expect(try found.derivingDeliveryProgress(from: history).delivery == found.delivery)
        #expect(try found.derivingDeliveryProgress(from: history).raisedFacts == found.raisedFacts)
    }

    @Test("CRG-0: assigning the same itinerary again changes nothing")
    func routingTwice() throws {
        let cargo = Cargo.stub(itinerary: .stub(), version: 1)
        #expect(try cargo.assigned(to: .stub()) == cargo)
        #expect(try cargo.assigned(to: .stub()).raisedFacts.isEmpty)
    }

    @Test("CRG-3: a new specification keeps the route, its start and the position, derives the rest again, and raises RouteRespecified")
    func respecifying() throws {
        let cargo = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded], version: 3)
        let changed = try cargo.specifyingNewRoute(.stub(from: "USNYC", to: "USCHI"), at: .stub())
        #expect(changed.routeSpecification == .stub(from: "USNYC", to: "USCHI"))
        #expect(changed.origin == .stub("HKHKG"))
        #expect(changed.itinerary == .stub())
        #expect(changed.routingStart == cargo.routingStart)
        #expect(changed.delivery.planPosition == 2)
        #expect(changed.delivery.isMisdirected == false)
        #expect(changed.delivery.routingStatus == .misrouted)
        #expect(changed.delivery.plannedArrival == nil)
        #expect(changed.delivery.nextExpectedActivity == nil)
        #expect(changed.raisedFacts == [.routeRespecified(routeSpecification: .stub(from: "USNYC", to: "USCHI"))])
        let back = try changed.specifyingNewRoute(.stub(), at: .stub())
        #expect(back.delivery == cargo.delivery)
    }

    @Test("CRG-3: a new specification keeps a misdirection and re-evaluates arrival against the new destination")
    func respecifyingMisdirected() throws {
        let cargo = Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded, Self.lost])
        let changed = try cargo.specifyingNewRoute(.stub(to: "JPTYO"), at: .stub())
        #expect(changed.delivery.isMisdirected)
        #expect(changed.delivery.isUnloadedAtDestination)
        #expect(!cargo.delivery.isUnloadedAtDestination)
    }

    @Test("CRG-3, CRG-4, CRG-5: a change of a claimed cargo is rejected before anything else is checked")
    func changingClaimed() {
        let cargo = Cargo.stub(handled: [Self.received, Self.claimed])
        let late = Instant.stub(day: 100)
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.specifyingNewRoute(.stub(), at: late) }
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.changingDestination(to: .stub("SESTO")) }
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.changingDestination(to: .stub("USNYC")) }
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.changingDeadline(to: .stub(day: 10), at: late) }
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try cargo.changingDeadline(to: .stub(day: 70), at: .stub()) }
    }

    @Test("CRG-3: a new specification whose deadline isn't in the future is rejected")
    func respecifyingTooLate() {
        #expect(throws: DomainError.rule(.deadlineNotInFuture)) {
            try Cargo.stub().specifyingNewRoute(.stub(to: "DEHAM"), at: .stub(day: 60))
        }
    }

    @Test("CRG-5: changing the deadline keeps origin, destination and route, and raises DeadlineChanged")
    func deadline() throws {
        let cargo = Cargo.stub(itinerary: .stub(), version: 2)
        let later = try cargo.changingDeadline(to: .stub(day: 70), at: .stub())
        #expect(later.routeSpecification == .stub(by: .stub(day: 70)))
        #expect(later.itinerary == .stub())
        #expect(later.delivery == cargo.delivery)
        #expect(later.raisedFacts == [.deadlineChanged(routeSpecification: .stub(by: .stub(day: 70)))])
        let sooner = try cargo.changingDeadline(to: .stub(day: 20), at: .stub())
        #expect(sooner.delivery.routingStatus == .misrouted)
        #expect(sooner.delivery.plannedArrival == nil)
        #expect(try cargo.changingDeadline(to: .stub(day: 20, millisecond: 1), at: .stub()).delivery.routingStatus == .routed)
        #expect(throws: DomainError.rule(.deadlineNotInFuture)) { try cargo.changingDeadline(to: .stub(day: 5), at: .stub(day: 5)) }
    }

    @Test("CRG-7: the tracking id alone identifies a cargo; equality compares its whole state")
    func identity() throws {
        let cargo = Cargo.stub(version: 1)
        #expect(cargo.isSameCargo(as: try cargo.assigned(to: .stub())))
        #expect(cargo.isSameCargo(as: .stub(customer: "CUST-2", version: 9)))
        #expect(!cargo.isSameCargo(as: .stub("OTHER", version: 1)))
        #expect(cargo == .stub(version: 1))
        #expect(Set([cargo, .stub(version: 1), .stub(version: 2)]).count == 2)
        let others: [Cargo] = [
            .stub("OTHER", version: 1), .stub(customer: "CUST-2", version: 1), .stub(version: 2),
            .stub(routeSpecification: .stub(by: .stub(day: 61)), version: 1), .stub(itinerary: .stub(), version: 1),
            .stub(handled: [Self.received], version: 1), try cargo.specifyingNewRoute(.stub(from: "USNYC"), at: .stub()),
        ]
        for other in others { #expect(cargo != other) }
        let elsewhere = try Cargo.stub(routeSpecification: .stub(from: "USNYC"), version: 1).specifyingNewRoute(.stub(), at: .stub())
        #expect(cargo != elsewhere)
        #expect(try Cargo.stub(itinerary: .stub(), handled: [Self.received]) != .stub(handled: [Self.received]).assigned(to: .stub()))
    }

    @Test("CRG-1, CRG-2: facts accumulate in order until the cargo is saved, and a failed operation changes nothing")
    func facts() throws {
        let cargo = try Cargo.stub().assigned(to: .stub()).changingDeadline(to: .stub(day: 70), at: .stub())
        #expect(cargo.raisedFacts.map(\.type) == ["CargoBooked", "CargoRouted", "DeadlineChanged"])
        let before = cargo
        #expect(throws: DomainError.self) { try cargo.changingDeadline(to: .stub(), at: .stub()) }
        #expect(cargo == before)
        #expect(cargo.raisedFacts == before.raisedFacts)
        #expect(try cargo.reconstituted(atVersion: 1).raisedFacts == [])
    }
}
