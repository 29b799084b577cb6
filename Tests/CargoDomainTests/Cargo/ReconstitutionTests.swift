import CargoDomain
import CargoTesting
import Testing

/// A stored delivery whose members can be changed one at a time.
struct StoredDelivery {
    var currentVoyage: VoyageNumber?
    var isMisdirected: Bool
    var isUnloadedAtDestination: Bool
    var lastHandled: CompletedActivity?
    var lastKnownLocation: UnLocode?
    var lastMove: CompletedActivity?
    var nextExpectedActivity: HandlingActivity?
    var planPosition: Int64?
    var plannedArrival: Instant?
    var routingStatus: RoutingStatus
    var transportStatus: TransportStatus

    init(_ delivery: Delivery) {
        currentVoyage = delivery.currentVoyage
        isMisdirected = delivery.isMisdirected
        isUnloadedAtDestination = delivery.isUnloadedAtDestination
        lastHandled = delivery.lastHandled
        lastKnownLocation = delivery.lastKnownLocation
        nextExpectedActivity = delivery.nextExpectedActivity
        planPosition = delivery.planPosition.map { Int64($0) }
        routingStatus = delivery.routingStatus
        transportStatus = delivery.transportStatus
        lastMove = delivery.lastMove
        plannedArrival = delivery.plannedArrival
    }

    var stored: Delivery.Stored {
        .init(
            currentVoyage: currentVoyage,
            isMisdirected: isMisdirected,
            isUnloadedAtDestination: isUnloadedAtDestination,
            lastHandled: lastHandled,
            lastKnownLocation: lastKnownLocation,
            lastMove: lastMove,
            nextExpectedActivity: nextExpectedActivity,
            planPosition: planPosition,
            plannedArrival: plannedArrival,
            routingStatus: routingStatus,
            transportStatus: transportStatus
        )
    }
}

@Suite("Reconstituting a cargo from storage")
struct ReconstitutionTests {
    typealias Damage = @Sendable (inout StoredDelivery) -> Void

    static let received = HandlingEvent.stub(.receive)
    static let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 2))
    static let lost = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 4))
    static let cleared = HandlingEvent.stub(.customs, at: "JPTYO", completed: .stub(day: 5))
    static let arrived = HandlingEvent.stub(.unload, at: "SESTO", voyage: "V300", completed: .stub(day: 20))

    static let states: [(name: String, cargo: Cargo)] = [
        ("booked", .stub()), ("received, not routed", .stub(handled: [received])), ("routed", .stub(itinerary: .stub())),
        ("received", .stub(itinerary: .stub(), handled: [received])), ("on board", .stub(itinerary: .stub(), handled: [received, loaded])),
        ("misdirected", .stub(itinerary: .stub(), handled: [received, loaded, lost])),
        ("cleared", .stub(itinerary: .stub(), handled: [received, loaded, lost, cleared])),
        ("arrived", .stub(itinerary: .stub(), handled: [received, arrived])),
        ("claimed", .stub(itinerary: .stub(), handled: DeliveryTests.asPlanned)),
    ]

    private func reconstitute(_ cargo: Cargo, _ delivery: Delivery.Stored) throws(DomainError) -> Cargo {
        try .reconstitute(
            trackingId: cargo.trackingId,
            customerId: cargo.customerId,
            origin: cargo.origin,
            routeSpecification: cargo.routeSpecification,
            itinerary: cargo.itinerary,
            routingStart: cargo.routingStart,
            delivery: delivery,
            promisedArrival: cargo.promisedArrival,
            version: 1
        )
    }

    private func cargo(_ name: String) throws -> Cargo { try #require(Self.states.first { $0.name == name }).cargo }

    @Test("DLV-10: a stored cargo comes back equal and raises no facts", arguments: states.map(\.name))
    func comesBack(name: String) throws {
        let cargo = try cargo(name)
        let back = try reconstitute(cargo, .init(cargo.delivery))
        #expect(back == (try cargo.reconstituted(atVersion: 1)))
        #expect(back.delivery == cargo.delivery)
        #expect(back.raisedFacts == [])
    }

    static let damages: [(name: String, state: String, damage: Damage)] = [
        ("another transport status", "received", { $0.transportStatus = .claimed }),
        ("a transport status for nothing", "booked", { $0.transportStatus = .inPort }),
        ("no last event", "received", { $0.lastHandled = nil }),
        ("another last place", "received", { $0.lastHandled = .stub(.receive, at: "SESTO") }),
        ("another last type", "received", { $0.lastHandled = .stub(.load, voyage: "V100") }),
        ("another voyage", "on board", { $0.currentVoyage = .stub("V9") }),
        ("no voyage", "on board", { $0.currentVoyage = nil }),
        ("a voyage in port", "received", { $0.currentVoyage = .stub() }),
        ("another place", "received", { $0.lastKnownLocation = .stub("SESTO") }),
        ("no place", "received", { $0.lastKnownLocation = nil }),
        ("a place for nothing", "booked", { $0.lastKnownLocation = .stub() }),
        ("routed without a route", "booked", { $0.routingStatus = .routed }),
        ("misrouted", "routed", { $0.routingStatus = .misrouted }),
        ("not routed", "routed", { $0.routingStatus = .notRouted }),
        ("no arrival", "routed", { $0.plannedArrival = nil }),
        ("another arrival", "routed", { $0.plannedArrival = .stub(day: 20, millisecond: 1) }),
        ("an arrival without a route", "booked", { $0.plannedArrival = .stub(day: 20) }),
        ("an arrival of a misdirected cargo", "misdirected", { $0.plannedArrival = .stub(day: 20) }),
        ("nothing next", "routed", { $0.nextExpectedActivity = nil }),
        ("something else next", "routed", { $0.nextExpectedActivity = .stub(.receive, at: "SESTO") }),
        ("something next at the plan's end", "claimed", { $0.nextExpectedActivity = .stub(.claim, at: "SESTO") }),
        ("something next for a misdirected cargo", "misdirected", { $0.nextExpectedActivity = .stub(.receive) }),
        ("another position", "routed", { $0.planPosition = 1 }),
        ("no position", "routed", { $0.planPosition = nil }),
        ("a position before the plan", "misdirected", { $0.planPosition = -1 }),
        ("a position past the plan", "misdirected", { $0.planPosition = 9 }),
        ("a position out of this world", "misdirected", { $0.planPosition = .max }),
        ("a position without a route", "booked", { $0.planPosition = 0 }),
        ("misdirected without a route", "booked", { $0.isMisdirected = true }),
        ("misdirected without a route, though handled", "received, not routed", { $0.isMisdirected = true }),
        (
            "misdirected by nothing", "routed",
            { (delivery: inout StoredDelivery) in
                delivery.isMisdirected = true
                delivery.plannedArrival = nil
                delivery.nextExpectedActivity = nil
            }
        ),
        ("misdirected with an arrival", "received", { $0.isMisdirected = true }),
        ("not misdirected without an arrival", "misdirected", { $0.isMisdirected = false }),
        ("no move", "misdirected", { $0.lastMove = nil }),
        ("moved elsewhere", "misdirected", { $0.lastMove = .stub(.unload, at: "SESTO", voyage: "V100", completed: .stub(day: 4)) }),
        ("moved after the last event", "received", { $0.lastMove = .stub(completed: .stub(day: 2)) }),
        ("cleared as a move", "on board", { $0.lastMove = .stub(.customs, completed: .stub(day: 2)) }),
        (
            "moved after the CUSTOMS that came last", "cleared",
            { $0.lastMove = .stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 6)) }
        ),
        ("moved before anything", "booked", { $0.lastMove = .stub() }),
        ("not at the destination", "arrived", { $0.isUnloadedAtDestination = false }),
        ("at the destination", "misdirected", { $0.isUnloadedAtDestination = true }),
        ("at the destination with nothing done", "booked", { $0.isUnloadedAtDestination = true }),
        ("cleared at the destination, unloaded elsewhere", "cleared", { $0.isUnloadedAtDestination = true }),
    ]

    @Test(
        "DLV-10: a delivery that contradicts the rest of the record is corrupt_record, naming the cargo",
        arguments: damages.map(\.name)
    )
    func damaged(name: String) throws {
        let damage = try #require(Self.damages.first { $0.name == name })
        let cargo = try cargo(damage.state)
        var delivery = StoredDelivery(cargo.delivery)
        damage.damage(&delivery)
        #expect(throws: DomainError.corruptRecord(rule: "DLV-10", id: "ABC123")) { try reconstitute(cargo, delivery.stored) }
    }

    static let oddities: [(name: String, state: String, damage: Damage)] = [
        (
            "handled at another time", "received",
            { (delivery: inout StoredDelivery) in
                delivery.lastHandled = .stub(completed: .stub(day: 9))
                delivery.lastMove = delivery.lastHandled
            }
        ),
        ("cleared long after the move", "cleared", { $0.lastMove = .stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 1)) }),
        ("misdirected at the plan's end", "misdirected", { $0.planPosition = 8 }),
        ("misdirected at the plan's start", "misdirected", { $0.planPosition = 0 }),
        (
            "misdirected on board", "on board",
            { (delivery: inout StoredDelivery) in
                delivery.isMisdirected = true
                delivery.plannedArrival = nil
                delivery.nextExpectedActivity = nil
            }
        ),
        (
            "elsewhere on the plan", "received",
            { (delivery: inout StoredDelivery) in
                delivery.planPosition = 7
                delivery.nextExpectedActivity = .stub(.claim, at: "SESTO")
            }
        ),
    ]

    @Test("DLV-10: a consistent state is accepted even if no operation produces it", arguments: oddities.map(\.name))
    func passes(name: String) throws {
        let oddity = try #require(Self.oddities.first { $0.name == name })
        let cargo = try cargo(oddity.state)
        var delivery = StoredDelivery(cargo.delivery)
        oddity.damage(&delivery)
        let back = try reconstitute(cargo, delivery.stored)
        #expect(Delivery.Stored(back.delivery) == delivery.stored)
    }

    @Test("DLV-10: a routing start without an itinerary is rejected")
    func startWithoutRoute() {
        #expect(throws: DomainError.corruptRecord(rule: "DLV-10", id: "ABC123")) {
            try Cargo.reconstitute(
                trackingId: .stub(),
                customerId: .stub(),
                origin: .stub(),
                routeSpecification: .stub(),
                itinerary: nil,
                routingStart: .stub(),
                delivery: .init(Cargo.stub(handled: [Self.received]).delivery),
                version: 1
            )
        }
    }

    @Test("DLV-10: creation rules aren't checked again: the deadline may have passed and the origin may be anywhere")
    func noRuleOfCreation() throws {
        let cargo = Cargo.stub()
        let back = try Cargo.reconstitute(
            trackingId: .stub(),
            customerId: .stub(),
            origin: .stub("SESTO"),
            routeSpecification: cargo.routeSpecification,
            itinerary: nil,
            routingStart: nil,
            delivery: .init(cargo.delivery),
            version: 0
        )
        #expect(back.origin == .stub("SESTO"))
    }

    @Test(
        "DLV-10: a delivery with a member changed or taken from another cargo is rejected or comes back as stored",
        arguments: 1...4
    )
    func randomDamage(seed: Int) throws {
        var source = SplitMix64(seed: UInt64(seed) + 300)
        var refused = 0
        for round in 0..<300 {
            let cargo = Cargo.random(using: &source)
            let other = StoredDelivery(Cargo.random(using: &source).delivery)
            var delivery = StoredDelivery(cargo.delivery)
            switch Int.random(in: 0..<11, using: &source) {
            case 0: delivery.currentVoyage = other.currentVoyage
            case 1: delivery.plannedArrival = other.plannedArrival
            case 2: delivery.isMisdirected.toggle()
            case 3: delivery.isUnloadedAtDestination.toggle()
            case 4: delivery.lastHandled = other.lastHandled
            case 5: delivery.lastKnownLocation = other.lastKnownLocation
            case 6: delivery.nextExpectedActivity = other.nextExpectedActivity
            case 7: delivery.planPosition = other.planPosition
            case 8: delivery.routingStatus = other.routingStatus
            case 9: delivery.transportStatus = other.transportStatus
            default: delivery.lastMove = other.lastMove
            }
            do {
                let back = try reconstitute(cargo, delivery.stored)
                try #require(Delivery.Stored(back.delivery) == delivery.stored, "seed \(seed), round \(round)")
            } catch let error as DomainError {
                try #require(error == .corruptRecord(rule: "DLV-10", id: cargo.trackingId.text), "seed \(seed), round \(round)")
                refused += 1
            }
        }
        #expect(refused > 50)
    }
}
