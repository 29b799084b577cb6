public import CargoDomain

/// For how long a cached value counts as fresh (CCH-3).
public struct TimeToLive: Hashable, Sendable {
    /// 0 to 2^53−1 milliseconds; with 0 nothing is ever fresh.
    public let milliseconds: Int64

    /// One minute.
    public static let oneMinute = TimeToLive(inRange: 60_000)

    /// Takes a number of milliseconds.
    /// - Throws: `integer_out_of_range`.
    public init(milliseconds: Int64) throws(DomainError) {
        guard (0...Version.maximum).contains(milliseconds) else { throw .invalid(.integerOutOfRange, text: String(milliseconds)) }
        self.milliseconds = milliseconds
    }

    private init(inRange milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whether a value of that instant is fresh now: younger than the time to live, and not from the future, as after a clock was set back.
    public func isFresh(asOf: Instant, at now: Instant) -> Bool {
        asOf <= now && now.epochMilliseconds - asOf.epochMilliseconds < milliseconds
    }
}
