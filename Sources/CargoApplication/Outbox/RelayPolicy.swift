/// The settings of a relay; times are in milliseconds.
public struct RelayPolicy: Hashable, Sendable {
    /// The number of attempts before an event becomes a dead letter.
    public var attempts: Int
    /// The pause after the first failure; each further pause is four times as long.
    public var firstPause: Int64
    /// The longest pause; a consumer may ask for a longer one, up to a day.
    public var longestPause: Int64
    /// The duration of a lease; it must exceed the handler's time limit plus the clock difference between machines.
    public var lease: Int64
    /// The number of events read at once, 1 to 1000.
    ///
    /// It is also the maximum number redelivered for each lane after a relay was killed.
    public var pageSize: Int
    /// The number of lanes that a relay leases at once, and of events that it handles concurrently.
    public var width: Int

    /// Creates a policy; 12 attempts take about a day.
    public init(
        attempts: Int = 12,
        firstPause: Int64 = 1000,
        longestPause: Int64 = 6 * 3_600_000,
        lease: Int64 = 60_000,
        pageSize: Int = 200,
        width: Int = 4
    ) {
        self.attempts = max(1, attempts)
        self.firstPause = max(1, firstPause)
        self.longestPause = max(1, longestPause)
        self.lease = max(1, lease)
        self.pageSize = min(max(1, pageSize), 1000)
        self.width = min(max(1, width), OutboxLane.count)
    }

    /// Returns the pause after this many failures.
    /// - Parameters:
    ///   - wanted: the pause that the consumer asked for.
    ///   - permille: 500 to 1000, drawn at random so that retries are spread.
    func pause(after failures: Int, wanted: Int64?, permille: Int64) -> Int64 {
        let (grown, overflow) = firstPause.multipliedReportingOverflow(by: 1 << (2 * Int64(min(max(failures, 1) - 1, 20))))
        let own = overflow ? longestPause : min(grown, longestPause)
        return max(max(1, own / 1000 * permille + own % 1000 * permille / 1000), min(wanted ?? 0, 86_400_000))
    }
}
