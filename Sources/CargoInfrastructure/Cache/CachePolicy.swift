public import CargoDomain

/// When a cache is asked and when the remote: a strategy that carries its own fetch behaviour (CCH-1, CCH-2, CCH-4).
public enum CachePolicy: Hashable, Sendable, CaseIterable {
    /// A fresh cached value without asking the remote; the remote where there is none or a stale one; the stale one where the remote is
    /// unavailable.
    case localFirst
    /// The remote, each time; the cached value, fresh or stale, where the remote is unavailable.
    case remoteFirst
    /// The remote alone: the cache is neither read nor changed.
    case noCache

    /// Fetches a value from where this policy says.
    ///
    /// Another failure than unavailability is the answer, whatever is cached: a cargo that does not exist, a refusal, a broken answer
    /// (CCH-4). So is any failure in a cancelled task.
    /// - Parameters:
    ///   - cached: the cached value, nil where there is none.
    ///   - remote: asks the remote and leaves the cache alone.
    ///   - refreshed: asks the remote and keeps what it answers.
    public func fetch<Value: Sendable>(
        cached: () async -> Fetched<Value>?,
        remote: () async -> Result<Fetched<Value>, DomainError>,
        refreshed: () async -> Result<Fetched<Value>, DomainError>
    ) async -> Result<Fetched<Value>, DomainError> {
        switch self {
        case .localFirst:
            if let value = await cached(), !value.isStale { return .success(value) }
            return await Self.orElse(cached, refreshed)
        case .remoteFirst:
            return await Self.orElse(cached, refreshed)
        case .noCache:
            return await remote()
        }
    }

    /// The policy for lists: no cache can know that it holds all of a list, so the remote comes first (CCH-9).
    public var ofLists: CachePolicy {
        switch self {
        case .localFirst, .remoteFirst: .remoteFirst
        case .noCache: .noCache
        }
    }

    private static func orElse<Value: Sendable>(
        _ cached: () async -> Fetched<Value>?,
        _ refreshed: () async -> Result<Fetched<Value>, DomainError>
    ) async -> Result<Fetched<Value>, DomainError> {
        let answer = await refreshed()
        guard case .failure(let error) = answer, error.meansUnavailable, !Task.isCancelled, let value = await cached() else {
            return answer
        }
        return .success(value)
    }
}
