#if Server
import CargoDomain
import Synchronization

/// Whether the store can be written, according to a check that is repeated every few seconds and to failures of recent saves.
///
/// Only failures of the store count, each for a few seconds. A request that never reached the store says nothing about it.
final class StoreHealth: Sendable {
    /// Checks whether the store can be written; returns the failure if it can't.
    typealias Check = @Sendable () async -> DomainError?

    /// How long a result is valid.
    static let lifetime = Duration.seconds(5)

    private struct State {
        var refusal: (error: DomainError, at: ContinuousClock.Instant)?
        var checked: (error: DomainError?, at: ContinuousClock.Instant)?
        var running: Task<DomainError?, Never>?
    }

    private let check: Check
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, check: @escaping Check) {
        self.now = now
        self.check = check
    }

    /// Records a store failure that a request ran into.
    func learn(from problem: Problem?) {
        guard let problem, let code = DomainError.Code(rawValue: problem.code), Self.telling.contains(code) else { return }
        let now = now()
        state.withLock { $0.refusal = (.technical(code, cause: problem.cause), now) }
    }

    /// The reason why the store can't be written; nil if it could be written within the last few seconds.
    func failure() async -> DomainError? {
        let now = now()
        let isCurrent = { (time: ContinuousClock.Instant) in now - time < Self.lifetime }
        let (known, running): (DomainError??, Task<DomainError?, Never>?) = state.withLock { state in
            if let refusal = state.refusal, isCurrent(refusal.at) { return (refusal.error, nil) }
            if let checked = state.checked, isCurrent(checked.at) { return (checked.error, nil) }
            // Concurrent callers share one check.
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

    private static let telling: Set<DomainError.Code> = [.storeFull, .storeUnavailable, .storeSchemaUnsupported, .storeOutcomeUnknown]
}
#endif
