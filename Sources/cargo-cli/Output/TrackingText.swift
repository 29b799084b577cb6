#if CLI
import CargoApplication
import CargoDomain
import CargoMaps

/// A tracking view for people: the summary first, then the route, then the history.
struct TrackingText {
    let text: String

    init(_ view: CargoTrackingView, at now: Instant, _ palette: Palette) {
        var text = "\(palette(.bold, view.trackingId.text))  \(view.statusText.visible)  \(Self.state(view, now, palette))\n"
        func line(_ label: String, _ value: String) {
            text += "  \(palette(.dim, label))\(String(repeating: " ", count: 10 - label.count))\(value)\n"
        }
        line("Customer", view.customerId.text)
        line("Journey", "\(view.origin.label) → \(view.destination.label)")
        line("Deadline", view.arrivalDeadline.brief + " UTC")
        if let estimate = view.progress.plannedArrival { line("Arrival", estimate.brief + " UTC, as planned") }
        if let next = view.nextExpectedText { line("Next", next.visible) }
        if let misdirection = view.misdirection {
            line("Expected", misdirection.expected?.words ?? "nothing more")
            line("Actual", misdirection.actual.words)
        }
        if !view.legs.isEmpty {
            var table = Layouts.legs.table(indent: 2)
            table.rows = view.legs.map(Layouts.legs.cells)
            text += "\n" + table.render(palette)
        }
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

    /// The cargo's state in a few words; the first problem found counts, in the same order as on the web pages.
    private static func state(_ view: CargoTrackingView, _ now: Instant, _ palette: Palette) -> String {
        if view.isMisdirected { return palette(.bad, "misdirected") }
        if view.transportStatus == .claimed { return palette(.good, "done") }
        if view.progress.isLate(at: now) { return palette(.bad, "late") }
        switch view.routingStatus {
        case .notRouted: return palette(.warning, "no route yet")
        case .misrouted: return palette(.bad, "misrouted")
        case .routed: return palette(.good, "on track")
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
#endif
