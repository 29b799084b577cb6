import CargoDomain
import CargoTesting
import Testing

@Suite("Legs and itineraries")
struct ItineraryTests {
    @Test("LEG-1: a leg ends at another port, at a later time; ports are checked first")
    func leg() throws {
        func make(to unload: String, at time: Instant) throws -> Leg {
            try Leg(
                voyageNumber: .stub(),
                loadLocation: .stub("HKHKG"),
                unloadLocation: .stub(unload),
                loadTime: .stub(day: 2),
                unloadTime: time
            )
        }
        #expect(try make(to: "JPTYO", at: .stub(day: 2, millisecond: 1)).unloadTime > .stub(day: 2))
        #expect(throws: DomainError.rule(.legLocationsEqual)) { try make(to: "HKHKG", at: .stub(day: 3)) }
        #expect(throws: DomainError.rule(.legTimesInvalid)) { try make(to: "JPTYO", at: .stub(day: 2)) }
        #expect(throws: DomainError.rule(.legTimesInvalid)) { try make(to: "JPTYO", at: .stub(day: 1)) }
        #expect(throws: DomainError.rule(.legLocationsEqual)) { try make(to: "HKHKG", at: .stub(day: 2)) }
    }

    private func legs(_ count: Int) -> [Leg] {
        (0..<count).map { place in
            let isOut = place.isMultiple(of: 2)
            return .stub(
                from: isOut ? "HKHKG" : "JPTYO",
                at: .stub(day: 2, hour: place),
                to: isOut ? "JPTYO" : "HKHKG",
                at: .stub(day: 2, hour: place + 1)
            )
        }
    }

    @Test("ITN-1: an itinerary has 1 to 100 legs")
    func length() throws {
        for count in [1, 2, 99, 100] { #expect(try Itinerary(legs(count)).legs.count == count) }
        #expect(throws: DomainError.rule(.itineraryEmpty)) { try Itinerary([]) }
        #expect(throws: DomainError.rule(.itineraryTooLong)) { try Itinerary(legs(101)) }
        #expect(throws: DomainError.rule(.itineraryTooLong)) { try Itinerary(Array(repeating: .stub(), count: 101)) }
    }

    @Test("ITN-2: each leg loads where the previous leg unloads")
    func connection() {
        let first = Leg.stub(from: "HKHKG", at: .stub(day: 2), to: "JPTYO", at: .stub(day: 4))
        let onward = Leg.stub(from: "JPTYO", at: .stub(day: 5), to: "SGSIN", at: .stub(day: 6))
        let elsewhere = Leg.stub(from: "USNYC", at: .stub(day: 7), to: "SESTO", at: .stub(day: 9))
        #expect(throws: DomainError.rule(.itineraryNotConnected)) { try Itinerary([first, elsewhere]) }
        #expect(throws: DomainError.rule(.itineraryNotConnected)) { try Itinerary([first, onward, elsewhere]) }
        #expect(throws: DomainError.rule(.itineraryNotConnected)) { try Itinerary([first, first]) }
    }

    @Test("ITN-2: a leg may load at the instant the previous leg unloads, but not before")
    func times() throws {
        let first = Leg.stub(from: "HKHKG", at: .stub(day: 2), to: "JPTYO", at: .stub(day: 4))
        let atOnce = Leg.stub(from: "JPTYO", at: .stub(day: 4), to: "SESTO", at: .stub(day: 9))
        let tooSoon = Leg.stub(from: "JPTYO", at: .stub(day: 4, millisecond: -1), to: "SESTO", at: .stub(day: 9))
        #expect(try Itinerary([first, atOnce]).legs == [first, atOnce])
        #expect(throws: DomainError.rule(.itineraryTimesOverlap)) { try Itinerary([first, tooSoon]) }
    }

    @Test("ITN-2: the ports of all pairs of legs are checked before the times of any")
    func precedence() {
        let first = Leg.stub(from: "HKHKG", at: .stub(day: 2), to: "JPTYO", at: .stub(day: 4))
        let tooSoon = Leg.stub(from: "JPTYO", at: .stub(day: 3), to: "SESTO", at: .stub(day: 9))
        let elsewhere = Leg.stub(from: "USNYC", at: .stub(day: 10), to: "SESTO", at: .stub(day: 11))
        #expect(throws: DomainError.rule(.itineraryNotConnected)) { try Itinerary([first, tooSoon, elsewhere]) }
    }

    @Test("ITN-3: the plan is a receipt, a load and an unload for each leg, and a claim")
    func plan() {
        #expect(
            Itinerary.stub().plan == [
                .stub(.receive, at: "HKHKG"),
                .stub(.load, at: "HKHKG", voyage: "V100"), .stub(.unload, at: "USNYC", voyage: "V100"),
                .stub(.load, at: "USNYC", voyage: "V200"), .stub(.unload, at: "USCHI", voyage: "V200"),
                .stub(.load, at: "USCHI", voyage: "V300"), .stub(.unload, at: "SESTO", voyage: "V300"),
                .stub(.claim, at: "SESTO"),
            ]
        )
        let direct = Itinerary.stub(.stub())
        #expect(direct.plan.map(\.type) == [.receive, .load, .unload, .claim])
        #expect(direct.firstLoadLocation == .stub("HKHKG"))
        #expect(direct.lastUnloadLocation == .stub("SESTO"))
        #expect(direct.lastUnloadTime == .stub(day: 20))
    }

    @Test("ITN-4: an event of the plan is expected, whatever happened before and at any time", arguments: Itinerary.stub().plan)
    func expectsPlan(activity: HandlingActivity) throws {
        let event = try HandlingEvent(trackingId: .stub(), activity: activity, completionTime: .earliest, registrationTime: .latest)
        #expect(Itinerary.stub().expects(event))
    }

    @Test(
        "ITN-4: an event with another port, voyage or type is unexpected",
        arguments: [
            .stub(.receive, at: "USNYC"), .stub(.load, at: "HKHKG", voyage: "V200"), .stub(.load, at: "SESTO", voyage: "V300"),
            .stub(.unload, at: "HKHKG", voyage: "V100"), .stub(.unload, at: "USCHI", voyage: "V100"),
            .stub(.unload, at: "USNYC", voyage: "v100"),
            .stub(.claim, at: "USNYC"), .stub(.claim, at: "HKHKG"),
        ] as [HandlingActivity]
    )
    func expectsNothingElse(activity: HandlingActivity) {
        #expect(!Itinerary.stub().expects(.stub(activity.type, at: activity.location.text, voyage: activity.voyageNumber?.text)))
    }

    @Test(
        "ITN-4: CUSTOMS is expected at every port of the itinerary and nowhere else",
        arguments: [
            ("HKHKG", true), ("USNYC", true), ("USCHI", true), ("SESTO", true), ("JPTYO", false), ("DEHAM", false),
        ]
    )
    func expectsCustoms(location: String, isExpected: Bool) {
        #expect(Itinerary.stub().expects(.stub(.customs, at: location)) == isExpected)
    }
}
