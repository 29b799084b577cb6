/// How often, and after which pauses, a call is sent again that found nobody, got no answer, or was asked to come back.
///
/// Only calls are repeated that do no more twice than once: reads, saves that compare and set, and what else the service knows again. Each
/// pause is a random length between the half and the whole of twice the one before; `Retry-After` makes it longer.
public struct RemoteRetry: Hashable, Sendable {
    /// How often a call is sent at most, the first time counted.
    public var attempts: Int
    /// The longest first pause.
    public var firstPause: Duration
    /// The longest pause; a service that asks for a longer one is not asked again.
    public var longestPause: Duration
    /// For how long, after all attempts of a call found the service unavailable or too slow, other calls fail likewise without being sent; none by default.
    ///
    /// For callers who have another answer at hand, such as a cache, and many questions.
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

    /// Each call is sent once.
    public static let none = RemoteRetry(attempts: 1)

    /// The pause after an attempt, the first one being 1; nil where there is no further attempt.
    /// - Parameters:
    ///   - wanted: what the service asked for.
    ///   - fraction: 0.5 to 1, drawn at random.
    func pause(after attempt: Int, wanted: Duration?, fraction: Double) -> Duration? {
        guard attempt < attempts, wanted ?? .zero <= longestPause else { return nil }
        let doubled = firstPause * (1 << min(attempt - 1, 16))
        return max(min(doubled, longestPause) * fraction, wanted ?? .zero)
    }
}

/// Waits between attempts.
struct Pacer: Sendable {
    /// Draws 0.5 to 1.
    let fraction: @Sendable () -> Double
    /// Waits.
    let wait: @Sendable (Duration) async -> Void

    /// Real time and real chance.
    static let real = Pacer(
        fraction: { Double.random(in: 0.5...1) },
        wait: { pause in
            do {
                try await Task.sleep(for: pause)
            } catch {
                // Only a cancelled task wakes early, and calls run in tasks that nobody cancels.
            }
        }
    )
}
