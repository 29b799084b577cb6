public import CargoDomain

/// A repository of voyages that finds the voyages of a route in a cache while the remote is unavailable.
///
/// Estimates follow from the present schedules, so `findAll` always asks the remote first. Everything else comes only from the remote.
public struct CachedVoyageRepository: VoyageRepository {
    private let remote: any VoyageRepository
    private let cache: JSONFileTrackingCache
    private let policy: CachePolicy
    private let timeToLive: TimeToLive
    private let clock: any DomainClock

    /// Creates a repository that caches a remote's voyages.
    /// - Parameters:
    ///   - remote: where the voyages are.
    ///   - cache: what the service answered.
    ///   - clock: dates the answers.
    ///   - timeToLive: how long a cached voyage may answer while the service is away.
    ///   - policy: with `noCache` the cache is neither read nor changed; the other policies behave like `remoteFirst`.
    public init(
        remote: any VoyageRepository,
        cache: JSONFileTrackingCache,
        policy: CachePolicy = .localFirst,
        timeToLive: TimeToLive = .oneMinute,
        clock: any DomainClock = SystemClock()
    ) {
        self.remote = remote
        self.cache = cache
        self.policy = policy.ofLists
        self.timeToLive = timeToLive
        self.clock = clock
    }

    /// Finds voyages at the remote; while it is unavailable, in the cache, if that has all of them.
    ///
    /// The result may be stale.
    public func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
        await policy.fetch(
            cached: { await cached(numbers) },
            remote: { await asked(numbers) },
            refreshed: {
                let answer = await asked(numbers)
                if case .success(let fetched) = answer {
                    for voyage in fetched.value.values { await cache.keep(voyage, asOf: fetched.asOf) }
                }
                return answer
            }
        ).map(\.value)
    }

    /// Finds a voyage at the remote.
    public func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> { await remote.findByNumber(number) }

    /// Saves a voyage at the remote.
    public func save(_ voyage: Voyage) async -> Result<Void, DomainError> { await remote.save(voyage) }

    /// Reads a page from the remote.
    public func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await remote.findPage(after: number, limit: limit)
    }

    /// Reads changes from the remote.
    public func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> { await remote.findChanges(after: position) }

    private func asked(_ numbers: [VoyageNumber]) async -> Result<Fetched<[VoyageNumber: Voyage]>, DomainError> {
        let asOf = clock.now()
        return await remote.findAll(numbers).map { .remote($0, asOf: asOf) }
    }

    /// Returns the cached voyages, which are as old as the oldest of them; `nil` if one is missing.
    private func cached(_ numbers: [VoyageNumber]) async -> Fetched<[VoyageNumber: Voyage]>? {
        var found: [VoyageNumber: Voyage] = [:]
        var asOf = clock.now()
        for number in numbers {
            guard let kept = await cache.voyage(number) else { return nil }
            found[number] = kept.value
            asOf = min(asOf, kept.asOf)
        }
        return KeptAnswer(found, asOf: asOf).fetched(timeToLive, at: clock.now())
    }
}
