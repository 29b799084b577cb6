import CargoDomain
import Synchronization

/// Whether the store can be written, according to a check that is repeated every few seconds and to failures of recent saves.
///
/// Only failures of the store count, each for a few seconds. A request that never reached the store says nothing about it.
final class StoreHealth: Sendable {
    /// How long a result is valid.
    static let lifetime = Duration.seconds(5)

    private let writing: SharedCheck
    private let now: @Sendable () -> ContinuousClock.Instant
    private let refusal = Mutex<(error: DomainError, at: ContinuousClock.Instant)?>(nil)

    /// - Parameter check: checks whether the store can be written; returns the failure if it can't.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, check: @escaping SharedCheck.Check) {
        self.now = now
        writing = SharedCheck(keeping: Self.lifetime, now: now, check: check)
    }

    /// Records a store failure that a request ran into.
    func learn(from problem: Problem?) {
        guard let problem, let code = DomainError.Code(rawValue: problem.code), Self.telling.contains(code) else { return }
        let now = now()
        refusal.withLock { $0 = (.technical(code, cause: problem.cause), now) }
    }

    /// The reason why the store can't be written; nil if it could be written within the last few seconds.
    func failure() async -> DomainError? {
        if let refusal = refusal.withLock({ $0 }), now() - refusal.at < Self.lifetime { return refusal.error }
        return await writing.failure()
    }

    private static let telling: Set<DomainError.Code> = [.storeFull, .storeUnavailable, .storeSchemaUnsupported, .storeOutcomeUnknown]
}
