import CargoDomain

/// The settings of a relay.
public struct RelayPolicy: Hashable, Sendable {
    /// The number of attempts before an event becomes a dead letter.
    public let maximumAttempts: Int
    /// The pause after the first failure; each further pause is four times as long.
    public let initialBackoff: Duration
    /// The longest pause; a consumer may ask for a longer one, up to a day.
    public let maximumBackoff: Duration
    /// The duration of a lease; it must exceed the handler's time limit plus the clock difference between machines.
    public let leaseDuration: Duration
    /// The number of events read at once, 1 to 1000.
    ///
    /// It is also the maximum number redelivered for each partition after a relay was killed.
    public let pageSize: Int
    /// The number of partitions that a relay leases at once, and of events that it handles concurrently.
    public let concurrency: Int

    /// Creates a policy; 12 attempts take about a day.
    ///
    /// Times are kept to whole milliseconds, from one millisecond to 366 days.
    public init(
        maximumAttempts: Int = 12,
        initialBackoff: Duration = .seconds(1),
        maximumBackoff: Duration = .seconds(6 * 3600),
        leaseDuration: Duration = .seconds(60),
        pageSize: Int = 200,
        concurrency: Int = 4
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.initialBackoff = Self.kept(initialBackoff)
        self.maximumBackoff = Self.kept(maximumBackoff)
        self.leaseDuration = Self.kept(leaseDuration)
        self.pageSize = min(max(1, pageSize), 1000)
        self.concurrency = min(max(1, concurrency), OutboxPartition.count)
    }

    /// The longest pause that a consumer can ask for.
    static let longestWait = Duration.seconds(86_400)

    private static func kept(_ time: Duration) -> Duration {
        min(max(.milliseconds(1), .milliseconds(time.wholeMilliseconds)), .seconds(366 * 86_400))
    }

    /// Returns the pause after this many failures.
    /// - Parameters:
    ///   - retryAfter: the pause that the consumer asked for.
    ///   - permille: 500 to 1000, drawn at random so that retries are spread.
    func backoff(after failures: Int, retryAfter: Duration?, permille: Int) -> Duration {
        var grown = initialBackoff
        for _ in 1..<min(max(failures, 1), 21) where grown < maximumBackoff { grown *= 4 }
        let own = min(grown, maximumBackoff) * permille / 1000
        return max(own, .milliseconds(1), min(retryAfter ?? .zero, Self.longestWait))
    }
}
