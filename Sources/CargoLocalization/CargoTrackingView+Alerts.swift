public import CargoApplication
public import CargoDomain

extension CargoTrackingView {
    /// Why the route no longer works, as a sentence in a language; nil if it works (EST-3).
    ///
    /// For example: "Misses voyage V2 in New York: V1 arrives on 2026-03-24 12:00 UTC, V2 leaves on 2026-03-22 08:00 UTC."
    public func disruptionText(in language: Language) -> String? {
        disruption.map { disruption in
            Language.$current.withValue(language) { sentence(on: disruption, place: placeName) { $0.inMinutes } }
        }
    }

    /// What was expected while the cargo is misdirected, as a sentence in a language; nil if it isn't (DLV-5).
    ///
    /// For example: "The cargo is off its route. Expected: load in Hamburg."
    public func misdirectionText(in language: Language) -> String? {
        misdirection.map { misdirection in
            Language.$current.withValue(language) { sentence(on: misdirection, place: placeName) }
        }
    }

    /// Since when a scan is overdue, if that is longer than the grace; not if the cargo waits to be collected (EST-6).
    package func longOverdueSince(at now: Instant, grace: Duration) -> Instant? {
        guard !isUnloadedAtDestination, let overdueSince,
            Duration.milliseconds(now.epochMilliseconds - overdueSince.epochMilliseconds) > grace
        else { return nil }
        return overdueSince
    }

    /// What is overdue, in the language of the current task, such as "Overdue: load onto V2 in New York, 16 days"; nil if nothing is expected.
    /// - Parameters:
    ///   - span: for how long, in words.
    ///   - place: the name of a location of the route.
    package func overdueText(_ span: String, place: (UnLocode) -> String) -> String? {
        guard let next = nextExpectedActivity else { return nil }
        let (place, voyage) = (place(next.location), next.voyageNumber?.text ?? "")
        return switch next.type {
        case .receive: localized("Overdue: receive in \(place), \(span)")
        case .load: localized("Overdue: load onto \(voyage) in \(place), \(span)")
        case .unload: localized("Overdue: unload off \(voyage) in \(place), \(span)")
        case .customs: localized("Overdue: customs in \(place), \(span)")
        case .claim: localized("Overdue: collect in \(place), \(span)")
        }
    }

    /// The name of a location of the route; its code if it isn't one.
    package func placeName(_ code: UnLocode) -> String { routeLocations.first { $0.unLocode == code }?.name.text ?? code.text }

    /// The sentence on a disruption, in the language of the current task.
    /// - Parameters:
    ///   - place: the name of a location of the route.
    ///   - time: a time for people.
    package func sentence(on disruption: Disruption, place: (UnLocode) -> String, time: (Instant) -> String) -> String {
        let voyage = disruption.voyageNumber.text
        let place = place(disruption.location)
        guard disruption.reason == .connectionMissed else { return localized("Voyage \(voyage) no longer calls at \(place).") }
        guard let index = Int(exactly: disruption.leg), index > 0, legs.indices.contains(index) else {
            return localized("Misses voyage \(voyage) in \(place).")
        }
        let (before, missed) = (legs[index - 1], legs[index])
        guard let arrival = before.times.actualUnloadTime ?? before.times.estimatedUnloadTime else {
            return localized("Misses voyage \(voyage) in \(place).")
        }
        let (first, arrives) = (before.leg.voyageNumber.text, time(arrival))
        guard let departure = missed.times.estimatedLoadTime else {
            return localized("Misses voyage \(voyage) in \(place): \(first) arrives on \(arrives).")
        }
        let leaves = time(departure)
        return localized("Misses voyage \(voyage) in \(place): \(first) arrives on \(arrives), \(voyage) leaves on \(leaves).")
    }

    /// The sentence on a misdirection, in the language of the current task.
    package func sentence(on misdirection: Misdirection, place: (UnLocode) -> String) -> String {
        let expected = misdirection.expected.map { $0.type.expected(in: place($0.location)) } ?? localized("nothing more")
        return localized("The cargo is off its route. Expected: \(expected).")
    }

}

extension AttentionReason {
    /// The need as a word in a language, such as "Late".
    public func text(in language: Language) -> String {
        Language.$current.withValue(language) {
            switch self {
            case .disrupted: localized("Disrupted")
            case .misdirected: localized("Misdirected")
            case .late: localized("Late")
            case .unrouted: localized("Unrouted")
            case .held: localized("Held")
            case .uncollected: localized("Not collected")
            }
        }
    }
}

extension HoldType {
    /// What the hold is, in a language, such as "Held by customs".
    public func text(in language: Language) -> String { Language.$current.withValue(language) { text } }

    /// What the hold is, in the language of the current task.
    package var text: String {
        switch self {
        case .carrier: localized("Held by the carrier")
        case .customs: localized("Held by customs")
        case .freight: localized("Held until the freight is paid")
        case .other: localized("On hold")
        case .terminal: localized("Held by the terminal")
        }
    }
}

extension HandlingType {
    /// What the plan expects, within a sentence.
    fileprivate func expected(in place: String) -> String {
        switch self {
        case .receive: localized("receive in \(place)")
        case .load: localized("load in \(place)")
        case .unload: localized("unload in \(place)")
        case .customs: localized("customs in \(place)")
        case .claim: localized("claim in \(place)")
        }
    }
}

extension Instant {
    /// The time to the minute, such as `2026-03-24 12:00 UTC`.
    fileprivate var inMinutes: String { "\(description.prefix(10)) \(description.dropFirst(11).prefix(5)) UTC" }
}
