import CargoDomain
import CargoTesting
import Testing

@Suite("Holds, collection, the promise and other voyages")
struct HoldTests {
    static let reason = Reason.stub("Inspection")

    @Test("CRG-15, CRG-16: a cargo has one hold of each type, sorted, until it is released")
    func holds() throws {
        let held = try Cargo.stub().held(.terminal, because: Self.reason, at: .stub(day: 2)).held(
            .customs,
            because: Self.reason,
            at: .stub(day: 3)
        )
        #expect(held.holds.map(\.type) == [.customs, .terminal])
        #expect(try held.held(.customs, because: .stub("Again"), at: .stub(day: 4)) == held)
        #expect(held.released(.customs).holds.map(\.type) == [.terminal])
        #expect(held.released(.freight) == held)
        #expect(held.needs.contains(.held))
    }

    @Test("CRG-14: the time of collection may have passed, and can be removed")
    func pickUp() throws {
        let due = try Cargo.stub().settingPickUp(by: .stub(day: 1))
        #expect(due.pickUpBy == .stub(day: 1))
        #expect(try due.settingPickUp(by: nil).pickUpBy == nil)
    }

    @Test("CRG-12: the first promise outlives another route and another deadline, but not another destination")
    func promise() throws {
        let promised = try Cargo.stub().assigned(to: EstimateTests.viaNewYork)
        #expect(promised.promisedArrival == .stub(day: 30))
        let later = Itinerary.stub(.stub("V300", from: "HKHKG", at: .stub(day: 12), to: "SESTO", at: .stub(day: 35)))
        let rerouted = try promised.assigned(to: later).changingDeadline(to: .stub(day: 90), at: .stub(day: 1))
        #expect(rerouted.promisedArrival == .stub(day: 30))
        #expect(rerouted.delay(by: .asPlanned(later)) == 432_000_000)
        #expect(try rerouted.changingDestination(to: .stub("DEHAM")).promisedArrival == nil)
    }

    @Test("CRG-13: a leg that isn't loaded can go on another voyage, and a LOAD onto that is as planned then")
    func substitution() throws {
        let cargo = Cargo.stub(itinerary: EstimateTests.viaNewYork)
        let onV9 = HandlingHistory.stub([EstimateTests.received, .stub(.load, voyage: "V9", completed: .stub(day: 12))])
        #expect(try cargo.derivingDeliveryProgress(from: onV9).delivery.isMisdirected)
        let moved = try cargo.derivingDeliveryProgress(from: onV9).substitutingVoyage(ofLeg: 0, with: .stub("V9"), history: onV9)
        #expect(!moved.delivery.isMisdirected)
        #expect(moved.itinerary?.legs.map(\.voyageNumber) == [.stub("V9"), .stub("V200")])
        #expect(throws: DomainError.rule(.legAlreadyLoaded)) { try moved.substitutingVoyage(ofLeg: 0, with: .stub("V100"), history: onV9) }
        #expect(throws: DomainError.invalid(.integerOutOfRange, text: "2")) {
            try moved.substitutingVoyage(ofLeg: 2, with: .stub("V100"), history: onV9)
        }
    }

    @Test("HND-4: of one time, an UNLOAD comes behind the LOAD onto its voyage elsewhere, unless the cargo was on board before")
    func order() throws {
        let load = HandlingEvent.stub(.load, at: "HKHKG", voyage: "V100", completed: .stub(day: 10))
        let unload = HandlingEvent.stub(.unload, at: "USNYC", voyage: "V100", completed: .stub(day: 10))
        #expect(HandlingHistory.stub([unload, load]).events == [load, unload])
        let aboard = HandlingEvent.stub(.load, at: "DEHAM", voyage: "V100", completed: .stub(day: 9))
        #expect(HandlingHistory.stub([unload, load, aboard]).events == [aboard, unload, load])
        let here = HandlingEvent.stub(.unload, at: "HKHKG", voyage: "V100", completed: .stub(day: 10))
        #expect(HandlingHistory.stub([load, here]).events == [here, load])
        #expect(HandlingHistory.stub([unload, load]).retracting(load).events == [unload])
    }
}
