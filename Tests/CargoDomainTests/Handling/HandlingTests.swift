import CargoDomain
import CargoTesting
import Testing

@Suite("Handling events")
struct HandlingTests {
    @Test("HND-1: there are five types, each with one spelling")
    func types() throws {
        #expect(
            try ["RECEIVE", "LOAD", "UNLOAD", "CUSTOMS", "CLAIM"].map { try HandlingType($0) } == [
                .receive, .load, .unload, .customs, .claim,
            ]
        )
        #expect(HandlingType.allCases.count == 5)
        for text in [
            "", "receive", "Load", "UNLOAD ", "CLAIM\n", " CUSTOMS", "CUSTOM", "LOADED", "\u{FF2C}OAD", "CLA\u{130}M", "CLA\u{131}M",
            "CLAI\u{301}M",
        ] {
            #expect(throws: DomainError.invalid(.handlingTypeInvalid, text: text)) { try HandlingType(text) }
        }
    }

    @Test("HND-1: LOAD and UNLOAD require a voyage, the other types prohibit one", arguments: HandlingType.allCases)
    func voyages(type: HandlingType) throws {
        let needsVoyage = type == .load || type == .unload
        #expect(type.needsVoyage == needsVoyage)
        if needsVoyage {
            #expect(throws: DomainError.rule(.handlingVoyageRequired)) { try HandlingActivity(type: type, location: .stub()) }
            #expect(try HandlingActivity(type: type, location: .stub(), voyageNumber: .stub()).voyageNumber == .stub())
        } else {
            #expect(throws: DomainError.rule(.handlingVoyageProhibited)) {
                try HandlingActivity(type: type, location: .stub(), voyageNumber: .stub())
            }
            #expect(try HandlingActivity(type: type, location: .stub()).voyageNumber == nil)
        }
    }

    @Test("HND-1: the factory methods make the same activities")
    func shortWays() {
        #expect(HandlingActivity.receive(at: .stub()) == .stub(.receive))
        #expect(HandlingActivity.load(onto: .stub(), at: .stub()) == .stub(.load, voyage: "V100"))
        #expect(HandlingActivity.unload(from: .stub(), at: .stub()) == .stub(.unload, voyage: "V100"))
        #expect(HandlingActivity.customs(at: .stub()) == .stub(.customs))
        #expect(HandlingActivity.claim(at: .stub()) == .stub(.claim))
    }

    @Test("HND-2: an event completed after its registration is rejected", arguments: [(-1, true), (0, true), (1, false)])
    func registration(milliseconds: Int, isAccepted: Bool) throws {
        func make() throws -> HandlingEvent {
            try HandlingEvent(
                trackingId: .stub(),
                activity: .stub(),
                completionTime: .stub(day: 1, millisecond: milliseconds),
                registrationTime: .stub(day: 1)
            )
        }
        if isAccepted {
            #expect(try make().registrationTime == .stub(day: 1))
        } else {
            #expect(throws: DomainError.rule(.handlingCompletedAfterRegistration)) { try make() }
        }
    }

    @Test("HND-3: equality compares cargo, type, location, voyage and completion time, not registration time")
    func equality() {
        let event = HandlingEvent.stub(.load, voyage: "V100", registered: .stub(day: 2))
        let again = HandlingEvent.stub(.load, voyage: "V100", registered: .stub(day: 3))
        #expect(event == again)
        #expect(Set([event, again]).count == 1)
        #expect(event.handled == again.handled)
        let others: [HandlingEvent] = [
            .stub(.load, voyage: "V100", registered: .stub(day: 2), of: "OTHER"),
            .stub(.unload, voyage: "V100", registered: .stub(day: 2)),
            .stub(.load, at: "JPTYO", voyage: "V100", registered: .stub(day: 2)),
            .stub(.load, voyage: "V200", registered: .stub(day: 2)),
            .stub(.load, voyage: "V100", completed: .stub(day: 1, millisecond: 1), registered: .stub(day: 2)),
        ]
        for other in others { #expect(event != other) }
    }

    @Test("HND-3: an event that is already in the history is never rejected")
    func knownEvents() throws {
        let events: [HandlingEvent] = [
            .stub(.receive), .stub(.claim, at: "SESTO", completed: .stub(day: 5)), .stub(.claim, at: "USNYC", completed: .stub(day: 6)),
            .stub(.receive, completed: .stub(day: 7)), .stub(.customs, completed: .stub(day: 8)),
        ]
        let history = HandlingHistory.stub(events)
        for event in events {
            #expect(history.contains(event))
            try history.checkAccepts(event)
        }
    }
}

@Suite("A handling history")
struct HandlingHistoryTests {
    @Test("HND-4: events are ordered by completion time, then type, location and voyage")
    func order() {
        let events: [HandlingEvent] = [
            .stub(.claim, at: "ZZZZZ", completed: .stub(day: 1)),
            .stub(.receive, at: "ZZZZZ", completed: .stub(day: 2)),
            .stub(.unload, at: "AAAAA", voyage: "V2", completed: .stub(day: 2)),
            .stub(.unload, at: "BBBBB", voyage: "V1", completed: .stub(day: 2)),
            .stub(.unload, at: "BBBBB", voyage: "V10", completed: .stub(day: 2)),
            .stub(.unload, at: "BBBBB", voyage: "V2", completed: .stub(day: 2)),
            .stub(.unload, at: "BBBBB", voyage: "a", completed: .stub(day: 2)),
            .stub(.customs, at: "AAAAA", completed: .stub(day: 2)),
            .stub(.customs, at: "BBBBB", completed: .stub(day: 2)),
            .stub(.load, at: "AAAAA", voyage: "V3", completed: .stub(day: 2)),
            .stub(.claim, at: "AAAAA", completed: .stub(day: 2)),
            .stub(.receive, at: "AAAAA", completed: .stub(day: 2, millisecond: 1)),
        ]
        var source = SplitMix64(seed: 4)
        for _ in 0..<200 { #expect(HandlingHistory.stub(events.shuffled(using: &source)).events == events) }
        #expect(HandlingHistory.stub(events).lastEvent == events.last)
    }

    @Test("HND-4: at the same instant, the order is RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM")
    func typesAtOneInstant() {
        let events: [HandlingEvent] = [
            .stub(.claim), .stub(.load, voyage: "V1"), .stub(.customs), .stub(.unload, voyage: "V1"), .stub(.receive),
        ]
        #expect(HandlingHistory.stub(events).events.map(\.activity.type) == [.receive, .unload, .customs, .load, .claim])
    }

    @Test("HND-4: registration times and order don't matter, except that the earliest of equal events is kept")
    func distinct() {
        let early = HandlingEvent.stub(registered: .stub(day: 2))
        let late = HandlingEvent.stub(registered: .stub(day: 3))
        for events in [[early, late], [late, early], [late, early, late, early]] {
            let history = HandlingHistory.stub(events)
            #expect(history.events.count == 1)
            #expect(history.events.first?.registrationTime == .stub(day: 2))
        }
        #expect(HandlingHistory.stub([late]) == .stub([early]))
    }

    @Test("HND-4: an event of another cargo is rejected")
    func otherCargo() {
        let other = HandlingEvent.stub(of: "OTHER")
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) { try HandlingHistory(trackingId: .stub(), events: [other]) }
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) { try HandlingHistory(trackingId: .stub(), events: [.stub(), other]) }
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) { try HandlingHistory.stub(.stub()).adding(other) }
        #expect(HandlingHistory.empty(of: .stub()).events.isEmpty)
        #expect(HandlingHistory.empty(of: .stub()).lastEvent == nil)
        #expect(HandlingHistory.empty(of: .stub()) != .empty(of: .stub("OTHER")))
    }

    static let claimed = HandlingHistory.stub(.stub(.receive), .stub(.claim, at: "SESTO", completed: .stub(day: 5)))

    @Test(
        "HND-6: an event completed after the claim is rejected",
        arguments: [
            HandlingEvent.stub(.customs, completed: .stub(day: 5, millisecond: 1)), .stub(.load, voyage: "V1", completed: .stub(day: 9)),
            .stub(.receive, completed: .stub(day: 6)), .stub(.claim, completed: .stub(day: 6)),
        ]
    )
    func afterClaim(event: HandlingEvent) {
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) { try Self.claimed.checkAccepts(event) }
    }

    @Test(
        "HND-6: a second receipt and a second claim are rejected",
        arguments: [
            HandlingEvent.stub(.receive, completed: .stub(day: 2)), .stub(.receive, completed: .stub()), .stub(.receive, at: "USNYC"),
            .stub(.claim, at: "SESTO", completed: .stub(day: 4)), .stub(.claim, at: "USNYC", completed: .stub(day: 5)),
            .stub(.claim, completed: .stub()),
        ]
    )
    func repeated(event: HandlingEvent) {
        #expect(throws: DomainError.rule(.handlingRepeated)) { try Self.claimed.checkAccepts(event) }
    }

    @Test("HND-6: a claim may be completed at the instant of the last event, but not before it")
    func earlyClaim() throws {
        let history = HandlingHistory.stub(.stub(.receive), .stub(.customs, completed: .stub(day: 3)))
        #expect(throws: DomainError.rule(.claimBeforeOtherHandling)) {
            try history.checkAccepts(.stub(.claim, completed: .stub(day: 3, millisecond: -1)))
        }
        try history.checkAccepts(.stub(.claim, completed: .stub(day: 3)))
        try history.checkAccepts(.stub(.claim, completed: .stub(day: 4)))
    }

    @Test(
        "HND-6: every other sequence is accepted",
        arguments: [
            HandlingEvent.stub(.unload, voyage: "V9", completed: .stub(day: 2)), .stub(.load, voyage: "V9", completed: .stub()),
            .stub(.customs, at: "ZZZZZ", completed: .stub(day: 5)), .stub(.unload, at: "SESTO", voyage: "V1", completed: .stub(day: 5)),
        ]
    )
    func facts(event: HandlingEvent) throws {
        try Self.claimed.checkAccepts(event)
        try HandlingHistory.empty(of: .stub()).checkAccepts(event)
        #expect(try Self.claimed.adding(event).events.count == 3)
    }

    @Test("HND-6: the first receipt and the first claim are accepted, in any order of registration")
    func first() throws {
        try HandlingHistory.empty(of: .stub()).checkAccepts(.stub(.receive))
        try HandlingHistory.empty(of: .stub()).checkAccepts(.stub(.claim))
        try HandlingHistory.stub(.stub(.claim, completed: .stub(day: 5))).checkAccepts(.stub(.receive))
        try HandlingHistory.stub(.stub(.claim, completed: .stub(day: 5))).checkAccepts(.stub(.receive, completed: .stub(day: 5)))
    }
}
