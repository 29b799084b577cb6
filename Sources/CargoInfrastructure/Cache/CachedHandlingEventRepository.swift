import CargoApplication
public import CargoDomain

/// A repository of handling histories with a cache in front of a remote, for use with `CachedCargoRepository`.
///
/// Histories follow the policy in the same way as cargos. Events are saved and retracted at the remote; on success the cache stores the
/// history that results.
public struct CachedHandlingEventRepository: HandlingEventRepository {
    private let remote: any HandlingEventRepository
    private let cache: JSONFileTrackingCache
    private let policy: CachePolicy
    private let timeToLive: TimeToLive
    private let clock: any DomainClock

    /// Creates a repository that caches a remote's histories.
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

    /// Fetches a history, with its source and age.
    /// - Returns: the remote's error if it fails for a reason other than unavailability, or if the history isn't cached.
    public func fetchHistory(of trackingId: TrackingId) async -> Result<Fetched<HandlingHistory>, DomainError> {
        await policy.fetch(
            cached: { await cache.history(of: trackingId)?.fetched(timeToLive, at: clock.now()) },
            remote: { await asked(trackingId) },
            refreshed: {
                let saves = cache.saves
                let answer = await asked(trackingId)
                // An answer to a question asked before a save ended may be outdated.
                if case .success(let fetched) = answer, saves == cache.saves { await cache.keep(fetched.value, asOf: fetched.asOf) }
                return answer
            }
        )
    }

    /// Finds a history according to the policy.
    ///
    /// The result may be stale; use `fetchHistory` to find out.
    public func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await fetchHistory(of: trackingId).map(\.value)
    }

    /// Finds the retracted events at the remote; they aren't cached.
    public func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        await remote.findRetracted(of: trackingId)
    }

    /// Runs a save that turns the cached history into `history`, and updates the cache according to its outcome.
    func saving(_ history: HandlingHistory, _ save: () async -> Result<Void, DomainError>) async -> Result<Void, DomainError> {
        if policy == .noCache { return await save() }
        return await cache.saving(history.trackingId) {
            let asOf = clock.now()
            let outcome = await save()
            switch outcome {
            case .success: await cache.keep(history, asOf: asOf)
            case .failure(let error): if error.leavesDoubt { await cache.doubtHistory(of: history.trackingId) }
            }
            return outcome
        }
    }

    private func asked(_ trackingId: TrackingId) async -> Result<Fetched<HandlingHistory>, DomainError> {
        let asOf = clock.now()
        return await remote.findHistory(of: trackingId).map { .remote($0, asOf: asOf) }
    }
}

/// A unit of work that also updates a cache of handling histories.
struct CachedHistoryUnitOfWork: HandlingUnitOfWork {
    let remote: any HandlingUnitOfWork
    let histories: CachedHandlingEventRepository

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await .awaiting { () throws(DomainError) in
            let after = try history.adding(event)
            try await histories.saving(after) { await remote.save(event, after: history, with: cargo) }.get()
        }
    }

    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await histories.saving(history.retracting(retraction.event)) {
            await remote.retract(retraction, after: history, with: cargo)
        }
    }
}
