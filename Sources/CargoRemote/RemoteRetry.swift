/// How many times, and after which pauses, to send a call again that didn't reach the service, got no response, or was told to retry.
///
/// Only calls that are safe to repeat are retried: reads, saves that compare and set, and calls that the service recognizes. The pause
/// doubles with each attempt and is then multiplied by a random factor from 0.5 to 1. `Retry-After` can make it longer.
public struct RemoteRetry: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    public var attempts: Int
    /// The maximum first pause.
    public var firstPause: Duration
    /// The maximum pause.
    ///
    /// If the service asks for a longer one, the call isn't retried.
    public var longestPause: Duration
    /// How long further calls fail without being sent, after all attempts of a call found the service unavailable or too slow.
    ///
    /// Zero by default.
    ///
    /// It helps callers that make many calls and have a fallback, such as a cache.
    public var rest: Duration

    /// Sets the number of attempts and the pauses.
    public init(
        attempts: Int = 3,
        firstPause: Duration = .milliseconds(200),
        longestPause: Duration = .seconds(10),
        rest: Duration = .zero
    ) {
        self.attempts = max(1, attempts)
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.rest = rest
    }

    /// Sends each call only once.
    public static let none = RemoteRetry(attempts: 1)

    /// Returns the pause after an attempt (the first is 1), or nil if there are no more attempts.
    /// - Parameters:
    ///   - wanted: the pause that the service asked for.
    ///   - fraction: a random factor from 0.5 to 1.
    func pause(after attempt: Int, wanted: Duration?, fraction: Double) -> Duration? {
        guard attempt < attempts, wanted ?? .zero <= longestPause else { return nil }
        let doubled = firstPause * (1 << min(attempt - 1, 16))
        return max(min(doubled, longestPause) * fraction, wanted ?? .zero)
    }
}

/// Waits between attempts.
struct Pacer: Sendable {
    /// Returns a random number from 0.5 to 1.
    let fraction: @Sendable () -> Double
    /// Waits for a duration.
    let wait: @Sendable (Duration) async -> Void

    /// Waits in real time, with real random numbers.
    static let real = Pacer(
        fraction: { Double.random(in: 0.5...1) },
        wait: { pause in
            do {
                try await Task.sleep(for: pause)
            } catch {
                // The calling task was cancelled. The caller checks for that.
            }
        }
    )
}
