import CargoDomain
import CargoTesting
import Testing

@Suite("A delivery")
struct DeliveryTests {
    /// Receipt in Hong Kong on day 1, then the plan of the stub route with its three legs, one activity a day.
    static let asPlanned: [HandlingEvent] = Itinerary.stub().plan.enumerated().map { place, activity in
        .stub(activity.type, at: activity.location.text, voyage: activity.voyageNumber?.text, completed: .stub(day: place + 1))
    }

    /// - Parameter start: the routing start, which the history has as well.
    private func delivery(
        _ events: [HandlingEvent],
        on itinerary: Itinerary? = .stub(),
        from start: CompletedActivity? = nil,
        specification: RouteSpecification = .stub()
    ) -> Delivery {
        let first = start.map {
            HandlingEvent.stub(
                $0.activity.type,
                at: $0.activity.location.text,
                voyage: $0.activity.voyageNumber?.text,
                completed: $0.completionTime
            )
        }
        return .derived(
            from: .stub([first].compactMap(\.self) + events),
            routeSpecification: specification,
            itinerary: itinerary,
            routingStart: start
        )
    }

    @Test(
        "DLV-1: the last move determines status, location and voyage",
        arguments: [
            (HandlingEvent.stub(.receive), TransportStatus.inPort, nil), (.stub(.unload, voyage: "V1"), .inPort, nil),
            (.stub(.load, voyage: "V1"), .onboardCarrier, "V1"), (.stub(.claim), .claimed, nil),
        ] as [(HandlingEvent, TransportStatus, String?)]
    )
    func transportStatus(event: HandlingEvent, status: TransportStatus, voyage: String?) {
        for itinerary in [nil, Itinerary.stub()] {
            let delivery = delivery([.stub(.load, at: "JPTYO", voyage: "V9", completed: .stub()), event], on: itinerary)
            #expect(delivery.transportStatus == status)
            #expect(delivery.lastHandled == event.handled)
            #expect(delivery.lastKnownLocation == .stub("HKHKG"))
            #expect(delivery.currentVoyage?.text == voyage)
        }
    }

    @Test("DLV-1: CUSTOMS says neither where a cargo is nor whether it was received")
    func clearedOnly() {
        let delivery = delivery([.stub(.customs)])
        #expect(delivery.transportStatus == .notReceived)
        #expect(delivery.lastHandled == .stub(.customs))
        #expect(delivery.lastMove == nil)
        #expect(delivery.lastKnownLocation == nil)
    }

    @Test("DLV-1: a cargo without events is NOT_RECEIVED, without a location or voyage")
    func nothingDone() {
        let delivery = delivery([])
        #expect(delivery.transportStatus == .notReceived)
        #expect(delivery.lastHandled == nil)
        #expect(delivery.lastKnownLocation == nil)
        #expect(delivery.currentVoyage == nil)
        #expect(delivery.isUnloadedAtDestination == false)
    }

    @Test("DLV-2: a cargo is NOT_ROUTED without an itinerary, ROUTED if its itinerary satisfies the specification, otherwise MISROUTED")
    func routingStatus() {
        #expect(delivery([], on: nil).routingStatus == .notRouted)
        #expect(delivery([]).routingStatus == .routed)
        #expect(delivery([], specification: .stub(to: "USNYC")).routingStatus == .misrouted)
        #expect(delivery([], specification: .stub(by: .stub(day: 20))).routingStatus == .misrouted)
    }

    @Test(
        "DLV-3: the last move at routing determines where the plan starts",
        arguments: [
            ("nothing", nil, 0, false),
            ("received at the first port", CompletedActivity.stub(.receive), 1, false),
            ("unloaded at the first port", .stub(.unload, voyage: "V9"), 1, false),
            ("received elsewhere", .stub(.receive, at: "USNYC"), 1, true),
            ("unloaded elsewhere", .stub(.unload, at: "USNYC", voyage: "V100"), 1, true),
            ("loaded as leg 1 says", .stub(.load, voyage: "V100"), 2, false),
            ("loaded there onto another voyage", .stub(.load, voyage: "V9"), 0, false),
            ("loaded elsewhere onto that voyage", .stub(.load, at: "JPTYO", voyage: "V100"), 0, false),
            ("loaded as leg 2 says", .stub(.load, at: "USNYC", voyage: "V200"), 0, false),
        ] as [(String, CompletedActivity?, Int, Bool)]
    )
    func planStart(name: String, start: CompletedActivity?, position: Int, isMisdirected: Bool) {
        let delivery = delivery([], from: start)
        #expect(delivery.planPosition == position)
        #expect(delivery.isMisdirected == isMisdirected)
    }

    @Test("DLV-3: a cargo on board elsewhere is expected to be unloaded from that voyage at the route's first port")
    func onBoardElsewhere() {
        let start = CompletedActivity.stub(.load, at: "JPTYO", voyage: "V9")
        #expect(delivery([], from: start).nextExpectedActivity == .stub(.unload, at: "HKHKG", voyage: "V9"))
        let ashore = HandlingEvent.stub(.unload, at: "HKHKG", voyage: "V9", completed: .stub(day: 2))
        #expect(delivery([ashore], from: start).nextExpectedActivity == .stub(.load, at: "HKHKG", voyage: "V100"))
        let received = HandlingEvent.stub(.receive, completed: .stub(day: 2))
        #expect(delivery([received], from: start).isMisdirected)
    }

    @Test("DLV-3, DLV-5: a cargo routed from elsewhere stays misdirected until an expected event other than CUSTOMS")
    func misdirectedFromTheStart() {
        let start = CompletedActivity.stub(.unload, at: "JPTYO", voyage: "V9")
        let cleared = HandlingEvent.stub(.customs, completed: .stub(day: 2))
        let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 3))
        #expect(delivery([cleared], from: start).isMisdirected)
        #expect(!delivery([cleared, loaded], from: start).isMisdirected)
        #expect(!delivery([loaded], from: start).isMisdirected)
    }

    @Test("DLV-4: events up to and including the routing start in the order of HND-4 don't move the position in the plan")
    func beforeTheStart() {
        let start = CompletedActivity.stub(.receive, completed: .stub(day: 5))
        let elsewhere = { (time: Instant) in HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V9", completed: time) }
        #expect(!delivery([elsewhere(.stub(day: 4))], from: start).isMisdirected)
        #expect(delivery([elsewhere(.stub(day: 5))], from: start).isMisdirected)
        #expect(delivery([elsewhere(.stub(day: 5, millisecond: 1))], from: start).isMisdirected)
        #expect(delivery([elsewhere(.stub(day: 5))], from: start).lastKnownLocation == .stub("JPTYO"))
        let load = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 5))
        #expect(delivery([load], from: start).planPosition == 2)
        #expect(delivery([.stub(.unload, at: "JPTYO", voyage: "V9", completed: .stub(day: 4))], from: start).planPosition == 1)
    }

    @Test("DLV-4, DLV-7: each planned event moves the position by one, to the end of the plan")
    func stepByStep() {
        let plan = Itinerary.stub().plan
        for count in 0...plan.count {
            let delivery = delivery(Array(Self.asPlanned.prefix(count)))
            #expect(delivery.planPosition == count)
            #expect(delivery.nextExpectedActivity == (count < plan.count ? plan[count] : nil))
            #expect(!delivery.isMisdirected)
            #expect(delivery.plannedArrival == .stub(day: 20))
        }
    }

    @Test("DLV-4: a missed scan is tolerated: the position moves past the first matching entry")
    func missedScan() {
        let delivery = delivery([Self.asPlanned[0], Self.asPlanned[4]])
        #expect(delivery.planPosition == 5)
        #expect(!delivery.isMisdirected)
        #expect(delivery.nextExpectedActivity == .stub(.load, at: "USCHI", voyage: "V300"))
    }

    @Test("DLV-4: an entry already done or skipped isn't expected again and doesn't move the position")
    func outOfOrder() {
        let again = HandlingEvent.stub(.load, at: "HKHKG", voyage: "V100", completed: .stub(day: 9))
        let twice = delivery(Array(Self.asPlanned.prefix(3)) + [again])
        #expect(twice.isMisdirected)
        #expect(twice.planPosition == 3)
        let skipped = HandlingEvent.stub(.unload, at: "USNYC", voyage: "V100", completed: .stub(day: 9))
        #expect(delivery([Self.asPlanned[0], Self.asPlanned[3], skipped]).isMisdirected)
    }

    @Test("DLV-4: of two equal entries, the first at or after the position counts")
    func sameLegTwice() {
        let shuttle = Itinerary.stub(
            .stub("V1", from: "HKHKG", at: .stub(day: 1), to: "JPTYO", at: .stub(day: 2)),
            .stub("V1", from: "JPTYO", at: .stub(day: 3), to: "HKHKG", at: .stub(day: 4)),
            .stub("V1", from: "HKHKG", at: .stub(day: 5), to: "JPTYO", at: .stub(day: 6))
        )
        let loads: [HandlingEvent] = [
            .stub(.load, voyage: "V1", completed: .stub(day: 1)), .stub(.unload, at: "JPTYO", voyage: "V1", completed: .stub(day: 2)),
            .stub(.load, voyage: "V1", completed: .stub(day: 5)),
        ]
        #expect(delivery(Array(loads.prefix(1)), on: shuttle).planPosition == 2)
        #expect(delivery(loads, on: shuttle).planPosition == 6)
    }

    @Test("DLV-4: CUSTOMS neither moves the position nor misdirects the cargo, on the route or elsewhere")
    func customs() {
        for port in ["HKHKG", "USCHI", "SESTO", "JPTYO"] {
            let delivery = delivery([Self.asPlanned[0], .stub(.customs, at: port, completed: .stub(day: 2))])
            #expect(delivery.planPosition == 1)
            #expect(!delivery.isMisdirected)
        }
    }

    @Test("DLV-5: an unexpected event misdirects the cargo and an expected one clears it; expected CUSTOMS does neither")
    func misdirection() {
        let lost = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 3))
        let cleared = HandlingEvent.stub(.customs, at: "USNYC", completed: .stub(day: 4))
        let found = HandlingEvent.stub(.unload, at: "USNYC", voyage: "V100", completed: .stub(day: 5))
        let base = Array(Self.asPlanned.prefix(2))
        #expect(!delivery(base).isMisdirected)
        #expect(delivery(base + [lost]).isMisdirected)
        #expect(delivery(base + [lost, cleared]).isMisdirected)
        #expect(!delivery(base + [lost, cleared, found]).isMisdirected)
        #expect(!delivery(base + [cleared]).isMisdirected)
    }

    @Test("DLV-5: without an itinerary, every event is expected")
    func unrouted() {
        let delivery = delivery(
            [.stub(.unload, at: "JPTYO", voyage: "V9"), .stub(.customs, at: "DEHAM", completed: .stub(day: 2))],
            on: nil
        )
        #expect(!delivery.isMisdirected)
        #expect(delivery.planPosition == nil)
    }

    @Test("DLV-6: the planned arrival is the last unload time if the cargo is ROUTED and not misdirected, otherwise absent")
    func plannedArrival() {
        #expect(delivery([]).plannedArrival == .stub(day: 20))
        #expect(delivery([]).isOnTrack)
        let offTrack = [
            delivery([], on: nil), delivery([], specification: .stub(to: "USNYC")), delivery([.stub(.receive, at: "JPTYO")]),
        ]
        for delivery in offTrack {
            #expect(delivery.plannedArrival == nil)
            #expect(!delivery.isOnTrack)
        }
    }

    @Test("DLV-7: nothing is expected next at the plan's end, off the route or unrouted; CUSTOMS doesn't change what is expected")
    func next() {
        #expect(delivery(Self.asPlanned).nextExpectedActivity == nil)
        #expect(delivery([], on: nil).nextExpectedActivity == nil)
        #expect(delivery([], specification: .stub(to: "USNYC")).nextExpectedActivity == nil)
        #expect(delivery([.stub(.receive, at: "JPTYO")]).nextExpectedActivity == nil)
        let before = delivery(Array(Self.asPlanned.prefix(3)))
        let after = delivery(Array(Self.asPlanned.prefix(3)) + [.stub(.customs, at: "USNYC", completed: .stub(day: 4))])
        #expect(after.nextExpectedActivity == before.nextExpectedActivity)
        #expect(after.nextExpectedActivity == .stub(.load, at: "USNYC", voyage: "V200"))
    }

    @Test("DLV-8: unloaded-at-destination stays true through CUSTOMS and is reset by any other event")
    func unloadedAtDestination() {
        let arrived = Array(Self.asPlanned.prefix(7))
        #expect(delivery(arrived).lastMove?.activity.location == .stub("SESTO"))
        #expect(delivery(arrived).isUnloadedAtDestination)
        let cleared = delivery(arrived + [.stub(.customs, at: "SESTO", completed: .stub(day: 8))])
        #expect(cleared.lastMove?.activity.location == .stub("SESTO"))
        #expect(cleared.isUnloadedAtDestination)
        #expect(cleared.transportStatus == .inPort)
        for type in [
            HandlingEvent.stub(.load, at: "SESTO", voyage: "V1", completed: .stub(day: 9)),
            .stub(.claim, at: "SESTO", completed: .stub(day: 9)),
        ] {
            #expect(!delivery(arrived + [type]).isUnloadedAtDestination)
        }
        let elsewhere = delivery(Array(Self.asPlanned.prefix(3)))
        #expect(elsewhere.lastMove?.activity.location == .stub("USNYC"))
        #expect(!elsewhere.isUnloadedAtDestination)
        #expect(delivery(Array(Self.asPlanned.prefix(3)), specification: .stub(to: "USNYC")).isUnloadedAtDestination)
        #expect(delivery([.stub(.customs, at: "SESTO")]).lastMove == nil)
    }

    @Test("DLV-9: equal inputs give equal deliveries, whatever the clock says")
    func equality() {
        #expect(delivery(Self.asPlanned) == delivery(Self.asPlanned.reversed()))
        #expect(delivery(Self.asPlanned).hashValue == delivery(Self.asPlanned).hashValue)
        #expect(delivery(Self.asPlanned) != delivery(Array(Self.asPlanned.dropLast())))
    }
}
