/// How a relay goes about its work; times in milliseconds.
public struct RelayPolicy: Hashable, Sendable {
    /// How often an event is tried before it is set aside.
    public var attempts: Int
    /// The pause after the first failure; each further one is four times as long.
    public var firstPause: Int64
    /// The longest pause of our own; a consumer may ask for a longer one, up to a day.
    public var longestPause: Int64
    /// For how long a lane is lent; longer than the handler's time limit and than clocks of several machines may differ, together.
    public var lease: Int64
    /// How many events are read at once, 1 to 1000; also how many come again at most, for each lane, after a relay was killed.
    public var pageSize: Int
    /// How many lanes a relay has at once; so many events are handled at a time.
    public var width: Int

    /// Sets all of it; 12 attempts take about a day.
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

    /// The pause after so many failures.
    /// - Parameters:
    ///   - wanted: what the consumer asked for.
    ///   - permille: 500 to 1000, drawn at random, so that not all come again at once.
    func pause(after failures: Int, wanted: Int64?, permille: Int64) -> Int64 {
        let (grown, overflow) = firstPause.multipliedReportingOverflow(by: 1 << (2 * Int64(min(max(failures, 1) - 1, 20))))
        let own = overflow ? longestPause : min(grown, longestPause)
        return max(max(1, own / 1000 * permille + own % 1000 * permille / 1000), min(wanted ?? 0, 86_400_000))
    }
}
