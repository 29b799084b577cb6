import Logging
import Synchronization

/// Logs requests that limits rejected in one line for many, so that a flood of them doesn't fill the log.
final class RejectionLog: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var next: ContinuousClock.Instant?
    }

    /// How long rejections gather for a line.
    private static let interval = Duration.seconds(10)

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// The codes of requests that were rejected because of what others, or too many of them, take.
    static let codes: Set<String> = Set([TransportFault.rateLimited, .streamsExhausted, .bodiesExhausted].map(\.rawValue))

    /// Counts a rejection, and logs those since the last line if that is long enough ago.
    func note(_ code: String, to logger: Logger) {
        let now = now()
        let counts: [String: Int]? = state.withLock { state in
            state.counts[code, default: 0] += 1
            if let next = state.next, now < next { return nil }
            defer { state.counts = [:] }
            state.next = now + Self.interval
            return state.counts
        }
        guard let counts else { return }
        logger.notice("requests were rejected by limits", metadata: counts.mapValues { "\($0)" })
    }
}
