import CargoApplication
import CargoDomain
import CargoLocalization
import CargoMaps

/// A tracking view for people: the summary first, then the route, then the history.
struct TrackingText {
    let text: String

    /// - Parameters:
    ///   - now: until when an overdue scan is overdue.
    ///   - grace: how long it may be overdue before the state says so.
    init(_ view: CargoTrackingView, at now: Instant, overdueAfter grace: Duration, _ palette: Palette) {
        let overdue = view.longOverdueSince(at: now, grace: grace)
        let state = CargoState(view, isOverdue: overdue != nil)
        var text =
            "\(palette(.bold, view.trackingId.text))  \(view.statusText(in: .current).visible)  \(palette(state.style, state.words))\n"
        if let disruption = view.disruption {
            text += "  \(palette(.bad, Self.words(for: disruption, of: view)))\n"
            text += "  " + localized("Find another route: cargo-cli route candidates \(view.trackingId.text)") + "\n"
        }
        if let overdue {
            let span = TimeSpan.days(UInt64(clamping: now.epochMilliseconds - overdue.epochMilliseconds))
            if let words = view.overdueText(span, place: view.placeName) { text += "  \(palette(.bad, words.visible))\n" }
        }
        for hold in view.holds {
            let words = localized("\(hold.type.text(in: .current)): \(hold.reason.text.visible), since \(hold.at.brief) UTC")
            text += "  \(palette(.warning, words))\n"
        }
        var lines: [(label: String, value: String)] = []
        func line(_ label: Phrase, _ value: String) { lines.append((localized(label), value)) }
        line("Customer", view.customerId.text)
        for reference in view.references { line(reference.type.label, reference.value.visible) }
        line("Journey", "\(view.origin.label) → \(view.destination.label)")
        line("Deadline", view.arrivalDeadline.brief + " UTC")
        if let cancellation = view.cancellation {
            line("Cancelled", "\(cancellation.at.brief) UTC: \(cancellation.reason.text.visible)")
        }
        if let arrival = Self.arrival(of: view) { line("Arrival", arrival) }
        if let since = view.overdueSince {
            let words =
                view.isUncollected
                ? localized("to be collected by \(since.brief) UTC") : localized("next scan expected by \(since.brief) UTC")
            line("Overdue", palette(.warning, words))
        } else if let end = view.pickUpBy, view.transportStatus != .claimed, view.cancellation == nil {
            line("Collect by", end.brief + " UTC")
        }
        if let next = view.nextExpectedText(in: .current) { line("Next", next.visible) }
        if let misdirection = view.misdirection {
            line("Expected", misdirection.expected?.words ?? localized("nothing more"))
            line("Actual", misdirection.actual.words)
        }
        let width = max(10, (lines.map(\.label.count).max() ?? 0) + 1)
        for line in lines {
            text += "  \(palette(.dim, line.label))\(String(repeating: " ", count: width - line.label.count))\(line.value)\n"
        }
        if !view.legs.isEmpty { text += "\n" + Self.table(of: view.legs, until: view.disruption?.leg ?? .max, palette) }
        if !view.events.isEmpty {
            text += "\n"
            for event in view.events {
                let mark = event.isExpected ? palette(.good, "✓") : palette(.bad, "✗")
                let note = event.isExpected ? "" : "  " + palette(.bad, localized("unexpected"))
                text += "  \(mark) \(event.completionTime.brief)  \(event.description(in: .current).visible)\(note)\n"
            }
        }
        self.text = text
    }

    /// The estimated arrival beside the promised one, or else what was promised or planned.
    private static func arrival(of view: CargoTrackingView) -> String? {
        guard let arrival = view.estimatedArrival else {
            return view.promisedArrival.map { localized("unknown, promised \($0.brief) UTC") }
                ?? view.plannedArrival.map { localized("\($0.brief) UTC by plan") }
        }
        guard let delay = view.arrivalDelay, delay != 0 else {
            let isAsPlanned = view.plannedArrival == nil || view.plannedArrival == arrival
            return isAsPlanned ? localized("\(arrival.brief) UTC, as planned") : localized("\(arrival.brief) UTC, as promised")
        }
        guard let promised = view.promisedArrival else { return localized("\(arrival.brief) UTC, \(TimeSpan.delay(delay))") }
        return view.isUnloadedAtDestination || view.transportStatus == .claimed
            ? localized("promised \(promised.brief), arrived \(arrival.brief) UTC: \(TimeSpan.delay(delay))")
            : localized("promised \(promised.brief), now \(arrival.brief) UTC: \(TimeSpan.delay(delay))")
    }

    /// Planned, estimated and actual times, a row for each loading and unloading.
    /// - Parameter broken: the 0-based index of the leg at which the route breaks: from there on, the cargo won't travel as estimated.
    private static func table(of legs: [CargoTrackingView.TrackedLeg], until broken: Int64, _ palette: Palette) -> String {
        var table = Table(
            [.init("VOYAGE"), .init(""), .init("AT"), .init("PLANNED"), .init("ESTIMATED"), .init("ACTUAL")],
            indent: 2
        )
        func row(_ leg: Leg, _ activity: String, _ location: UnLocode, _ planned: Instant, _ estimated: Instant?, _ actual: Instant?) {
            table.rows.append([
                .init(leg.voyageNumber.text), .init(activity), .init(location.text), .init(planned.brief),
                .init(estimated?.brief ?? "", estimated == nil || estimated == planned ? .dim : .warning), .init(actual?.brief ?? ""),
            ])
        }
        for (index, tracked) in legs.enumerated() {
            let (leg, times) = (tracked.leg, tracked.times)
            let isOpen = Int64(index) < broken
            let (load, unload) = (isOpen ? times.estimatedLoadTime : nil, isOpen ? times.estimatedUnloadTime : nil)
            row(leg, localized("load"), leg.loadLocation, leg.loadTime, load, times.actualLoadTime)
            row(leg, localized("unload"), leg.unloadLocation, leg.unloadTime, unload, times.actualUnloadTime)
        }
        return table.render(palette)
    }

    /// The disruption in words, such as "Misses V2 in New York: V1 arrives 2026-03-24 12:00, V2 leaves 2026-03-22 08:00".
    private static func words(for disruption: Disruption, of view: CargoTrackingView) -> String {
        let place = view.routeLocations.first { $0.unLocode == disruption.location }?.name.text.visible ?? disruption.location.text
        let voyage = disruption.voyageNumber.text
        switch disruption.reason {
        case .voyageDoesNotCall: return localized("\(voyage) does not call at \(place) as planned")
        case .connectionMissed:
            guard let index = Int(exactly: disruption.leg), index <= view.legs.count else {
                return localized("Misses \(voyage) in \(place)")
            }
            // safe: both indices are checked
            let departure = view.legs.indices.contains(index) ? view.legs[index].times.estimatedLoadTime : nil
            // safe: both indices are checked
            let before = view.legs.indices.contains(index - 1) ? view.legs[index - 1] : nil
            let arrives = before.flatMap { before in
                before.times.actualUnloadTime.map { localized("\(before.leg.voyageNumber.text) arrived \($0.brief)") }
                    ?? before.times.estimatedUnloadTime.map { localized("\(before.leg.voyageNumber.text) arrives \($0.brief)") }
            }
            let reasons = [arrives, departure.map { localized("\(voyage) leaves \($0.brief)") }].compactMap(\.self)
            return localized("Misses \(voyage) in \(place)") + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", "))")
        }
    }
}

extension Location {
    /// The name, with the code in parentheses.
    var label: String { "\(name.text.visible) (\(unLocode.text))" }
}

extension HandlingActivity {
    /// The activity in words, such as "load onto voyage V100 in HKHKG".
    var words: String {
        let voyage = voyageNumber?.text ?? ""
        return switch type {
        case .receive: localized("receive in \(location.text)")
        case .load: localized("load onto voyage \(voyage) in \(location.text)")
        case .unload: localized("unload off voyage \(voyage) in \(location.text)")
        case .customs: localized("clear customs in \(location.text)")
        case .claim: localized("claim in \(location.text)")
        }
    }
}
extension ReferenceType {
    /// The type as a label, at most nine letters long.
    fileprivate var label: Phrase {
        switch self {
        case .container: "Container"
        case .billOfLading: "B/L"
        case .booking: "Booking"
        case .customer: "Reference"
        case .equipment: "Equipment"
        }
    }
}

/// Spans of time in words.
enum TimeSpan {
    /// A delay in words, such as "4 days late" or "3 hours early".
    static func delay(_ milliseconds: Int64) -> String {
        guard milliseconds != 0 else { return localized("on time") }
        let span = words(milliseconds.magnitude)
        return milliseconds > 0 ? localized("\(span) late") : localized("\(span) early")
    }

    /// A span in its largest unit, such as "4 days" or "20 minutes"; days from 48 hours on, with the hours that remain.
    static func words(_ milliseconds: UInt64) -> String {
        let minutes = milliseconds / 60_000
        guard minutes > 0 else { return localized("less than a minute") }
        let hours = minutes / 60
        guard hours > 0 else { return localized(Int(minutes), one: "\(minutes) minute", other: "\(minutes) minutes") }
        guard hours >= 48 else { return Self.hours(hours) }
        let rest = hours % 24
        let days = hours / 24
        let whole = localized(Int(days), one: "\(days) day", other: "\(days) days")
        return rest == 0 ? whole : "\(whole) \(Self.hours(rest))"
    }

    /// A span in whole days, or in its largest unit if it is shorter than one.
    static func days(_ milliseconds: UInt64) -> String {
        let days = milliseconds / 86_400_000
        return days == 0 ? words(milliseconds) : localized(Int(days), one: "\(days) day", other: "\(days) days")
    }

    private static func hours(_ count: UInt64) -> String { localized(Int(count), one: "\(count) hour", other: "\(count) hours") }
}
