public import CargoDomain

/// How long a cached value counts as fresh (CCH-3).
public struct TimeToLive: Hashable, Sendable {
    /// The time in milliseconds, 0 to 2^53−1.
    ///
    /// With 0, a cached value is never fresh.
    public let milliseconds: Int64

    /// One minute.
    public static let oneMinute = TimeToLive(inRange: 60_000)

    /// Creates a time to live from milliseconds.
    /// - Throws: `integer_out_of_range`.
    public init(milliseconds: Int64) throws(DomainError) {
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
