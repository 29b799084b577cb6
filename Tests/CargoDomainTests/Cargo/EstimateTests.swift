import CargoDomain
import CargoTesting
import Testing

@Suite("Estimating a cargo's arrival")
struct EstimateTests {
    /// Hong Kong to New York on V100 (days 10 to 20), then to Stockholm on V200 (days 22 to 30).
    static let viaNewYork = Itinerary.stub(
        .stub("V100", from: "HKHKG", at: .stub(day: 10), to: "USNYC", at: .stub(day: 20)),
        .stub("V200", from: "USNYC", at: .stub(day: 22), to: "SESTO", at: .stub(day: 30))
    )
    static let first = voyage("V100", ("HKHKG", 10, "USNYC", 20))
    static let second = voyage("V200", ("USNYC", 22, "SESTO", 30))
    static let received = HandlingEvent.stub(completed: .stub(day: 9))
    static let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 10))
    static let unloaded = unloaded(at: "USNYC", day: 21)

    private static func voyage(_ number: String, _ movements: (String, Int, String, Int)...) -> Voyage {
        .stub(number, schedule: .stub(movements.map { .stub(from: $0.0, at: .stub(day: $0.1), to: $0.2, at: .stub(day: $0.3)) }))
    }

    private static func unloaded(at location: String, day: Int, from voyage: String = "V100") -> HandlingEvent {
        .stub(.unload, at: location, voyage: voyage, completed: .stub(day: day))
    }

    private func outlook(
        _ events: HandlingEvent...,
        first: Voyage? = Self.first,
        second: Voyage? = Self.second
    ) throws -> Outlook {
        let voyages = [first, second].compactMap { $0 }.map { ($0.number, $0) }
        return try Cargo.stub(itinerary: Self.viaNewYork)
            .outlook(after: .stub(events), voyages: Dictionary(uniqueKeysWithValues: voyages))
    }

    private func overdue(on day: Int, _ events: HandlingEvent..., second: Voyage? = Self.second) throws -> Instant? {
        let voyages = [Self.first, second].compactMap { $0 }.map { ($0.number, $0) }
        let history = HandlingHistory.stub(events)
        let cargo = try Cargo.stub(itinerary: Self.viaNewYork).derivingDeliveryProgress(from: history)
        let outlook = try cargo.outlook(after: history, voyages: Dictionary(uniqueKeysWithValues: voyages))
        return cargo.overdueSince(at: .stub(day: day), outlook: outlook)
    }

    private func disruption(_ leg: Int64, at location: String, _ reason: Disruption.Reason, _ voyage: String) throws -> Disruption {
        try Disruption(leg: leg, location: .stub(location), reason: reason, voyageNumber: .stub(voyage))
    }

    @Test("EST-1: an entry of the plan has the time of the scan that moved the position past it, and none if that was missed")
    func actualTimes() throws {
        let scanned = try outlook(Self.received, Self.loaded, Self.unloaded).legs[0]
        #expect(scanned == .init(actualLoadTime: .stub(day: 10), actualUnloadTime: .stub(day: 21)))
        #expect(try outlook(Self.unloaded).legs[0] == .init(actualUnloadTime: .stub(day: 21)))
        let again = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 11))
        let repeated = try outlook(Self.received, Self.loaded, again).legs[0]
        #expect(repeated == .init(actualLoadTime: .stub(day: 10), estimatedUnloadTime: .stub(day: 20)))
    }

    @Test("EST-2: a leg takes the calls nearest to its times")
    func nearestCalls() throws {
        let twice = Self.voyage("V100", ("HKHKG", 1, "USNYC", 5), ("USNYC", 6, "HKHKG", 11), ("HKHKG", 12, "USNYC", 21))
        let waiting = try outlook(first: twice).legs[0]
        #expect(waiting == .init(estimatedLoadTime: .stub(day: 12), estimatedUnloadTime: .stub(day: 21)))
        #expect(try outlook(first: nil).legs[0] == .init())
    }

    @Test("EST-2: on board, the next arrival counts even if the ship no longer shows the call it left from")
    func onBoard() throws {
        let ahead = Self.voyage("V100", ("DEHAM", 15, "USNYC", 21), ("USNYC", 22, "HKHKG", 40), ("HKHKG", 41, "USNYC", 50))
        let sailing = try outlook(Self.received, Self.loaded, first: ahead).legs[0]
        #expect(sailing == .init(actualLoadTime: .stub(day: 10), estimatedUnloadTime: .stub(day: 21)))
    }

    @Test("EST-3: arriving after the next departure misses the connection; arriving at the same instant doesn't")
    func connections() throws {
        let missed = try disruption(1, at: "USNYC", .connectionMissed, "V200")
        let punctual = try outlook(Self.received, Self.loaded, first: Self.voyage("V100", ("HKHKG", 10, "USNYC", 22)))
        #expect(punctual.estimate == Estimate(disruption: nil, estimatedArrival: .stub(day: 30)))
        let slow = try outlook(Self.received, Self.loaded, first: Self.voyage("V100", ("HKHKG", 10, "USNYC", 23)))
        #expect(slow.estimate == Estimate(disruption: missed, estimatedArrival: nil))
        #expect(try outlook(Self.received, Self.loaded, Self.unloaded(at: "USNYC", day: 23)).estimate.disruption == missed)
    }

    @Test("EST-3: a voyage that doesn't call, or isn't registered, disrupts the first leg that needs it")
    func calls() throws {
        #expect(try outlook(second: nil).estimate.disruption == disruption(1, at: "USNYC", .voyageDoesNotCall, "V200"))
        let diverted = Self.voyage("V100", ("HKHKG", 10, "DEHAM", 20))
        let ashore = try outlook(first: diverted).estimate.disruption
        #expect(try ashore == disruption(0, at: "HKHKG", .voyageDoesNotCall, "V100"))
        let aboard = try outlook(Self.received, Self.loaded, first: diverted).estimate.disruption
        #expect(try aboard == disruption(0, at: "USNYC", .voyageDoesNotCall, "V100"))
    }

    @Test("EST-4: the arrival is the last unload, as scanned or as estimated, and unknown for a misdirected cargo")
    func arrival() throws {
        #expect(try outlook().estimate.estimatedArrival == .stub(day: 30))
        let slow = try outlook(second: Self.voyage("V200", ("USNYC", 22, "SESTO", 34))).estimate
        #expect(slow.estimatedArrival == .stub(day: 34))
        #expect(Cargo.stub(itinerary: Self.viaNewYork).delay(by: slow) == 345_600_000)
        let early = try outlook(Self.unloaded(at: "SESTO", day: 29, from: "V200")).estimate
        #expect(early.estimatedArrival == .stub(day: 29))
        #expect(Cargo.stub(itinerary: Self.viaNewYork).delay(by: early) == -86_400_000)
        #expect(try outlook(Self.unloaded(at: "DEHAM", day: 15)).estimate.estimatedArrival == nil)
        #expect(throws: DomainError.rule(.cargoNotRouted)) { try Cargo.stub().outlook(after: .stub([]), voyages: [:]) }
    }

    @Test("EST-5: a cargo that arrives at its deadline is late")
    func late() {
        func isLate(_ arrival: Instant?) -> Bool {
            Estimate(disruption: nil, estimatedArrival: arrival).isLate(for: .stub(by: .stub(day: 60)))
        }
        #expect(isLate(.stub(day: 60)))
        #expect(!isLate(.stub(day: 59)))
        #expect(!isLate(nil))
    }

    @Test("EST-6: a cargo is overdue after the time at which its next scan was expected")
    func overdue() throws {
        #expect(try overdue(on: 10) == nil)
        #expect(try overdue(on: 11) == .stub(day: 10))
        #expect(try overdue(on: 21, Self.received, Self.loaded) == .stub(day: 20))
        #expect(try overdue(on: 23, Self.received, Self.loaded, Self.unloaded) == .stub(day: 22))
    }

    @Test("EST-6: a cargo that has arrived, is misdirected or whose route is disrupted isn't overdue")
    func neverOverdue() throws {
        #expect(try overdue(on: 99, Self.unloaded(at: "SESTO", day: 30, from: "V200")) == nil)
        #expect(try overdue(on: 99, Self.unloaded(at: "DEHAM", day: 15)) == nil)
        #expect(try overdue(on: 99, second: nil) == nil)
    }

    @Test("EST-6: a cargo at its destination is overdue since the time until which it was to be collected, with or without a route")
    func uncollected() throws {
        let there = HandlingHistory.stub([Self.unloaded(at: "SESTO", day: 30, from: "V200")])
        for itinerary in [Self.viaNewYork, nil] {
            let cargo = try Cargo.stub(itinerary: itinerary).settingPickUp(by: .stub(day: 33)).derivingDeliveryProgress(from: there)
            #expect(cargo.overdueSince(at: .stub(day: 33), outlook: nil) == nil)
            #expect(cargo.overdueSince(at: .stub(day: 34), outlook: nil) == .stub(day: 33))
            #expect(cargo.has(.uncollected, at: .stub(day: 34)) && cargo.needs(at: .stub(day: 34)).contains(.uncollected))
            #expect(!cargo.has(.uncollected, at: .stub(day: 33)) && !cargo.has(.uncollected) && !cargo.needs.contains(.uncollected))
            let claimed = try cargo.derivingDeliveryProgress(from: there.adding(.stub(.claim, at: "SESTO", completed: .stub(day: 35))))
            #expect(!claimed.has(.uncollected, at: .stub(day: 99)))
        }
    }

    @Test("EST-4: a cargo whose last scan was missed came when its ship did")
    func missedScan() throws {
        let claimed = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 40))
        let late = Self.voyage("V200", ("USNYC", 22, "SESTO", 34))
        #expect(try outlook(claimed, second: late).estimate.estimatedArrival == .stub(day: 34))
        #expect(try outlook(claimed, second: nil).estimate.estimatedArrival == .stub(day: 30))
    }

    @Test("EST-7: a cargo keeps the last estimate that was announced, and none while that is as planned")
    func announced() throws {
        let cargo = Cargo.stub(itinerary: Self.viaNewYork)
        let late = try outlook(second: Self.voyage("V200", ("USNYC", 22, "SESTO", 34))).estimate
        #expect(try cargo.announcing(outlook().estimate).estimate == nil)
        #expect(try cargo.announcing(late).estimate == late)
        #expect(try cargo.announcing(late).announcing(outlook().estimate).estimate == nil)
    }

    @Test("CRG-10: a changed arrival is announced once; then a disruption, each change of it, and its end")
    func announcements() throws {
        let cargo = Cargo.stub(itinerary: Self.viaNewYork, version: 1)
        let planned = Instant.stub(day: 30)
        let late = Estimate(disruption: nil, estimatedArrival: .stub(day: 34))
        let missed = try disruption(1, at: "USNYC", .connectionMissed, "V200")
        let disrupted = Estimate(disruption: missed, estimatedArrival: nil)
        #expect(try cargo.announcing(.asPlanned(Self.viaNewYork)).raisedFacts == [])
        let delayed = DomainFact.estimatedArrivalChanged(estimatedArrival: .stub(day: 34), plannedArrival: planned, previous: planned)
        #expect(try cargo.announcing(late).raisedFacts == [delayed])
        #expect(try cargo.announcing(late).announcing(late).raisedFacts == [delayed])
        let unknown = DomainFact.estimatedArrivalChanged(estimatedArrival: nil, plannedArrival: planned, previous: planned)
        let broken = try cargo.announcing(disrupted)
        #expect(broken.raisedFacts == [unknown, .routeDisrupted(disruption: missed)])
        let known = DomainFact.estimatedArrivalChanged(estimatedArrival: .stub(day: 34), plannedArrival: planned, previous: nil)
        #expect(try broken.announcing(late).raisedFacts.suffix(2) == [known, .routeRestored])
        #expect(throws: DomainError.rule(.cargoNotRouted)) { try Cargo.stub().announcing(late) }
    }
}
