public import CargoDomain

/// How long a cached value counts as fresh (CCH-3).
public struct TimeToLive: Hashable, Sendable {
    private let milliseconds: Int64

    /// One minute.
    public static let oneMinute = TimeToLive(inRange: 60_000)

    /// Creates a time to live of 0 to 2^53−1 milliseconds; a part of a millisecond rounds up.
    ///
    /// With zero, a cached value is never fresh.
    /// - Throws: `integer_out_of_range`.
    public init(_ time: Duration) throws(DomainError) {
        let milliseconds = time.wholeMilliseconds
        guard (0...Version.maximum).contains(milliseconds) else { throw .invalid(.integerOutOfRange, text: String(milliseconds)) }
        self.milliseconds = milliseconds
    }

    private init(inRange milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Returns whether a value read at `asOf` is fresh at `now`.
    ///
    /// A value is fresh if it is younger than the time to live. A value from the future, as after the clock was set back, is stale.
    public func isFresh(asOf: Instant, at now: Instant) -> Bool {
        asOf <= now && now.epochMilliseconds - asOf.epochMilliseconds < milliseconds
    }
}
