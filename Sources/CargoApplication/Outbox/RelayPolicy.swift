/// The settings of a relay; times are in milliseconds.
public struct RelayPolicy: Hashable, Sendable {
    /// The number of attempts before an event becomes a dead letter.
    public var maximumAttempts: Int
    /// The pause after the first failure; each further pause is four times as long.
    public var initialBackoff: Int64
    /// The longest pause; a consumer may ask for a longer one, up to a day.
    public var maximumBackoff: Int64
    /// The duration of a lease; it must exceed the handler's time limit plus the clock difference between machines.
    public var leaseDuration: Int64
    /// The number of events read at once, 1 to 1000.
    ///
    /// It is also the maximum number redelivered for each partition after a relay was killed.
    public var pageSize: Int
    /// The number of partitions that a relay leases at once, and of events that it handles concurrently.
    public var concurrency: Int

    /// Creates a policy; 12 attempts take about a day.
    public init(
        maximumAttempts: Int = 12,
        initialBackoff: Int64 = 1000,
        maximumBackoff: Int64 = 6 * 3_600_000,
        leaseDuration: Int64 = 60_000,
        pageSize: Int = 200,
        concurrency: Int = 4
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.initialBackoff = max(1, initialBackoff)
        self.maximumBackoff = max(1, maximumBackoff)
        self.leaseDuration = max(1, leaseDuration)
        self.pageSize = min(max(1, pageSize), 1000)
        self.concurrency = min(max(1, concurrency), OutboxPartition.count)
    }

    /// Returns the pause after this many failures.
    /// - Parameters:
    ///   - retryAfter: the pause that the consumer asked for.
    ///   - permille: 500 to 1000, drawn at random so that retries are spread.
    func backoff(after failures: Int, retryAfter: Int64?, permille: Int64) -> Int64 {
        let (grown, overflow) = initialBackoff.multipliedReportingOverflow(by: 1 << (2 * Int64(min(max(failures, 1) - 1, 20))))
        let own = overflow ? maximumBackoff : min(grown, maximumBackoff)
        return max(max(1, own / 1000 * permille + own % 1000 * permille / 1000), min(retryAfter ?? 0, 86_400_000))
    }
}
