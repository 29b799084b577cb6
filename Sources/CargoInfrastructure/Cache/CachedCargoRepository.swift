public import CargoDomain
import Synchronization

/// A cargo repository that puts a cache in front of a remote one.
///
/// The remote can be any repository, and the cache any `CargoCache`. The methods of `CargoRepository` follow the policy. The `fetch`
/// methods also return where the answer came from, how old it is and whether it is stale, and accept another policy for a single call.
/// Rules CCH-1 to CCH-11.
/// ```swift
/// let cargos = CachedCargoRepository(remote: remote, cache: InMemoryCargoCache(), policy: .localFirst)
/// let cargo = try await cargos.fetch(id).get()
/// if cargo.isStale { print("as of \(cargo.asOf)") }
/// ```
public final class CachedCargoRepository: CargoRepository {
    /// The policy for saves, and for calls that don't specify another one.
    public let policy: CachePolicy
    let remote: any CargoRepository
    let cache: any CargoCache
    let timeToLive: TimeToLive
    let clock: any DomainClock
    let fetches = SharedFetches()
    /// The cargos whose entry could not be updated, so that it must not count as fresh (CCH-10).
    private let distrusted = Mutex<Set<TrackingId>>([])

    /// Creates a repository that caches a remote.
    /// - Parameters:
    ///   - remote: the repository that holds the cargos.
    ///   - cache: a cache used for this remote only.
    ///   - policy: when to read the cache and when to ask the remote.
    ///   - timeToLive: how long a cached entry counts as fresh.
    ///   - clock: the clock that determines the age of entries.
    public init(
        remote: any CargoRepository,
        cache: any CargoCache,
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

    // MARK: One cargo

    /// Fetches a cargo, with its source and age (CCH-1 to CCH-6).
    /// - Parameters:
    ///   - trackingId: the cargo.
    ///   - policy: the policy for this call; `nil` for the repository's own.
    /// - Returns: the remote's error if it fails for a reason other than unavailability, or if the cargo isn't cached.
    public func fetch(_ trackingId: TrackingId, policy: CachePolicy? = nil) async -> Result<Fetched<Cargo>, DomainError> {
        await (policy ?? self.policy).fetch(
            cached: { await cached(trackingId) },
            remote: { await asked { await remote.findByTrackingId(trackingId) } },
            refreshed: { await refreshed(trackingId) }
        )
    }

    /// Finds a cargo according to the policy.
    ///
    /// The result may be stale; use `fetch` to find out.
    public func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { await fetch(trackingId).map(\.value) }

    // MARK: Saving

    /// Saves a cargo at the remote.
    ///
    /// On success the cache stores it with the version that it now has at the remote (CCH-7).
    ///
    /// If the remote is unavailable the save fails; it isn't queued for later. If a failed save may have succeeded after all, or if another
    /// writer was first, the cached entry is marked as in doubt (CCH-8).
    public func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await saving(cargo) { await remote.save(cargo) }
    }

    /// Returns a tracking id from the remote, because only the remote knows which ones are in use.
    public func nextTrackingId() async -> Result<TrackingId, DomainError> { await remote.nextTrackingId() }

    /// Runs a save and updates the cache according to its outcome.
    func saving(_ cargo: Cargo, _ save: () async -> Result<Void, DomainError>) async -> Result<Void, DomainError> {
        if policy == .noCache { return await save() }
        let asOf = clock.now()
        fetches.beginSave(cargo.trackingId)
        let outcome = await save()
        fetches.overtake(cargo.trackingId)
        switch outcome {
        case .success: await keep(saved: cargo, asOf: asOf)
        case .failure(let error):
            if error.leavesDoubt { await update([cargo.trackingId]) { $1?.inDoubt } }
        }
        fetches.endSave(cargo.trackingId)
        return outcome
    }

    private func keep(saved cargo: Cargo, asOf: Instant) async {
        let stored = Result { () throws(DomainError) in
            CachedCargo(cargo: try cargo.saved(), asOf: asOf)
        }
        await update([cargo.trackingId]) { _, old in
            // Even if the new state is invalid, the old one is known to be outdated.
            guard case .success(let new) = stored else { return old?.inDoubt }
            guard let old, old.cargo.version > new.cargo.version else { return new }
            return old
        }
    }

    // MARK: Cache and remote

    private func cached(_ trackingId: TrackingId) async -> Fetched<Cargo>? {
        // Check this before reading the entry: a save that ends in between has already updated the entry.
        let isSettled = !fetches.isSaving(trackingId)
        // A cache that fails counts as empty (CCH-10).
        guard case .success(let entry?) = await cache.find(trackingId) else { return nil }
        let isFresh = !entry.isInDoubt && timeToLive.isFresh(asOf: entry.asOf, at: clock.now())
        let isTrusted = distrusted.withLock { !$0.contains(trackingId) }
        return Fetched(value: entry.cargo, asOf: entry.asOf, source: .cache, isStale: !(isSettled && isFresh && isTrusted))
    }

    /// Asks the remote without changing the cache.
    func asked<Value: Sendable>(_ question: () async -> Result<Value, DomainError>) async -> Result<Fetched<Value>, DomainError> {
        let asOf = clock.now()
        return await question().map { .remote($0, asOf: asOf) }
    }

    /// Asks the remote and caches the answer.
    ///
    /// Concurrent callers for the same cargo share one call.
    private func refreshed(_ trackingId: TrackingId) async -> Result<Fetched<Cargo>, DomainError> {
        // A caller may already know that the save in progress succeeded. The answer to a call started earlier might not show it, so don't
        // join one.
        if fetches.isSaving(trackingId) { return await asked { await remote.findByTrackingId(trackingId) } }
        return await fetches.join(trackingId) { [self] ticket in
            let answer = await asked { await remote.findByTrackingId(trackingId) }
            switch answer {
            case .success(let fetched):
                let entry = CachedCargo(cargo: fetched.value, asOf: fetched.asOf)
                await update([trackingId], unless: { ticket.isOvertaken }) { _, _ in entry }
            case .failure(let error):
                if error.isOfAbsentCargo { await update([trackingId], unless: { ticket.isOvertaken }) { _, _ in nil } }
            }
            return answer
        }
    }

    /// Updates cache entries, unless `isPast` returns true at that moment.
    ///
    /// If the cache fails, the call goes on without it. The entries don't count as fresh until they are next updated (CCH-10).
    func update(
        _ trackingIds: [TrackingId],
        unless isPast: @escaping @Sendable () -> Bool = { false },
        _ decide: @escaping @Sendable (TrackingId, CachedCargo?) -> CachedCargo?
    ) async {
        switch await cache.update(trackingIds, { isPast() ? $1 : decide($0, $1) }) {
        case .success: if !isPast() { distrusted.withLock { $0.subtract(trackingIds) } }
        case .failure: distrusted.withLock { $0.formUnion(trackingIds) }
        }
    }
}

extension DomainError {
    /// Whether a save that failed with this error may have succeeded after all, or shows that the remote has a newer version.
    var leavesDoubt: Bool { tier == .technical || code == .concurrencyConflict }
}
