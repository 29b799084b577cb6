import CargoDomain
import CargoTesting

/// A random specification, route, routing start and history.
///
/// They share a few ports, voyages and hours, so that they often match.
struct RandomTransport {
    static let ports = ["HKHKG", "JPTYO", "USNYC", "SESTO"]
    static let voyages = ["V1", "V2"]

    let specification: RouteSpecification
    let itinerary: Itinerary?
    let routingStart: CompletedActivity?
    let events: [HandlingEvent]

    init(using source: inout SplitMix64) {
        let itinerary = Int.random(in: 0..<10, using: &source) == 0 ? nil : Self.itinerary(using: &source)
        self.itinerary = itinerary
        specification = Self.specification(for: itinerary, using: &source)
        routingStart =
            itinerary == nil || Bool.random(using: &source) ? nil : Self.routingStart(near: itinerary, using: &source)
        var events = Self.events(near: itinerary, count: Int.random(in: 0...9, using: &source), using: &source)
        if let routingStart, Int.random(in: 0..<4, using: &source) > 0 {
            events.append(Self.stub(routingStart.activity, at: routingStart.completionTime, registered: .stub(day: 3)))
        }
        self.events = events
    }

    /// Returns the cargo with this state, before anything is derived from its history.
    func cargo() throws(DomainError) -> Cargo {
        let untouched = Delivery.derived(
            from: .empty(of: .stub()),
            routeSpecification: specification,
            itinerary: itinerary,
            routingStart: nil
        )
        let onTrack = untouched.routingStatus == .routed
        // A state that reconstitution accepts: no handling, and the plan complete, so that the delivery depends only on the history.
        return try .reconstitute(
            trackingId: .stub(),
            customerId: .stub(),
            origin: specification.origin,
            routeSpecification: specification,
            itinerary: itinerary,
            routingStart: routingStart,
            delivery: Delivery.Stored(
                currentVoyage: nil,
                isMisdirected: false,
                isUnloadedAtDestination: false,
                lastHandled: nil,
                lastKnownLocation: nil,
                lastMove: nil,
                nextExpectedActivity: nil,
                planPosition: itinerary.map { Int64($0.plan.count) },
                plannedArrival: onTrack ? itinerary?.lastUnloadTime : nil,
                routingStatus: untouched.routingStatus,
                transportStatus: .notReceived
            ),
            version: 1
        )
    }

    static func itinerary(using source: inout SplitMix64) -> Itinerary {
        var place = ports[Int.random(in: 0..<4, using: &source)]
        var hour = Int.random(in: 0..<4, using: &source)
        let legs = (0..<Int.random(in: 1...4, using: &source)).map { _ in
            let next = ports.filter { $0 != place }[Int.random(in: 0..<3, using: &source)]
            let leg = Leg.stub(
                voyages[Int.random(in: 0..<2, using: &source)],
                from: place,
                at: .stub(day: 0, hour: hour),
                to: next,
                at: .stub(day: 0, hour: hour + 2)
            )
            place = next
            hour += 2 + Int.random(in: 0..<2, using: &source)
            return leg
        }
        return .stub(legs)
    }

    private static func specification(for itinerary: Itinerary?, using source: inout SplitMix64) -> RouteSpecification {
        if let itinerary, itinerary.firstLoadLocation != itinerary.lastUnloadLocation, Int.random(in: 0..<4, using: &source) > 0 {
            return .stub(
                from: itinerary.firstLoadLocation.text,
                to: itinerary.lastUnloadLocation.text,
                by: Bool.random(using: &source) ? .stub(day: 2) : itinerary.lastUnloadTime
            )
        }
        let shuffled = ports.shuffled(using: &source)
        return .stub(from: shuffled[0], to: shuffled[1], by: .stub(day: 2))
    }

    static func activity(near itinerary: Itinerary?, using source: inout SplitMix64) -> HandlingActivity {
        if let plan = itinerary?.plan, Int.random(in: 0..<3, using: &source) > 0 {
            return plan[Int.random(in: plan.indices, using: &source)]
        }
        let type = HandlingType.allCases[Int.random(in: 0..<5, using: &source)]
        return .stub(
            type,
            at: ports[Int.random(in: 0..<4, using: &source)],
            voyage: type.needsVoyage ? voyages[Int.random(in: 0..<2, using: &source)] : nil
        )
    }

    private static func routingStart(near itinerary: Itinerary?, using source: inout SplitMix64) -> CompletedActivity {
        while true {
            let activity = activity(near: itinerary, using: &source)
            if ![.customs, .claim].contains(activity.type) {
                return CompletedActivity(activity: activity, completionTime: time(using: &source))
            }
        }
    }

    private static func time(using source: inout SplitMix64) -> Instant { .stub(day: 0, hour: Int.random(in: 0..<8, using: &source)) }

    private static func events(near itinerary: Itinerary?, count: Int, using source: inout SplitMix64) -> [HandlingEvent] {
        let isInTurn = Bool.random(using: &source)
        var step = 0
        return (0..<count).map { place in
            var activity = activity(near: itinerary, using: &source)
            var time = time(using: &source)
            if isInTurn, let plan = itinerary?.plan, step < plan.count, Int.random(in: 0..<8, using: &source) > 0 {
                activity = plan[step]
                time = .stub(day: 0, hour: place)
                step += Int.random(in: 1...2, using: &source)
            }
            return stub(activity, at: time, registered: .stub(day: 3, millisecond: Int.random(in: 0..<5, using: &source)))
        }
    }

    private static func stub(_ activity: HandlingActivity, at time: Instant, registered: Instant) -> HandlingEvent {
        .stub(activity.type, at: activity.location.text, voyage: activity.voyageNumber?.text, completed: time, registered: registered)
    }
}
