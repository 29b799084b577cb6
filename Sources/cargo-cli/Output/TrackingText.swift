#if CLI
import CargoApplication
import CargoDomain
import CargoMaps

/// A tracking view for people: the summary first, then the route, then the history.
struct TrackingText {
    let text: String

    init(_ view: CargoTrackingView, _ palette: Palette) {
        let state = CargoState(view)
        var text = "\(palette(.bold, view.trackingId.text))  \(view.statusText.visible)  \(palette(state.style, state.rawValue))\n"
        if let disruption = view.disruption {
            text += "  \(palette(.bad, Self.words(for: disruption, of: view)))\n"
            text += "  Find another route: cargo-cli route candidates \(view.trackingId.text)\n"
        }
        func line(_ label: String, _ value: String) {
            text += "  \(palette(.dim, label))\(String(repeating: " ", count: 10 - label.count))\(value)\n"
        }
        line("Customer", view.customerId.text)
        for reference in view.references { line(reference.type.label, reference.value.visible) }
        line("Journey", "\(view.origin.label) → \(view.destination.label)")
        line("Deadline", view.arrivalDeadline.brief + " UTC")
        if let cancellation = view.cancellation {
            line("Cancelled", "\(cancellation.at.brief) UTC: \(cancellation.reason.text.visible)")
        }
        if let arrival = Self.arrival(of: view) { line("Arrival", arrival) }
        if let since = view.overdueSince { line("Overdue", palette(.warning, "next scan expected by \(since.brief) UTC")) }
        if let next = view.nextExpectedText { line("Next", next.visible) }
        if let misdirection = view.misdirection {
            line("Expected", misdirection.expected?.words ?? "nothing more")
            line("Actual", misdirection.actual.words)
        }
        if !view.legs.isEmpty { text += "\n" + Self.table(of: view.legs, palette) }
        if !view.events.isEmpty {
            text += "\n"
            for event in view.events {
                let mark = event.isExpected ? palette(.good, "✓") : palette(.bad, "✗")
                text +=
                    "  \(mark) \(event.completionTime.brief)  \(event.description.visible)\(event.isExpected ? "" : "  " + palette(.bad, "unexpected"))\n"
            }
        }
        self.text = text
    }

    /// The estimated arrival with its delay, or else the planned one.
    private static func arrival(of view: CargoTrackingView) -> String? {
        if let arrival = view.estimatedArrival {
            guard let delay = view.arrivalDelay, delay != 0 else { return "\(arrival.brief) UTC, as planned" }
            return "\(arrival.brief) UTC, \(TimeSpan.delay(delay))"
        }
        return view.plannedArrival.map { "\($0.brief) UTC by plan" }
    }

    /// Planned, estimated and actual times, a row for each loading and unloading.
    private static func table(of legs: [CargoTrackingView.TrackedLeg], _ palette: Palette) -> String {
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
        for tracked in legs {
            let (leg, times) = (tracked.leg, tracked.times)
            row(leg, "load", leg.loadLocation, leg.loadTime, times.estimatedLoadTime, times.actualLoadTime)
            row(leg, "unload", leg.unloadLocation, leg.unloadTime, times.estimatedUnloadTime, times.actualUnloadTime)
        }
        return table.render(palette)
    }

    /// The disruption in words, such as "Misses V2 in New York: V1 arrives 2026-03-24 12:00, V2 leaves 2026-03-22 08:00".
    private static func words(for disruption: Disruption, of view: CargoTrackingView) -> String {
        let place = view.routeLocations.first { $0.unLocode == disruption.location }?.name.text.visible ?? disruption.location.text
        let voyage = disruption.voyageNumber.text
        switch disruption.reason {
        case .voyageDoesNotCall: return "\(voyage) does not call at \(place) as planned"
        case .connectionMissed:
            guard let index = Int(exactly: disruption.leg), index <= view.legs.count else { return "Misses \(voyage) in \(place)" }
            // safe: both indices are checked
            let departure = view.legs.indices.contains(index) ? view.legs[index].times.estimatedLoadTime : nil
            // safe: both indices are checked
            let before = view.legs.indices.contains(index - 1) ? view.legs[index - 1] : nil
            let arrives = before.flatMap { before in
                (before.times.actualUnloadTime.map { "arrived \($0.brief)" }
                    ?? before.times.estimatedUnloadTime.map { "arrives \($0.brief)" })
                    .map { "\(before.leg.voyageNumber.text) \($0)" }
            }
            let reasons = [arrives, departure.map { "\(voyage) leaves \($0.brief)" }].compactMap(\.self)
            return "Misses \(voyage) in \(place)" + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", "))")
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
        case .receive: "receive in \(location.text)"
        case .load: "load onto voyage \(voyage) in \(location.text)"
        case .unload: "unload off voyage \(voyage) in \(location.text)"
        case .customs: "clear customs in \(location.text)"
        case .claim: "claim in \(location.text)"
        }
    }
}
extension ReferenceType {
    /// The type as a label, at most nine letters long.
    fileprivate var label: String {
        switch self {
        case .container: "Container"
        case .billOfLading: "B/L"
        case .booking: "Booking"
        case .customer: "Reference"
        }
    }
}
#endif
