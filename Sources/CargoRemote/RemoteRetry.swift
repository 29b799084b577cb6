/// How many times, and after which pauses, to send a call again that didn't reach the service, got no response, or was told to retry.
///
/// Only calls that are safe to repeat are retried: reads, saves that compare and set, and calls that the service recognizes. The pause
/// doubles with each attempt and is then multiplied by a random factor from 0.5 to 1. `Retry-After` can make it longer.
public struct RemoteRetry: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    public var maximumAttempts: Int
    /// The maximum pause after the first attempt.
    public var initialBackoff: Duration
    /// The maximum pause.
    ///
    /// If the service asks for a longer one, the call isn't retried.
    public var maximumBackoff: Duration
    /// How long the circuit breaker stays open: how long further calls fail without being sent, after all attempts of a call found the service
    /// unavailable or too slow.
    ///
    /// Zero by default. It helps callers that make many calls and have a fallback, such as a cache.
    public var circuitBreakDuration: Duration

    /// Sets the number of attempts and the pauses.
    public init(
        maximumAttempts: Int = 3,
        initialBackoff: Duration = .milliseconds(200),
        maximumBackoff: Duration = .seconds(10),
        circuitBreakDuration: Duration = .zero
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.initialBackoff = initialBackoff
        self.maximumBackoff = maximumBackoff
        self.circuitBreakDuration = circuitBreakDuration
    }

    /// Sends each call only once.
    public static let none = RemoteRetry(maximumAttempts: 1)

    /// Returns the pause after an attempt (the first is 1), or nil if there are no more attempts.
    /// - Parameters:
    ///   - retryAfter: the pause that the service asked for.
    ///   - fraction: a random factor from 0.5 to 1.
    func backoff(after attempt: Int, retryAfter: Duration?, fraction: Double) -> Duration? {
        guard attempt < maximumAttempts, retryAfter ?? .zero <= maximumBackoff else { return nil }
        let doubled = initialBackoff * (1 << min(attempt - 1, 16))
        return max(min(doubled, maximumBackoff) * fraction, retryAfter ?? .zero)
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
