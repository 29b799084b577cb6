#if Server
import CargoApplication
import CargoDomain

/// A time for display, in UTC.
struct PageTime: Sendable {
    /// The form for programs, such as `2026-03-09T18:00Z`.
    let machine: String
    /// The form for people, such as `9 Mar 2026, 18:00`.
    let text: String

    init(_ instant: Instant) {
        let canonical = Array(instant.description.utf8)
        // safe: the canonical spelling has 24 bytes
        func part(_ range: Range<Int>) -> String { String(decoding: canonical[range], as: UTF8.self) }
        // safe: the canonical spelling has a month from 01 to 12
        let month = Self.months[(Int(part(5..<7)) ?? 1) - 1]
        machine = part(0..<16) + "Z"
        text = "\(Int(part(8..<10)) ?? 0) \(month) \(part(0..<4)), \(part(11..<16))"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Formats a time for a browser's date and time field, such as `2026-03-09T18:00:05`.
    static func field(_ instant: Instant) -> String { String(instant.description.prefix(19)) }

    /// Formats a duration in days and hours, such as `3 days 4 hours`, or in minutes if it is less than an hour.
    static func span(milliseconds: Int64) -> String {
        let minutes = max(milliseconds, 0) / 60_000
        func count(_ number: Int64, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
        let parts = [(minutes / 1440, "day"), (minutes / 60 % 24, "hour")].filter { $0.0 > 0 }.map { count($0.0, $0.1) }
        return parts.isEmpty ? count(minutes, "minute") : parts.joined(separator: " ")
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
        case .notReceived: "Not received"
        case .inPort: "In port"
        case .onboardCarrier: "On board"
        case .claimed: "Claimed"
        }
    }
}

extension RoutingStatus {
    /// The status for people.
    var words: String {
        switch self {
        case .notRouted: "Not routed"
        case .routed: "Routed"
        case .misrouted: "Misrouted"
        }
    }
}

extension HandlingType {
    /// The activity as text for people.
    var words: String {
        switch self {
        case .receive: "Receive"
        case .load: "Load"
        case .unload: "Unload"
        case .customs: "Customs"
        case .claim: "Claim"
        }
    }
}

extension ReferenceType {
    /// The type for people.
    var words: String {
        switch self {
        case .container: "Container"
        case .billOfLading: "Bill of lading"
        case .booking: "Booking number"
        case .customer: "Customer's reference"
        }
    }
}

/// The condition of a cargo, as a word and a tone.
enum CargoCondition: Sendable {
    case cancelled
    case misdirected
    case misrouted
    case disrupted
    case late
    case notRouted
    case onTrack
    case claimed

    init(_ entry: CargoList.Entry) {
        self.init(
            booking: entry.bookingStatus,
            transport: entry.transportStatus,
            routing: entry.routingStatus,
            isMisdirected: entry.isMisdirected,
            isDisrupted: entry.isDisrupted,
            isLate: entry.isLate
        )
    }

    init(_ view: CargoTrackingView) {
        self.init(
            booking: view.bookingStatus,
            transport: view.transportStatus,
            routing: view.routingStatus,
            isMisdirected: view.isMisdirected,
            isDisrupted: view.disruption != nil,
            isLate: view.isLate
        )
    }

    private init(
        booking: BookingStatus,
        transport: TransportStatus,
        routing: RoutingStatus,
        isMisdirected: Bool,
        isDisrupted: Bool,
        isLate: Bool
    ) {
        if booking == .cancelled {
            self = .cancelled
        } else if isMisdirected {
            self = .misdirected
        } else if transport == .claimed {
            self = .claimed
        } else if isDisrupted {
            self = .disrupted
        } else if isLate {
            self = .late
        } else {
            switch routing {
            case .notRouted: self = .notRouted
            case .misrouted: self = .misrouted
            case .routed: self = .onTrack
            }
        }
    }

    var words: String {
        switch self {
        case .cancelled: "Cancelled"
        case .misdirected: "Misdirected"
        case .disrupted: "Connection lost"
        case .misrouted: "Needs another route"
        case .late: "Late"
        case .notRouted: "No route yet"
        case .onTrack: "On track"
        case .claimed: "Delivered"
        }
    }

    /// The tone's class in the style sheet.
    var tone: String {
        switch self {
        case .misdirected, .misrouted, .disrupted, .late: "bad"
        case .notRouted, .cancelled: "warn"
        case .onTrack, .claimed: "good"
        }
    }
}
#endif
