import CargoApplication
import CargoDomain
import CargoLocalization

/// A time for display, in UTC and, if the zone of its place is known, in local time.
struct PageTime: Sendable {
    /// The form for programs, such as `2026-03-09T18:00Z`.
    let machine: String
    /// The form for people, such as `9 Mar 2026, 18:00`.
    let text: String
    /// The local time, such as `19:00 local time`, with its date if that is another one; nil if the zone isn't known.
    let local: String?

    init(_ instant: Instant, at place: UnLocode? = nil) {
        let canonical = Array(instant.description.utf8)
        // safe: the canonical spelling has 24 bytes
        func part(_ range: Range<Int>) -> String { String(decoding: canonical[range], as: UTF8.self) }
        // safe: the canonical spelling has a month from 01 to 12
        let month = Self.months[(Int(part(5..<7)) ?? 1) - 1]
        machine = part(0..<16) + "Z"
        text = localized("\(Int(part(8..<10)) ?? 0) \(localized(month)) \(part(0..<4)), \(part(11..<16))")
        local = place.flatMap { PortTimeZones.current.local(instant, at: $0) }.map { local in
            let spelled = local.description
            // safe: the canonical spelling has 24 bytes
            let isSameDay = spelled.prefix(10) == instant.description.prefix(10)
            return localized("\(isSameDay ? String(spelled.dropFirst(11).prefix(5)) : PageTime(local).text) local time")
        }
    }

    private static let months: [Phrase] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The day alone, such as `9 Mar 2026`, which every language writes before a comma.
    var day: String { String(text.prefix { $0 != "," }) }

    /// Formats a time for a browser's date and time field, such as `2026-03-09T18:00:05`.
    static func field(_ instant: Instant) -> String { String(instant.description.prefix(19)) }

    /// Formats a duration in days and hours, such as `3 days 4 hours`, or in minutes if it is less than an hour.
    static func span(milliseconds: Int64) -> String {
        let minutes = max(milliseconds, 0) / 60_000
        let days = Int(clamping: minutes / 1440)
        let hours = Int(clamping: minutes / 60 % 24)
        guard days > 0 || hours > 0 else {
            return localized(Int(clamping: minutes), one: "\(minutes) minute", other: "\(minutes) minutes")
        }
        let parts = [
            days > 0 ? localized(days, one: "\(days) day", other: "\(days) days") : nil,
            hours > 0 ? localized(hours, one: "\(hours) hour", other: "\(hours) hours") : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}

extension Location {
    /// The name and the code, such as `Hong Kong (HKHKG)`.
    var nameAndCode: String { "\(name.text) (\(unLocode.text))" }
}

extension TransportStatus {
    /// The status for people.
    var words: String {
        switch self {
        case .notReceived: localized("Not received")
        case .inPort: localized("In port")
        case .onboardCarrier: localized("On board")
        case .claimed: localized("Claimed")
        }
    }
}

extension RoutingStatus {
    /// The status for people.
    var words: String {
        switch self {
        case .notRouted: localized("Not routed")
        case .routed: localized("Routed")
        case .misrouted: localized("Misrouted")
        }
    }
}

extension HandlingType {
    /// The activity as text for people.
    var words: String {
        switch self {
        case .receive: localized("Receive")
        case .load: localized("Load")
        case .unload: localized("Unload")
        case .customs: localized("Customs")
        case .claim: localized("Claim")
        }
    }
}

extension ReferenceType {
    /// The type for people.
    var words: String {
        switch self {
        case .container: localized("Container")
        case .billOfLading: localized("Bill of lading")
        case .booking: localized("Booking number")
        case .customer: localized("Customer's reference")
        case .equipment: localized("Equipment number")
        }
    }
}

/// The condition of a cargo, as a word and a tone.
enum CargoCondition: Sendable {
    case cancelled
    case misdirected
    case misrouted
    case disrupted
    case uncollected
    case overdue
    case late
    case notRouted
    case held
    case onTrack
    case claimed

    init(_ entry: CargoList.Entry) {
        self.init(
            booking: entry.bookingStatus,
            transport: entry.transportStatus,
            routing: entry.routingStatus,
            isMisdirected: entry.isMisdirected,
            isDisrupted: entry.isDisrupted,
            isUncollected: entry.isUncollected,
            isOverdue: entry.isOverdue,
            isLate: entry.isLate,
            isHeld: entry.isHeld
        )
    }

    init(_ view: CargoTrackingView, at now: Instant, overdueAfter grace: Duration) {
        self.init(
            booking: view.bookingStatus,
            transport: view.transportStatus,
            routing: view.routingStatus,
            isMisdirected: view.isMisdirected,
            isDisrupted: view.disruption != nil,
            isUncollected: view.isUnloadedAtDestination && view.overdueSince != nil,
            isOverdue: view.longOverdueSince(at: now, grace: grace) != nil,
            isLate: view.isLate,
            isHeld: !view.holds.isEmpty
        )
    }

    private init(
        booking: BookingStatus,
        transport: TransportStatus,
        routing: RoutingStatus,
        isMisdirected: Bool,
        isDisrupted: Bool,
        isUncollected: Bool,
        isOverdue: Bool,
        isLate: Bool,
        isHeld: Bool
    ) {
        if booking == .cancelled {
            self = .cancelled
        } else if isMisdirected {
            self = .misdirected
        } else if transport == .claimed {
            self = .claimed
        } else if isDisrupted {
            self = .disrupted
        } else if isUncollected {
            self = .uncollected
        } else if isOverdue {
            self = .overdue
        } else if isLate {
            self = .late
        } else {
            switch routing {
            case .notRouted: self = .notRouted
            case .misrouted: self = .misrouted
            case .routed: self = isHeld ? .held : .onTrack
            }
        }
    }

    var words: String {
        switch self {
        case .cancelled: localized("Cancelled")
        case .misdirected: localized("Misdirected")
        case .disrupted: localized("Missed connection")
        case .misrouted: localized("Needs another route")
        case .uncollected: localized("Not collected")
        case .overdue: localized("Overdue")
        case .late: localized("Late")
        case .notRouted: localized("No route yet")
        case .held: localized("Held")
        case .onTrack: localized("On track")
        case .claimed: localized("Delivered")
        }
    }

    /// The word for a hold that a list shows beside the condition; nil if there is none, or if the condition says so already.
    func holdWord(beside entry: CargoList.Entry) -> String? {
        switch self {
        case .held: nil
        case .cancelled, .misdirected, .misrouted, .disrupted, .uncollected, .overdue, .late, .notRouted, .onTrack, .claimed:
            entry.needs.contains(.held) ? Self.held.words : nil
        }
    }

    /// The tone's class in the style sheet.
    var tone: String {
        switch self {
        case .misdirected, .misrouted, .disrupted, .uncollected, .overdue, .late: "bad"
        case .notRouted, .held, .cancelled: "warn"
        case .onTrack, .claimed: "good"
        }
    }
}
