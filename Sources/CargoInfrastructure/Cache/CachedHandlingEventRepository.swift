import CargoApplication
public import CargoDomain

/// The handling histories of a remote with a cache before it, beside a `CachedCargoRepository`.
///
/// Histories follow the policy as cargos do. A save goes to the remote; what it accepted is cached with the history that it was judged by.
public struct CachedHandlingEventRepository: HandlingEventRepository {
    private let remote: any HandlingEventRepository
    private let cache: JSONFileTrackingCache
    private let policy: CachePolicy
    private let timeToLive: TimeToLive
    private let clock: any DomainClock

    /// Puts a cache before a remote's histories.
    public init(
        remote: any HandlingEventRepository,
        cache: JSONFileTrackingCache,
        policy: CachePolicy = .localFirst,
        timeToLive: TimeToLive = .oneMinute,
        clock: any DomainClock = SystemClock()
    ) {
        self.remote = remote
        self.cache = cache
        self.policy = policy
        self.timeToLive = timeToLive
        self.clock = clock
    }

    /// A history, and from where and of when it is.
    /// - Returns: the remote's failure where it is not unavailable, or nothing is cached.
    public func fetchHistory(of trackingId: TrackingId) async -> Result<Fetched<HandlingHistory>, DomainError> {
        await policy.fetch(
            cached: { await cache.history(of: trackingId)?.fetched(timeToLive, at: clock.now()) },
            remote: { await asked(trackingId) },
            refreshed: {
                let saves = cache.saves
                let answer = await asked(trackingId)
                // What was asked before a save ended may be past.
                if case .success(let fetched) = answer, saves == cache.saves { await cache.keep(fetched.value, asOf: fetched.asOf) }
                return answer
            }
        )
    }

    /// A history as the policy finds it, perhaps a stale one: `fetchHistory` tells.
    public func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await fetchHistory(of: trackingId).map(\.value)
    }

    /// Saves at the remote; without it that is the failure, and nothing is saved for later.
    public func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError> {
        await saving(event, after: history) { await remote.save(event, after: history) }
    }

    /// Does a save of an event and brings the cache up to date with its outcome.
    func saving(
        _ event: HandlingEvent,
        after history: HandlingHistory,
        _ save: () async -> Result<Bool, DomainError>
    ) async -> Result<Bool, DomainError> {
        if policy == .noCache { return await save() }
        return await cache.saving(event.trackingId) {
            let asOf = clock.now()
            let outcome = await save()
            do throws(DomainError) {
                // An event that was known already may say that there is more than the history that it was judged by.
                if try outcome.get() {
                    await cache.keep(try history.adding(event), asOf: asOf)
                } else {
                    await cache.doubtHistory(of: event.trackingId)
                }
            } catch {
                if error.leavesDoubt { await cache.doubtHistory(of: event.trackingId) }
            }
            return outcome
        }
    }

    private func asked(_ trackingId: TrackingId) async -> Result<Fetched<HandlingHistory>, DomainError> {
        let asOf = clock.now()
        return await remote.findHistory(of: trackingId).map { .remote($0, asOf: asOf) }
    }
}

/// A unit of work whose events a cache of histories takes note of.
struct CachedHistoryUnitOfWork: HandlingUnitOfWork {
    let remote: any HandlingUnitOfWork
    let histories: CachedHandlingEventRepository

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        await histories.saving(event, after: history) { await remote.save(event, after: history, with: cargo) }
    }
}
