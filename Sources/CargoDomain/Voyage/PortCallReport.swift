/// What a carrier reports of one end of a movement: when its ship will depart or arrive, or did (VOY-6).
public struct PortCallReport: Hashable, Sendable {
    /// The 0-based index of the movement in the voyage's schedule.
    public let movement: Int64
    /// Which end of the movement is reported.
    public let end: PortCallEnd
    /// Whether it happened already.
    public let status: PortCallStatus
    /// When it happens, or happened.
    public let time: Instant
    /// When the carrier said so.
    public let reportedAt: Instant

    /// Creates a report; a voyage checks that it has the movement.
    public init(movement: Int64, end: PortCallEnd, status: PortCallStatus, time: Instant, reportedAt: Instant) {
        self.movement = movement
        self.end = end
        self.status = status
        self.time = time
        self.reportedAt = reportedAt
    }

    /// Where the end comes in the order of a voyage's ends: the departure of movement 0, its arrival, the departure of movement 1, and so on.
    var place: (movement: Int64, end: Int) { (movement, end == .departure ? 0 : 1) }

    /// Whether this report counts, rather than another one of the same end: an actual time before an estimated one, then the later report,
    /// then the later time.
    func counts(before other: PortCallReport) -> Bool {
        if status != other.status { return status == .actual }
        return (reportedAt, time) > (other.reportedAt, other.time)
    }

    /// Whether both say the same, perhaps at different times.
    func saysTheSame(as other: PortCallReport) -> Bool { status == other.status && time == other.time }
}

/// The end of a movement (VOY-6).
public enum PortCallEnd: String, Hashable, Sendable, CaseIterable {
    /// The ship arrives.
    case arrival = "ARRIVAL"
    /// The ship departs.
    case departure = "DEPARTURE"

    /// Parses the exact upper-case spelling of an end.
    /// - Throws: `port_call_end_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) { self = try Self.parse(text, or: .portCallEndInvalid) }
}

/// Whether a reported time is expected or has come (VOY-6).
public enum PortCallStatus: String, Hashable, Sendable, CaseIterable {
    /// The carrier expects the time.
    case estimated = "ESTIMATED"
    /// It happened at the time.
    case actual = "ACTUAL"

    /// Parses the exact upper-case spelling of a status.
    /// - Throws: `port_call_status_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) { self = try Self.parse(text, or: .portCallStatusInvalid) }
}
