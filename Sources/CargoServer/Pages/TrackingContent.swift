#if Server
import CargoApplication
import CargoDomain
import CargoMaps

/// A cargo as its page shows it, to customers and clerks.
struct TrackingContent: Sendable {
    let id: String
    let condition: String
    let tone: String
    let status: String
    /// A sentence that says what went wrong, if anything did.
    let alert: String?
    let origin: String
    let destination: String
    /// The customer who booked the cargo; nil if the viewer may not know.
    let customer: String?
    let next: String?
    let arrival: PageTime?
    let deadline: PageTime
    /// How long after or before its deadline the cargo will arrive.
    let margin: String?
    let map: String
    let mapText: String
    let legs: [Leg]
    let hasLegs: Bool
    let timeline: [Moment]
    let hasTimeline: Bool

    /// A leg of the route.
    struct Leg: Sendable {
        let number: Int
        let voyage: String
        let from: String
        let to: String
        let load: PageTime
        let unload: PageTime
    }

    /// A past or expected activity.
    struct Moment: Sendable {
        let kind: String
        let mark: String
        let text: String
        let time: PageTime?
        let note: String?
    }

    init(_ view: CargoTrackingView, showsCustomer: Bool, now: Instant) {
        let condition = CargoCondition(
            transport: view.transportStatus,
            routing: view.routingStatus,
            isMisdirected: view.isMisdirected,
            isLate: view.progress.isLate(at: now)
        )
        id = view.trackingId.text
        self.condition = condition.words
        tone = condition.tone
        status = view.statusText
        origin = view.origin.nameAndCode
        destination = view.destination.nameAndCode
        customer = showsCustomer ? view.customerId.text : nil
        next = view.nextExpectedText
        arrival = view.progress.plannedArrival.map(PageTime.init)
        deadline = PageTime(view.arrivalDeadline)
        margin = Self.margin(view.progress, now)
        let names = Dictionary(view.routeLocations.map { ($0.unLocode, $0) }) { first, _ in first }
        let name = { (code: UnLocode) in names[code]?.nameAndCode ?? code.text }
        alert = Self.alert(view, name)
        let map = CargoMap(view)
        self.map = map.svg()
        mapText =
            map.unplaced.isEmpty
            ? "Sea routes are approximate and follow the usual shipping lanes."
            : "Not on the map, because their position is unknown: \(map.unplaced.map(\.nameAndCode).joined(separator: ", "))."
        legs = view.legs.enumerated().map { Leg($1, number: $0 + 1, name) }
        hasLegs = !legs.isEmpty
        timeline =
            view.events.map { event in
                Moment(
                    kind: event.isExpected ? "done" : "unexpected",
                    mark: event.isExpected ? "✓" : "!",
                    text: event.description,
                    time: PageTime(event.completionTime),
                    note: event.isExpected ? nil : "Not expected"
                )
            }
            + view.expectedActivities.enumerated().map { index, expected in
                Moment(
                    kind: index == 0 ? "next" : "ahead",
                    mark: "",
                    text: expected.description,
                    time: expected.scheduledTime.map(PageTime.init),
                    note: index == 0 ? "Next" : "Planned"
                )
            }
        hasTimeline = !timeline.isEmpty
    }

    private static func margin(_ progress: ArrivalProgress, _ now: Instant) -> String? {
        let deadline = progress.deadline.epochMilliseconds
        if let arrival = progress.plannedArrival?.epochMilliseconds, arrival >= deadline {
            return "\(PageTime.span(milliseconds: arrival - deadline)) after the deadline"
        }
        if progress.isLate(at: now) { return "\(PageTime.span(milliseconds: now.epochMilliseconds - deadline)) past the deadline" }
        return progress.plannedArrival.map { "None, \(PageTime.span(milliseconds: deadline - $0.epochMilliseconds)) to spare" }
    }

    private static func alert(_ view: CargoTrackingView, _ name: (UnLocode) -> String) -> String? {
        if let misdirection = view.misdirection {
            let expected = misdirection.expected.map { "\($0.type.words.lowercased()) in \(name($0.location))" } ?? "nothing more"
            return "The cargo is off its route. Expected: \(expected)."
        }
        guard view.routingStatus == .misrouted, view.transportStatus != .claimed else { return nil }
        return view.progress.plannedArrival == nil ? "Its route doesn't lead to its destination." : "Its route arrives too late."
    }
}

extension TrackingContent.Leg {
    init(_ leg: Leg, number: Int, _ name: (UnLocode) -> String) {
        self.init(
            number: number,
            voyage: leg.voyageNumber.text,
            from: name(leg.loadLocation),
            to: name(leg.unloadLocation),
            load: PageTime(leg.loadTime),
            unload: PageTime(leg.unloadTime)
        )
    }
}
#endif
