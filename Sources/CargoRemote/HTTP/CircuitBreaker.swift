import CargoDomain
import Synchronization

/// Remembers for a while that the service was unavailable (`RemoteRetry.circuitBreakDuration`).
final class CircuitBreaker: Sendable {
    private let known = Mutex<(error: DomainError, until: ContinuousClock.Instant)?>(nil)

    /// The error of the last failed call, while further calls shouldn't be sent.
    var error: DomainError? {
        known.withLock { known in
            guard let (error, until) = known, ContinuousClock.now < until else { return nil }
            return error
        }
    }

    /// Records the error of a failed call if it means that the service is unavailable or too slow.
    func note(_ error: DomainError, rest: Duration) {
        guard rest > .zero, error.code == .remoteUnavailable || error.code == .remoteTimeout else { return }
        known.withLock { $0 = (error, ContinuousClock.now + rest) }
    }
}
