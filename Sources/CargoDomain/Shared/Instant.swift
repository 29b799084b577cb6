/// A point in time with millisecond precision, from 1970 to the end of 9999 (UTC, proleptic Gregorian calendar).
///
/// Rules VAL-TIME-1 to VAL-TIME-3.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let epochMilliseconds: Int64

    /// 1970-01-01T00:00:00.000Z.
    public static let earliest = Instant(inRange: 0)
    /// 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(inRange: 253_402_300_799_999)

    /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `instant_out_of_range`.
    public init(epochMilliseconds: Int64) throws(DomainError) {
        guard epochMilliseconds >= 0, epochMilliseconds <= 253_402_300_799_999 else {
            throw .invalid(.instantOutOfRange, text: String(epochMilliseconds))
        }
        self.epochMilliseconds = epochMilliseconds
    }

    /// For a value that is known to be in range.
    init(inRange epochMilliseconds: Int64) { self.epochMilliseconds = epochMilliseconds }

    /// Returns the instant that much later, or earlier if the duration is negative; a part of a millisecond rounds up.
    /// - Throws: `instant_out_of_range`, also if the addition overflows.
    public func advanced(by duration: Duration) throws(DomainError) -> Instant {
        let milliseconds = duration.wholeMilliseconds
        let (sum, overflow) = epochMilliseconds.addingReportingOverflow(milliseconds)
        guard !overflow else { throw .invalid(.instantOutOfRange, text: "\(epochMilliseconds) + \(milliseconds)") }
        return try Instant(epochMilliseconds: sum)
    }

    /// How many times 24 hours have passed since another instant; `nil` if that is later.
    package func wholeDays(since other: Instant) -> Int64? {
        other > self ? nil : (epochMilliseconds - other.epochMilliseconds) / 86_400_000
    }

    /// Orders by time, earlier first.
    public static func < (left: Self, right: Self) -> Bool { left.epochMilliseconds < right.epochMilliseconds }
}

extension Duration {
    /// Whole milliseconds, rounded up; `Int64.max` if they don't fit.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (rest, isPartial) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        let (sum, isTooLong) = whole.addingReportingOverflow(rest + (isPartial > 0 ? 1 : 0))
        return overflow || isTooLong ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole milliseconds as a time limit of a file system or database: 0 to 2^31 − 1, some 24 days.
    package var timeLimit: Int { Int(Int32(clamping: max(wholeMilliseconds, 0))) }
}
