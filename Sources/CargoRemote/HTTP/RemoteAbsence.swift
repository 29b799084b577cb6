import CargoDomain
import Synchronization

/// Remembers for a while that the service was not to be had (`RemoteRetry.rest`).
final class RemoteAbsence: Sendable {
    private let known = Mutex<(error: DomainError, until: ContinuousClock.Instant)?>(nil)

    /// How the last call failed, while others need not be sent.
    var error: DomainError? {
        known.withLock { known in
            guard let (error, until) = known, ContinuousClock.now < until else { return nil }
            return error
        }
    }

    /// Takes note of the end of a call.
    func note(_ error: DomainError, rest: Duration) {
        guard rest > .zero, error.code == .remoteUnavailable || error.code == .remoteTimeout else { return }
        known.withLock { $0 = (error, ContinuousClock.now + rest) }
    }
}
