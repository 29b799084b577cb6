import CargoDomain
import CargoTesting
import Testing

@Suite("Handling a cargo")
struct CargoHandlingTests {
    static let received = HandlingEvent.stub(.receive)
    static let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 2))
    static let lost = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 4))
    static let cleared = HandlingEvent.stub(.customs, at: "SESTO", completed: .stub(day: 21))
    static let found = HandlingEvent.stub(.load, at: "USNYC", voyage: "V200", completed: .stub(day: 9))
    static let arrived = HandlingEvent.stub(.unload, at: "SESTO", voyage: "V300", completed: .stub(day: 20))
    static let claimed = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 22))

    /// Returns the facts raised when a routed cargo with some handling is handled further.
    private func facts(
        _ before: [HandlingEvent] = [],
        then after: [HandlingEvent],
        itinerary: Itinerary? = .stub()
    ) throws -> [DomainFact] {
        let cargo = Cargo.stub(itinerary: itinerary, handled: before, version: 1)
        return try cargo.derivingDeliveryProgress(from: .stub(before + after)).raisedFacts
    }

    @Test("CRG-6: a history of another cargo is rejected")
    func otherCargo() {
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) {
            try Cargo.stub().derivingDeliveryProgress(from: .stub(.stub(of: "OTHER")))
        }
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) {
            try Cargo.stub().derivingDeliveryProgress(from: .empty(of: .stub("OTHER")))
        }
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) { try Cargo.stub().review(of: .stub(.stub(of: "OTHER"))) }
    }

    @Test("CRG-6: a new last event raises CargoHandled, and nothing else while the cargo is on plan")
    func handled() throws {
        #expect(try facts(then: [Self.received]) == [.cargoHandled(lastHandled: Self.received.handled)])
        #expect(try facts([Self.received], then: [Self.loaded]) == [.cargoHandled(lastHandled: Self.loaded.handled)])
        #expect(try facts([Self.loaded], then: [Self.received]) == [])
        #expect(try facts([Self.received, Self.loaded], then: []) == [])
        #expect(try facts([Self.received], then: [.stub(.receive, registered: .stub(day: 5))]) == [])
        let later = HandlingEvent.stub(.receive, completed: .stub(day: 1, millisecond: 1))
        #expect(try facts([Self.received], then: [later]).first == .cargoHandled(lastHandled: later.handled))
    }

    @Test("CRG-6, CRG-9: CargoMisdirected is raised once, when the cargo becomes misdirected, with the actual and the expected activity")
    func misdirected() throws {
        let misdirected = DomainFact.cargoMisdirected(actual: Self.lost.activity, expected: .stub(.unload, at: "USNYC", voyage: "V100"))
        #expect(
            try facts([Self.received, Self.loaded], then: [Self.lost]) == [.cargoHandled(lastHandled: Self.lost.handled), misdirected]
        )
        let worse = HandlingEvent.stub(.load, at: "JPTYO", voyage: "V9", completed: .stub(day: 5))
        #expect(
            try facts([Self.received, Self.loaded, Self.lost], then: [worse]) == [.cargoHandled(lastHandled: worse.handled)]
        )
    }

    @Test("CRG-6: CargoMisdirected names the last unexpected event, even if an expected CUSTOMS event follows it")
    func lastUnexpected() throws {
        let first = HandlingEvent.stub(.load, at: "JPTYO", voyage: "V9", completed: .stub(day: 5))
        let facts = try facts([Self.received], then: [Self.lost, first, Self.cleared])
        #expect(
            facts == [
                .cargoHandled(lastHandled: Self.cleared.handled),
                .cargoMisdirected(actual: first.activity, expected: .stub(.load, voyage: "V100")),
            ]
        )
    }

    @Test("CRG-6: an event registered late can misdirect a cargo without being its last event")
    func lateReport() throws {
        #expect(
            try facts([Self.received, Self.cleared], then: [Self.lost]) == [
                .cargoMisdirected(actual: Self.lost.activity, expected: .stub(.load, voyage: "V100"))
            ]
        )
    }

    @Test("CRG-6: after the end of the plan, CargoMisdirected has no expected activity")
    func nothingDue() throws {
        let more = HandlingEvent.stub(.load, at: "SESTO", voyage: "V9", completed: .stub(day: 23))
        let plan = DeliveryTests.asPlanned
        #expect(
            try facts(plan, then: [more]) == [
                .cargoHandled(lastHandled: more.handled), .cargoMisdirected(actual: more.activity, expected: nil),
            ]
        )
    }

    @Test("CRG-6: if the route starts elsewhere and no event was unexpected, CargoMisdirected names the last move")
    func misdirectedByStart() throws {
        let start = CompletedActivity.stub(.unload, at: "JPTYO", voyage: "V9", completed: .stub(day: 1))
        let routed = Cargo.stub(itinerary: .stub())
        let cargo = try Cargo.reconstitute(
            trackingId: .stub(),
            customerId: .stub(),
            origin: .stub(),
            routeSpecification: .stub(),
            itinerary: .stub(),
            routingStart: start,
            delivery: .init(routed.delivery),
            version: 1
        )
        let before = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V9", completed: .stub(day: 1))
        let derived = try cargo.derivingDeliveryProgress(from: .stub(before, Self.cleared))
        #expect(
            derived.raisedFacts == [
                .cargoHandled(lastHandled: Self.cleared.handled),
                .cargoMisdirected(actual: before.activity, expected: .stub(.load, voyage: "V100")),
            ]
        )
    }

    @Test("CRG-6, CRG-9: an expected event that clears a misdirection raises CargoBackOnTrack")
    func backOnTrack() throws {
        #expect(
            try facts([Self.received, Self.loaded, Self.lost], then: [Self.found]) == [
                .cargoHandled(lastHandled: Self.found.handled), .cargoBackOnTrack,
            ]
        )
        #expect(
            try facts([Self.received, Self.loaded, Self.lost], then: [Self.cleared]) == [.cargoHandled(lastHandled: Self.cleared.handled)]
        )
    }

    @Test("CRG-6, CRG-9: unloading at the destination raises CargoArrived once")
    func arrivedOnce() throws {
        #expect(
            try facts([Self.received], then: [Self.arrived]) == [
                .cargoHandled(lastHandled: Self.arrived.handled), .cargoArrived(location: .stub("SESTO")),
            ]
        )
        #expect(try facts([Self.received, Self.arrived], then: [Self.cleared]) == [.cargoHandled(lastHandled: Self.cleared.handled)])
        #expect(
            try facts([], then: [Self.arrived], itinerary: nil) == [
                .cargoHandled(lastHandled: Self.arrived.handled), .cargoArrived(location: .stub("SESTO")),
            ]
        )
    }

    @Test("CRG-6: a claim raises CargoClaimed once, wherever it happens")
    func claimedOnce() throws {
        #expect(
            try facts([Self.received, Self.arrived], then: [Self.claimed]) == [
                .cargoHandled(lastHandled: Self.claimed.handled), .cargoClaimed(location: .stub("SESTO")),
            ]
        )
        #expect(try facts([Self.received, Self.arrived, Self.claimed], then: [Self.cleared]) == [])
        let elsewhere = HandlingEvent.stub(.claim, at: "JPTYO", completed: .stub(day: 22))
        #expect(try facts([Self.received], then: [elsewhere]).last == .cargoClaimed(location: .stub("JPTYO")))
    }

    @Test("CRG-6: facts raised together follow the rule's order, after facts raised earlier")
    func allAtOnce() throws {
        let misdirected = try Cargo.stub(itinerary: .stub()).derivingDeliveryProgress(from: .stub(Self.received, Self.lost))
        let arrived = try misdirected.derivingDeliveryProgress(from: .stub(Self.received, Self.lost, Self.arrived))
        #expect(
            arrived.raisedFacts.map(\.type) == [
                "CargoBooked", "CargoRouted", "CargoHandled", "CargoMisdirected", "CargoHandled", "CargoBackOnTrack", "CargoArrived",
            ]
        )
        let lostClaim = HandlingEvent.stub(.claim, at: "JPTYO", completed: .stub(day: 22))
        #expect(
            try facts([Self.received], then: [lostClaim]) == [
                .cargoHandled(lastHandled: lostClaim.handled),
                .cargoMisdirected(actual: lostClaim.activity, expected: .stub(.load, voyage: "V100")),
                .cargoClaimed(location: .stub("JPTYO")),
            ]
        )
    }

    @Test("CRG-6: over 5,000 random steps, the cargo raises exactly the facts that its changes imply", arguments: 1...5)
    func randomSteps(seed: Int) throws {
        var source = SplitMix64(seed: UInt64(seed) + 200)
        var seen: Set<String> = []
        for round in 0..<1000 {
            let transport = RandomTransport(using: &source)
            let known = transport.events.prefix(Int.random(in: 0...transport.events.count, using: &source))
            let history = HandlingHistory.stub(transport.events)
            let before = try transport.cargo().derivingDeliveryProgress(from: .stub(Array(known)))
            let after = try before.derivingDeliveryProgress(from: history)
            let (old, new) = (before.delivery, after.delivery)
            let misdirection = try before.review(of: history).misdirection

            var expected: [DomainFact] = []
            if let handled = new.lastHandled, handled != old.lastHandled { expected.append(.cargoHandled(lastHandled: handled)) }
            if let misdirection, !old.isMisdirected {
                expected.append(.cargoMisdirected(actual: misdirection.actual, expected: misdirection.expected))
            }
            if old.isMisdirected && !new.isMisdirected { expected.append(.cargoBackOnTrack) }
            if !old.isUnloadedAtDestination && new.isUnloadedAtDestination {
                expected.append(.cargoArrived(location: transport.specification.destination))
            }
            if old.transportStatus != .claimed, new.transportStatus == .claimed, let place = new.lastKnownLocation {
                expected.append(.cargoClaimed(location: place))
            }
            try #require(Array(after.raisedFacts.dropFirst(before.raisedFacts.count)) == expected, "seed \(seed), round \(round)")
            #expect(new.isMisdirected == (misdirection != nil) || history.events.isEmpty)
            seen.formUnion(expected.map(\.type))
        }
        #expect(seen == ["CargoHandled", "CargoMisdirected", "CargoBackOnTrack", "CargoArrived", "CargoClaimed"])
    }

    @Test("DLV-4, DLV-5: a review counts events up to the routing start, and all events of an unrouted cargo, as expected")
    func review() throws {
        let events = [Self.received, Self.loaded, Self.lost, Self.found, Self.cleared]
        let review = try Cargo.stub(itinerary: .stub()).review(of: .stub(events))
        #expect(review.isExpected == [true, true, false, true, true])
        #expect(review.misdirection == nil)
        #expect(try Cargo.stub().review(of: .stub(events)).isExpected == [true, true, true, true, true])
        let lost = try Cargo.stub(itinerary: .stub()).review(of: .stub(Self.received, Self.loaded, Self.lost))
        #expect(lost.misdirection?.actual == Self.lost.activity)
        #expect(lost.misdirection?.expected == .stub(.unload, at: "USNYC", voyage: "V100"))
        #expect(lost.delivery == Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded, Self.lost]).delivery)
        let direct = Itinerary.stub(.stub("V400", from: "JPTYO", at: .stub(day: 6), to: "SESTO", at: .stub(day: 20)))
        let rerouted = try Cargo.stub(itinerary: .stub(), handled: [Self.received, Self.loaded, Self.lost])
            .specifyingNewRoute(.stub(from: "JPTYO"), at: .stub()).assigned(to: direct)
        #expect(try rerouted.review(of: .stub(events)).isExpected == [true, true, true, false, true])
    }
}
