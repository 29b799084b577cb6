import CargoDomain
import Synchronization

/// A check whose result is kept for a while and shared by concurrent callers, however often they ask.
final class SharedCheck: Sendable {
    /// Returns a failure, or nil if all is well.
    typealias Check = @Sendable () async -> DomainError?

    private struct State {
        var checked: (error: DomainError?, at: ContinuousClock.Instant)?
        var running: Task<DomainError?, Never>?
    }

    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let check: Check
    private let state = Mutex(State())

    /// - Parameter lifetime: how long a result is kept.
    init(keeping lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant, check: @escaping Check) {
        self.lifetime = lifetime
        self.now = now
        self.check = check
    }

    /// The failure that the check found now or within its lifetime; nil if all is well.
    func failure() async -> DomainError? {
        let now = now()
        let (known, running): (DomainError??, Task<DomainError?, Never>?) = state.withLock { state in
            if let checked = state.checked, now - checked.at < lifetime { return (checked.error, nil) }
            let task = state.running ?? Task { [check] in await check() }
            state.running = task
            return (nil, task)
        }
        if let known { return known }
        let failure = await running?.value
        state.withLock { state in
            guard state.running == running else { return }
            state.running = nil
            state.checked = (failure ?? nil, now)
        }
        return failure ?? nil
    }
}
