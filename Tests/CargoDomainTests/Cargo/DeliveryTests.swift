import CargoDomain
import CargoTesting
import Testing

@Suite("A delivery")
struct DeliveryTests {
    /// Receipt in Hong Kong on day 1, then the plan of the stub route with its three legs, one activity a day.
    static let asPlanned: [HandlingEvent] = Itinerary.stub().plan.enumerated().map { place, activity in
        .stub(activity.type, at: activity.location.text, voyage: activity.voyageNumber?.text, completed: .stub(day: place + 1))
    }

    private func delivery(
        _ events: [HandlingEvent],
        on itinerary: Itinerary? = .stub(),
        from start: Handled? = nil,
        specification: RouteSpecification = .stub()
    ) -> Delivery {
        .derived(from: .stub(events), routeSpecification: specification, itinerary: itinerary, routingStart: start)
    }

    @Test(
        "DLV-1: the last event decides status, place and voyage",
        arguments: [
            (HandlingEvent.stub(.receive), TransportStatus.inPort, nil), (.stub(.unload, voyage: "V1"), .inPort, nil),
            (.stub(.customs), .inPort, nil),
            (.stub(.load, voyage: "V1"), .onboardCarrier, "V1"), (.stub(.claim), .claimed, nil),
        ] as [(HandlingEvent, TransportStatus, String?)]
    )
    func transportStatus(event: HandlingEvent, status: TransportStatus, voyage: String?) {
        for itinerary in [nil, Itinerary.stub()] {
            let delivery = delivery([.stub(.load, at: "JPTYO", voyage: "V9", completed: .stub()), event], on: itinerary)
            #expect(delivery.transportStatus == status)
            #expect(delivery.lastHandled == event.handled)
            #expect(delivery.lastKnownLocation == .stub("CNHKG"))
            #expect(delivery.currentVoyage?.text == voyage)
        }
    }

    @Test("DLV-1: nothing done is NOT_RECEIVED, nowhere, on no voyage")
    func nothingDone() {
        let delivery = delivery([])
        #expect(delivery.transportStatus == .notReceived)
        #expect(delivery.lastHandled == nil)
        #expect(delivery.lastKnownLocation == nil)
        #expect(delivery.currentVoyage == nil)
        #expect(delivery.isUnloadedAtDestination == false)
    }

    @Test("DLV-2: without an itinerary NOT_ROUTED, with a satisfying one ROUTED, with another one MISROUTED")
    func routingStatus() {
        #expect(delivery([], on: nil).routingStatus == .notRouted)
        #expect(delivery([]).routingStatus == .routed)
        #expect(delivery([], specification: .stub(to: "USNYC")).routingStatus == .misrouted)
        #expect(delivery([], specification: .stub(by: .stub(day: 20))).routingStatus == .misrouted)
    }

    @Test(
        "DLV-3: where the plan starts after what was done last when the route was assigned",
        arguments: [
            ("nothing", nil, 0, false),
            ("received at the first port", Handled.stub(.receive), 1, false),
            ("unloaded at the first port", .stub(.unload, voyage: "V9"), 1, false),
            ("cleared at the first port", .stub(.customs), 1, false),
            ("received elsewhere", .stub(.receive, at: "USNYC"), 1, true),
            ("unloaded elsewhere", .stub(.unload, at: "USNYC", voyage: "V100"), 1, true),
            ("cleared elsewhere", .stub(.customs, at: "SESTO"), 1, true),
            ("loaded as leg 1 says", .stub(.load, voyage: "V100"), 2, false),
            ("loaded there onto another voyage", .stub(.load, voyage: "V9"), 0, false),
            ("loaded elsewhere onto that voyage", .stub(.load, at: "JPTYO", voyage: "V100"), 0, false),
            ("loaded as leg 2 says", .stub(.load, at: "USNYC", voyage: "V200"), 0, false),
            ("claimed at the first port", .stub(.claim), 1, true),
            ("claimed elsewhere", .stub(.claim, at: "SESTO"), 1, true),
        ] as [(String, Handled?, Int, Bool)]
    )
    func planStart(name: String, start: Handled?, position: Int, isMisdirected: Bool) {
        let delivery = delivery([], from: start)
        #expect(delivery.planPosition == position)
        #expect(delivery.isMisdirected == isMisdirected)
    }

    @Test("DLV-3: a cargo on board elsewhere is first due to be unloaded from that voyage at the first port")
    func onBoardElsewhere() {
        let start = Handled.stub(.load, at: "JPTYO", voyage: "V9")
        #expect(delivery([], from: start).nextExpectedActivity == .stub(.unload, at: "CNHKG", voyage: "V9"))
        let ashore = HandlingEvent.stub(.unload, at: "CNHKG", voyage: "V9", completed: .stub(day: 2))
        #expect(delivery([ashore], from: start).nextExpectedActivity == .stub(.load, at: "CNHKG", voyage: "V100"))
        let received = HandlingEvent.stub(.receive, completed: .stub(day: 2))
        #expect(delivery([received], from: start).isMisdirected)
    }

    @Test("DLV-3, DLV-5: a cargo that is routed from elsewhere is misdirected until something expected but CUSTOMS is done")
    func misdirectedFromTheStart() {
        let start = Handled.stub(.unload, at: "JPTYO", voyage: "V9")
        let cleared = HandlingEvent.stub(.customs, completed: .stub(day: 2))
        let loaded = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 3))
        #expect(delivery([cleared], from: start).isMisdirected)
        #expect(!delivery([cleared, loaded], from: start).isMisdirected)
        #expect(!delivery([loaded], from: start).isMisdirected)
    }

    @Test("DLV-4: events up to the routing start, that very instant included, only say where the cargo was")
    func beforeTheStart() {
        let start = Handled.stub(.receive, completed: .stub(day: 5))
        let elsewhere = { (time: Instant) in HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V9", completed: time) }
        #expect(!delivery([elsewhere(.stub(day: 4))], from: start).isMisdirected)
        #expect(!delivery([elsewhere(.stub(day: 5))], from: start).isMisdirected)
        #expect(delivery([elsewhere(.stub(day: 5, millisecond: 1))], from: start).isMisdirected)
        #expect(delivery([elsewhere(.stub(day: 5))], from: start).lastKnownLocation == .stub("JPTYO"))
        let load = HandlingEvent.stub(.load, voyage: "V100", completed: .stub(day: 5))
        #expect(delivery([load], from: start).planPosition == 1)
    }

    @Test("DLV-4, DLV-7: as planned, each event moves the plan on by one, to its end")
    func stepByStep() {
        let plan = Itinerary.stub().plan
        for count in 0...plan.count {
            let delivery = delivery(Array(Self.asPlanned.prefix(count)))
            #expect(delivery.planPosition == count)
            #expect(delivery.nextExpectedActivity == (count < plan.count ? plan[count] : nil))
            #expect(!delivery.isMisdirected)
            #expect(delivery.estimatedArrival == .stub(day: 20))
        }
    }

    @Test("DLV-4: a missed scan is tolerated: the position moves just past the first such entry")
    func missedScan() {
        let delivery = delivery([Self.asPlanned[0], Self.asPlanned[4]])
        #expect(delivery.planPosition == 5)
        #expect(!delivery.isMisdirected)
        #expect(delivery.nextExpectedActivity == .stub(.load, at: "USCHI", voyage: "V300"))
    }

    @Test("DLV-4: what was done already, or skipped, is not expected again, and moves nothing")
    func outOfOrder() {
        let again = HandlingEvent.stub(.load, at: "CNHKG", voyage: "V100", completed: .stub(day: 9))
        let twice = delivery(Array(Self.asPlanned.prefix(3)) + [again])
        #expect(twice.isMisdirected)
        #expect(twice.planPosition == 3)
        let skipped = HandlingEvent.stub(.unload, at: "USNYC", voyage: "V100", completed: .stub(day: 9))
        #expect(delivery([Self.asPlanned[0], Self.asPlanned[3], skipped]).isMisdirected)
    }

    @Test("DLV-4: of two equal entries the first at or after the position counts")
    func sameLegTwice() {
        let shuttle = Itinerary.stub(
            .stub("V1", from: "CNHKG", at: .stub(day: 1), to: "JPTYO", at: .stub(day: 2)),
            .stub("V1", from: "JPTYO", at: .stub(day: 3), to: "CNHKG", at: .stub(day: 4)),
            .stub("V1", from: "CNHKG", at: .stub(day: 5), to: "JPTYO", at: .stub(day: 6))
        )
        let loads = [1, 5].map { HandlingEvent.stub(.load, voyage: "V1", completed: .stub(day: $0)) }
        #expect(delivery([loads[0]], on: shuttle).planPosition == 2)
        #expect(delivery(loads, on: shuttle).planPosition == 6)
    }

    @Test("DLV-4: CUSTOMS never moves the position; on the route it is expected, elsewhere it misdirects")
    func customs() {
        for (port, isMisdirected) in [("CNHKG", false), ("USCHI", false), ("SESTO", false), ("JPTYO", true)] {
            let delivery = delivery([Self.asPlanned[0], .stub(.customs, at: port, completed: .stub(day: 2))])
            #expect(delivery.planPosition == 1)
            #expect(delivery.isMisdirected == isMisdirected)
        }
    }

    @Test("DLV-5: an unexpected event misdirects, an expected one clears it, expected CUSTOMS do neither")
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

    @Test("DLV-5: without an itinerary nothing is unexpected")
    func unrouted() {
        let delivery = delivery(
            [.stub(.unload, at: "JPTYO", voyage: "V9"), .stub(.customs, at: "DEHAM", completed: .stub(day: 2))],
            on: nil
        )
        #expect(!delivery.isMisdirected)
        #expect(delivery.planPosition == nil)
    }

    @Test("DLV-6: the estimated arrival is the last unload time while ROUTED and not misdirected")
    func estimatedArrival() {
        #expect(delivery([]).estimatedArrival == .stub(day: 20))
        #expect(delivery([]).isOnTrack)
        let offTrack = [
            delivery([], on: nil), delivery([], specification: .stub(to: "USNYC")), delivery([.stub(.receive, at: "JPTYO")]),
        ]
        for delivery in offTrack {
            #expect(delivery.estimatedArrival == nil)
            #expect(!delivery.isOnTrack)
        }
    }

    @Test("DLV-7: nothing is expected next at the plan's end, off the route, or without one; after CUSTOMS it is what it was")
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

    @Test("DLV-8: unloaded at the destination is remembered through CUSTOMS and forgotten by anything else")
    func unloadedAtDestination() {
        let arrived = Array(Self.asPlanned.prefix(7))
        #expect(delivery(arrived).unloadedAt == .stub("SESTO"))
        #expect(delivery(arrived).isUnloadedAtDestination)
        let cleared = delivery(arrived + [.stub(.customs, at: "SESTO", completed: .stub(day: 8))])
        #expect(cleared.unloadedAt == .stub("SESTO"))
        #expect(cleared.isUnloadedAtDestination)
        #expect(cleared.transportStatus == .inPort)
        for type in [
            HandlingEvent.stub(.load, at: "SESTO", voyage: "V1", completed: .stub(day: 9)),
            .stub(.claim, at: "SESTO", completed: .stub(day: 9)),
        ] {
            #expect(delivery(arrived + [type]).unloadedAt == nil)
            #expect(!delivery(arrived + [type]).isUnloadedAtDestination)
        }
        let elsewhere = delivery(Array(Self.asPlanned.prefix(3)))
        #expect(elsewhere.unloadedAt == .stub("USNYC"))
        #expect(!elsewhere.isUnloadedAtDestination)
        #expect(delivery(Array(Self.asPlanned.prefix(3)), specification: .stub(to: "USNYC")).isUnloadedAtDestination)
        #expect(delivery([.stub(.customs, at: "SESTO")]).unloadedAt == nil)
    }

    @Test("DLV-9: no clock reading is part of a delivery: equal inputs give equal deliveries")
    func equality() {
        #expect(delivery(Self.asPlanned) == delivery(Self.asPlanned.reversed()))
        #expect(delivery(Self.asPlanned).hashValue == delivery(Self.asPlanned).hashValue)
        #expect(delivery(Self.asPlanned) != delivery(Array(Self.asPlanned.dropLast())))
    }
}
