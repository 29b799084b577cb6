public import CargoDomain
import Synchronization

/// The cargos of a remote with a cache before it.
///
/// The remote may be any repository, the cache any `CargoCache`. As a `CargoRepository` it answers as its policy says; the `fetch` methods say besides from
/// where the answer comes, how old it is and whether it is stale, and take another policy for one call. Rules CCH-1 to CCH-11.
/// ```swift
/// let cargos = CachedCargoRepository(remote: remote, cache: InMemoryCargoCache(), policy: .localFirst)
/// let cargo = try await cargos.fetch(id).get()
/// if cargo.isStale { print("as of \(cargo.asOf)") }
/// ```
public final class CachedCargoRepository: CargoRepository {
    /// The policy of calls that name none, and of saves.
    public let policy: CachePolicy
    let remote: any CargoRepository
    let cache: any CargoCache
    let timeToLive: TimeToLive
    let clock: any DomainClock
    let flights = CargoFlights()
    /// Cargos whose entry could not be brought up to date, so that it must not count as fresh (CCH-10).
    private let distrusted = Mutex<Set<TrackingId>>([])

    /// Puts a cache before a remote.
    /// - Parameters:
    ///   - remote: where the truth is.
    ///   - cache: what is known of it here; of this remote alone.
    ///   - policy: when which of the two is asked.
    ///   - timeToLive: for how long an entry counts as fresh.
    ///   - clock: tells the age of entries.
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

    /// A cargo, and from where and of when it is (CCH-1 to CCH-6).
    /// - Parameter policy: for this call; the repository's own where there is none.
    /// - Returns: the remote's failure where it is not unavailable, or nothing is cached.
    public func fetch(_ trackingId: TrackingId, policy: CachePolicy? = nil) async -> Result<Fetched<Cargo>, DomainError> {
        await (policy ?? self.policy).fetch(
            cached: { await cached(trackingId) },
            remote: { await asked { await remote.findByTrackingId(trackingId) } },
            refreshed: { await refreshed(trackingId) }
        )
    }

    /// A cargo as the policy finds it, perhaps a stale one: `fetch` tells.
    public func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> { await fetch(trackingId).map(\.value) }

    // MARK: Saving

    /// Saves at the remote; the cache takes what the remote accepted, as the version that it has there (CCH-7).
    ///
    /// Where the remote is unavailable that is the failure: nothing is saved for later. A failed save that may have gone through, or that
    /// another one was faster than, leaves the entry in doubt (CCH-8).
    public func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        await saving(cargo) {
            await remote.save(cargo)
        } isStored: {
            true
        }
    }

    /// A tracking id from the remote, which alone knows those in use.
    public func nextTrackingId() async -> Result<TrackingId, DomainError> { await remote.nextTrackingId() }

    /// Does a save of a cargo and brings the cache up to date with its outcome.
    func saving<Value: Sendable>(
        _ cargo: Cargo,
        _ save: () async -> Result<Value, DomainError>,
        isStored: (Value) -> Bool
    ) async -> Result<Value, DomainError> {
        if policy == .noCache { return await save() }
        let asOf = clock.now()
        flights.beginSave(cargo.trackingId)
        let outcome = await save()
        flights.overtake(cargo.trackingId)
        switch outcome {
        case .success(let value):
            if isStored(value) { await keep(saved: cargo, asOf: asOf) }
        case .failure(let error):
            if error.leavesDoubt { await update([cargo.trackingId]) { $1?.inDoubt } }
        }
        flights.endSave(cargo.trackingId)
        return outcome
    }

    private func keep(saved cargo: Cargo, asOf: Instant) async {
        let stored = Result { () throws(DomainError) in
            CachedCargo(cargo: try cargo.reconstituted(as: try Version.next(after: cargo.version)), asOf: asOf)
        }
        await update([cargo.trackingId]) { _, old in
            // Without a state to keep there is at least the knowledge that the old one is past.
            guard case .success(let new) = stored else { return old?.inDoubt }
            guard let old, old.cargo.version > new.cargo.version else { return new }
            return old
        }
    }

    // MARK: Cache and remote

    private func cached(_ trackingId: TrackingId) async -> Fetched<Cargo>? {
        // Asked before the entry is read: a save that is over by then shows in the entry.
        let isSettled = !flights.isSaving(trackingId)
        // A cache that fails knows nothing (CCH-10).
        guard case .success(let entry?) = await cache.find(trackingId) else { return nil }
        let isFresh = !entry.isInDoubt && timeToLive.isFresh(asOf: entry.asOf, at: clock.now())
        let isTrusted = distrusted.withLock { !$0.contains(trackingId) }
        return Fetched(value: entry.cargo, asOf: entry.asOf, source: .cache, isStale: !(isSettled && isFresh && isTrusted))
    }

    /// Asks the remote and leaves the cache alone.
    func asked<Value: Sendable>(_ question: () async -> Result<Value, DomainError>) async -> Result<Fetched<Value>, DomainError> {
        let asOf = clock.now()
        return await question().map { .remote($0, asOf: asOf) }
    }

    /// Asks the remote, together with all others who want the same cargo, and keeps the answer.
    private func refreshed(_ trackingId: TrackingId) async -> Result<Fetched<Cargo>, DomainError> {
        // Whoever asks during a save may know already that it went through, which an answer to somebody else's question may not show.
        if flights.isSaving(trackingId) { return await asked { await remote.findByTrackingId(trackingId) } }
        return await flights.join(trackingId) { [self] ticket in
            let answer = await asked { await remote.findByTrackingId(trackingId) }
            switch answer {
            case .success(let fetched):
                let entry = CachedCargo(cargo: fetched.value, asOf: fetched.asOf)
                await update([trackingId], unless: { ticket.isOvertaken }) { _, _ in entry }
            case .failure(let error):
                if error.code == .cargoNotFound { await update([trackingId], unless: { ticket.isOvertaken }) { _, _ in nil } }
            }
            return answer
        }
    }

    /// Changes entries, unless what led to it is past when it comes to that.
    ///
    /// A cache that fails is passed over; its entries are not relied upon until the next change of them (CCH-10).
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
    /// Whether a save that failed so may have gone through, or shows that the remote has moved on.
    var leavesDoubt: Bool { tier == .technical || code == .concurrencyConflict }
}
