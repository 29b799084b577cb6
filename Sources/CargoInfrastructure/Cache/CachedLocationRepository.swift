public import CargoDomain

/// A repository of locations with a cache in front of a remote.
///
/// It caches single locations.
///
/// Pages come only from the remote, because the cache may not hold all locations.
public struct CachedLocationRepository: LocationRepository {
    private let remote: any LocationRepository
    private let cache: JSONFileTrackingCache
    private let policy: CachePolicy
    private let timeToLive: TimeToLive
    private let clock: any DomainClock

    /// Creates a repository that caches a remote's locations.
    public init(
        remote: any LocationRepository,
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

    /// Finds a location according to the policy.
    ///
    /// The result may be stale.
    public func findByUnLocode(_ unLocode: UnLocode) async -> Result<Location, DomainError> {
        await policy.fetch(
            cached: { await cache.location(unLocode)?.fetched(timeToLive, at: clock.now()) },
            remote: { await asked(unLocode) },
            refreshed: {
                let answer = await asked(unLocode)
                if case .success(let fetched) = answer { await cache.keep(fetched.value, asOf: fetched.asOf) }
                return answer
            }
        ).map(\.value)
    }

    /// Saves locations at the remote.
    ///
    /// On success they are cached.
    public func save(_ locations: [Location]) async -> Result<Void, DomainError> {
        let asOf = clock.now()
        let outcome = await remote.save(locations)
        if policy != .noCache, case .success = outcome {
            for location in locations { await cache.keep(location, asOf: asOf) }
        }
        return outcome
    }

    /// Reads a page from the remote.
    public func findPage(after unLocode: UnLocode?, limit: Int) async -> Result<Page<Location, UnLocode>, DomainError> {
        await remote.findPage(after: unLocode, limit: limit)
    }

    private func asked(_ unLocode: UnLocode) async -> Result<Fetched<Location>, DomainError> {
        let asOf = clock.now()
        return await remote.findByUnLocode(unLocode).map { .remote($0, asOf: asOf) }
    }
}
