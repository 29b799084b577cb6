import CargoDomain
import CargoTesting
import Testing

@Suite("A delivery compared with a naive model")
struct DeliveryModelTests {
    @Test(
        "DLV-1, DLV-2, DLV-3, DLV-4, DLV-5, DLV-6, DLV-7, DLV-8, HND-4: 6,000 random transports match a naive model",
        arguments: 1...10
    )
    func derivation(seed: Int) throws {
        var source = SplitMix64(seed: UInt64(seed))
        var seen: [String: Int] = [:]
        for round in 0..<600 {
            let transport = RandomTransport(using: &source)
            let history = HandlingHistory.stub(transport.events)
            let review = try transport.cargo().review(of: history)
            let model = DeliveryModel(
                specification: transport.specification,
                itinerary: transport.itinerary,
                routingStart: transport.routingStart,
                events: transport.events
            )
            try #require(DeliveryModel(review) == model, "seed \(seed), round \(round)")
            let derived = Delivery.derived(
                from: history,
                routeSpecification: transport.specification,
                itinerary: transport.itinerary,
                routingStart: transport.routingStart
            )
            try #require(derived == review.delivery, "seed \(seed), round \(round)")
            seen["misdirected \(model.isMisdirected), \(model.routingStatus), \(model.transportStatus)", default: 0] += 1
            if model.next != nil { seen["next", default: 0] += 1 }
            if model.isUnloadedAtDestination { seen["arrived", default: 0] += 1 }
            if model.planPosition == transport.itinerary?.plan.count { seen["at the plan's end", default: 0] += 1 }
            if let start = transport.routingStart { seen["start \(start.activity.type), \(model.isMisdirected)", default: 0] += 1 }
        }
        for status in TransportStatus.allCases.map(\.rawValue) {
            for kind in ["false, NOT_ROUTED", "false, ROUTED", "false, MISROUTED", "true, ROUTED", "true, MISROUTED"] {
                let isPossible = !(kind.hasPrefix("true") && status == "NOT_RECEIVED")
                if isPossible { #expect(seen["misdirected \(kind), \(status)", default: 0] > 0, "\(kind), \(status) was never tried") }
            }
        }
        for kind in ["next", "arrived", "at the plan's end"] { #expect(seen[kind, default: 0] > 0, "\(kind) was never tried") }
        for type in [HandlingType.receive, .unload, .load] {
            for flag in [true, false] { #expect(seen["start \(type), \(flag)", default: 0] > 0, "start \(type), \(flag) was never tried") }
        }
    }

    @Test("HND-4, CRG-6: registration order doesn't matter, and registering all events again changes nothing", arguments: 1...5)
    func registrationOrder(seed: Int) throws {
        var source = SplitMix64(seed: UInt64(seed) + 100)
        for round in 0..<100 {
            let transport = RandomTransport(using: &source)
            // A history that lacks the routing start for a while loses it for good (DLV-3).
            guard transport.routingStart == nil else { continue }
            let cargo = try transport.cargo()
            let delivery = try cargo.derivingDeliveryProgress(from: .stub(transport.events)).delivery
            let shuffled = transport.events.shuffled(using: &source) + transport.events.shuffled(using: &source)
            var grown = HandlingHistory.empty(of: .stub())
            var stepwise = try cargo.derivingDeliveryProgress(from: grown)
            for event in shuffled {
                grown = try grown.adding(event)
                stepwise = try stepwise.derivingDeliveryProgress(from: grown)
            }
            try #require(stepwise.delivery == delivery, "seed \(seed), round \(round): the order of registration matters")
            let settled = stepwise.raisedFacts.count
            let again = try stepwise.derivingDeliveryProgress(from: grown).raisedFacts.count
            try #require(again == settled, "seed \(seed), round \(round): the same history raised something again")
        }
    }

    @Test("DLV-9: neither the time of derivation nor registration times change a delivery")
    func noClock() throws {
        let early = HandlingHistory.stub(.stub(registered: .stub(day: 1)))
        let late = HandlingHistory.stub(.stub(registered: .stub(day: 50)))
        let now = Cargo.stub(itinerary: .stub())
        let later = try Cargo.book(trackingId: .stub(), customerId: .stub(), routeSpecification: .stub(), at: .stub(day: 59))
            .assigned(to: .stub())
        #expect(now.delivery == later.delivery)
        #expect(try now.derivingDeliveryProgress(from: early).delivery == later.derivingDeliveryProgress(from: late).delivery)
    }
}
