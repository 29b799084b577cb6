import CargoApplication
import CargoDomain
import CargoLocalization
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
    /// What people outside know the cargo by.
    let references: [Reference]
    /// The customer who booked the cargo; nil if the viewer may not know.
    let customer: String?
    let next: String?
    /// What the cargo is held for.
    let holds: [Held]
    let hasHolds: Bool
    /// When the cargo arrives by the voyages' forecasts.
    let arrival: PageTime?
    /// A sentence that says what the customer was told first, if the cargo arrives at another time.
    let promise: String?
    /// The arrival that was promised first; shown if the arrival is unknown.
    let promisedArrival: PageTime?
    /// When the route was planned to arrive, if that differs from both.
    let plannedArrival: PageTime?
    /// How much later or earlier than planned the cargo arrives, if nothing was promised.
    let delay: String?
    /// Until when the cargo is to be collected.
    let pickUp: PageTime?
    let deadline: PageTime
    /// How long after or before its deadline the cargo will arrive.
    let margin: String?
    let map: String
    let mapText: String
    let legs: [Leg]
    let hasLegs: Bool
    let timeline: [Moment]
    let hasTimeline: Bool

    /// The references of a type.
    struct Reference: Sendable {
        let label: String
        let values: String
    }

    /// A hold.
    struct Held: Sendable {
        /// Who holds the cargo, or for what, such as `Held by customs`.
        let what: String
        let since: String
        /// Why; nil if the viewer may not know.
        let why: String?
    }

    /// A leg of the route.
    struct Leg: Sendable {
        let number: Int
        let voyage: String
        /// The path of the voyage's page; nil if the viewer may not open it.
        let voyagePath: String?
        let from: String
        let to: String
        let load: PageTime
        /// When it was loaded, or is now estimated to be, if that isn't as planned.
        let loaded: Change?
        let unload: PageTime
        /// The same for unloading.
        let unloaded: Change?
    }

    /// A time that differs from the planned one.
    struct Change: Sendable {
        /// Whether the time is actual or estimated, for people.
        let kind: String
        let time: PageTime

        init?(planned: Instant, actual: Instant?, estimated: Instant?, at place: UnLocode) {
            guard let time = actual ?? estimated, actual != nil || time != planned else { return nil }
            kind = actual == nil ? localized("Estimated") : localized("Actual")
            self.time = PageTime(time, at: place)
        }
    }

    /// A past or expected activity.
    struct Moment: Sendable {
        let kind: String
        let mark: String
        let text: String
        let time: PageTime?
        let note: String?
        /// Whether the event was taken back.
        var isRetracted = false
    }

    /// Makes the content.
    /// - Parameters:
    ///   - retracted: the events to show as taken back.
    ///   - showsCustomer: whether the viewer may know the customer, why the cargo is held or its booking was cancelled, and all references rather
    ///     than only the box.
    ///   - linksVoyages: whether the viewer may open the pages of voyages.
    ///   - overdueAfter: how late a scan may be before the cargo counts as overdue.
    init(
        _ view: CargoTrackingView,
        retracted: [RetractedEvent] = [],
        showsCustomer: Bool,
        linksVoyages: Bool = false,
        now: Instant,
        overdueAfter: Duration
    ) {
        let view = showsCustomer ? view : view.forPublic
        let condition = CargoCondition(view, at: now, overdueAfter: overdueAfter)
        id = view.trackingId.text
        self.condition = condition.words
        tone = condition.tone
        status = view.statusText(in: .current)
        origin = view.origin.nameAndCode
        destination = view.destination.nameAndCode
        customer = showsCustomer ? view.customerId.text : nil
        references = Self.references(of: view)
        next = view.nextExpectedText(in: .current)
        let end = view.destination.unLocode
        arrival = view.estimatedArrival.map { PageTime($0, at: end) }
        promise = Self.promise(view)
        promisedArrival = view.estimatedArrival == nil ? view.promisedArrival.map { PageTime($0, at: end) } : nil
        let told = [view.estimatedArrival, view.promisedArrival]
        plannedArrival = told.contains(view.plannedArrival) ? nil : view.plannedArrival.map { PageTime($0, at: end) }
        delay = view.promisedArrival == nil ? view.arrivalDelay.flatMap(Self.delay) : nil
        holds = view.holds.map { hold in
            Held(
                what: hold.type.text(in: .current),
                since: localized("since \(PageTime(hold.at).text)"),
                why: showsCustomer ? hold.reason.text : nil
            )
        }
        hasHolds = !holds.isEmpty
        let isOpen = view.transportStatus != .claimed && view.bookingStatus == .confirmed
        pickUp = isOpen ? view.pickUpBy.map { PageTime($0, at: end) } : nil
        deadline = PageTime(view.arrivalDeadline, at: end)
        margin = view.transportStatus == .claimed ? nil : Self.margin(view, now)
        let names = Dictionary(view.routeLocations.map { ($0.unLocode, $0) }) { first, _ in first }
        let name = { (code: UnLocode) in names[code]?.nameAndCode ?? code.text }
        alert = Self.alert(view, name, now, overdueAfter)
        let map = CargoMap(view)
        self.map = map.svg()
        mapText =
            map.unplaced.isEmpty
            ? localized(
                "Solid: travelled. Dashed: estimated. Dotted: planned. Sea routes are approximate and follow the usual shipping lanes."
            )
            : localized("Not on the map, because their position is unknown: \(map.unplaced.map(\.nameAndCode).joined(separator: ", ")).")
        legs = view.legs.enumerated().map { index, tracked in
            // Nothing that is estimated from a missed connection on will come true.
            let isBroken = view.disruption.map { $0.leg <= Int64(index) } ?? false
            let times = isBroken ? tracked.times.actualOnly : tracked.times
            return Leg(tracked.leg, times: times, number: index + 1, linksVoyage: linksVoyages, name)
        }
        hasLegs = !legs.isEmpty
        let done =
            view.events.map { event in
                let moment = Moment(
                    kind: event.isExpected ? "done" : "unexpected",
                    mark: event.isExpected ? "✓" : "!",
                    text: event.description(in: .current),
                    time: PageTime(event.completionTime, at: event.location.unLocode),
                    note: event.isExpected ? nil : localized("Not expected")
                )
                return (event.completionTime, moment)
            }
            + retracted.map { retracted in
                let activity = retracted.event.activity
                let place = name(activity.location)
                let moment = Moment(
                    kind: "retracted",
                    mark: "×",
                    text: activity.voyageNumber.map { localized("\(activity.type.words) in \(place), voyage \($0.text)") }
                        ?? localized("\(activity.type.words) in \(place)"),
                    time: PageTime(retracted.event.completionTime, at: activity.location),
                    note: localized("Retracted: \(retracted.reason.text)"),
                    isRetracted: true
                )
                return (retracted.event.completionTime, moment)
            }
        timeline =
            done.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
            + view.expectedActivities.enumerated().map { index, expected in
                Moment(
                    kind: index == 0 ? "next" : "ahead",
                    mark: "",
                    text: expected.description(in: .current),
                    time: expected.scheduledTime.map { PageTime($0, at: expected.location.unLocode) },
                    note: index == 0 ? localized("Next") : localized("Expected")
                )
            }
        hasTimeline = !timeline.isEmpty
    }

    private static func references(of view: CargoTrackingView) -> [Reference] {
        ReferenceType.allCases.compactMap { type in
            let values = view.references.filter { $0.type == type }.map(\.value)
            return values.isEmpty ? nil : Reference(label: type.words, values: values.joined(separator: ", "))
        }
    }

    /// What the customer was told first, beside a new arrival; nil if the cargo arrives as promised.
    private static func promise(_ view: CargoTrackingView) -> String? {
        guard let promised = view.promisedArrival, let arrival = view.estimatedArrival, promised != arrival else { return nil }
        let difference = arrival.epochMilliseconds - promised.epochMilliseconds
        let span = PageTime.span(milliseconds: Int64(clamping: difference.magnitude))
        let (first, other) = (PageTime(promised), PageTime(arrival))
        let isSameDay = first.day == other.day
        let told = isSameDay ? first.text : first.day
        let present = isSameDay ? other.text : other.day
        switch (view.isUnloadedAtDestination, difference > 0) {
        case (false, true): return localized("Promised \(told), now \(present): \(span) later")
        case (false, false): return localized("Promised \(told), now \(present): \(span) earlier")
        case (true, true): return localized("Promised \(told), arrived \(present): \(span) later")
        case (true, false): return localized("Promised \(told), arrived \(present): \(span) earlier")
        }
    }

    /// How late or early, such as `4 days late`; nil if it is neither.
    static func delay(_ milliseconds: Int64) -> String? {
        guard milliseconds != 0 else { return nil }
        let span = PageTime.span(milliseconds: Int64(clamping: milliseconds.magnitude))
        return milliseconds > 0 ? localized("\(span) late") : localized("\(span) early")
    }

    private static func margin(_ view: CargoTrackingView, _ now: Instant) -> String? {
        let deadline = view.arrivalDeadline.epochMilliseconds
        guard let arrival = view.estimatedArrival?.epochMilliseconds else {
            guard view.bookingStatus == .confirmed, now.epochMilliseconds >= deadline else { return nil }
            return localized("\(PageTime.span(milliseconds: now.epochMilliseconds - deadline)) past the deadline")
        }
        return arrival >= deadline
            ? localized("\(PageTime.span(milliseconds: arrival - deadline)) after the deadline")
            : localized("\(PageTime.span(milliseconds: deadline - arrival)) before the deadline")
    }

    private static func alert(_ view: CargoTrackingView, _ name: (UnLocode) -> String, _ now: Instant, _ grace: Duration) -> String? {
        if let cancellation = view.cancellation { return localized("The booking was cancelled: \(cancellation.reason.text)") }
        if view.bookingStatus == .cancelled { return localized("The booking was cancelled.") }
        if let misdirection = view.misdirection { return view.sentence(on: misdirection, place: name) }
        if let disruption = view.disruption { return view.sentence(on: disruption, place: name) { PageTime($0).text } }
        if view.routingStatus == .misrouted, view.transportStatus != .claimed {
            return view.estimatedArrival == nil
                ? localized("Its route doesn't lead to its destination.") : localized("Its route arrives too late.")
        }
        if view.isUnloadedAtDestination {
            return view.overdueSince.map { localized("The cargo should have been collected by \(PageTime($0).text) UTC.") }
        }
        if let since = view.longOverdueSince(at: now, grace: grace) {
            let day: Int64 = 86_400_000
            let span = PageTime.span(milliseconds: (now.epochMilliseconds - since.epochMilliseconds) / day * day)
            return view.overdueText(span, place: name)
        }
        return view.overdueSince.map { localized("The next scan was expected on \(PageTime($0).text) UTC. The cargo is overdue.") }
    }
}

extension TrackingContent.Leg {
    init(_ leg: Leg, times: Outlook.LegTimes = .init(), number: Int, linksVoyage: Bool, _ name: (UnLocode) -> String) {
        self.init(
            number: number,
            voyage: leg.voyageNumber.text,
            voyagePath: linksVoyage ? VoyagePages.path(leg.voyageNumber) : nil,
            from: name(leg.loadLocation),
            to: name(leg.unloadLocation),
            load: PageTime(leg.loadTime, at: leg.loadLocation),
            loaded: TrackingContent.Change(
                planned: leg.loadTime,
                actual: times.actualLoadTime,
                estimated: times.estimatedLoadTime,
                at: leg.loadLocation
            ),
            unload: PageTime(leg.unloadTime, at: leg.unloadLocation),
            unloaded: TrackingContent.Change(
                planned: leg.unloadTime,
                actual: times.actualUnloadTime,
                estimated: times.estimatedUnloadTime,
                at: leg.unloadLocation
            )
        )
    }
}

extension Outlook.LegTimes {
    /// The times that have come.
    fileprivate var actualOnly: Outlook.LegTimes { .init(actualLoadTime: actualLoadTime, actualUnloadTime: actualUnloadTime) }
}
