public import CargoDomain

/// When a cached repository reads its cache and when it asks the remote (CCH-1, CCH-2, CCH-4).
public enum CachePolicy: Hashable, Sendable, CaseIterable {
    /// Returns a fresh cached value without asking the remote. Otherwise asks the remote, and falls back to a stale value if it is
    /// unavailable.
    case localFirst
    /// Always asks the remote, and falls back to the cached value, fresh or stale, if the remote is unavailable.
    case remoteFirst
    /// Always asks the remote, and neither reads nor changes the cache.
    case noCache

    /// Fetches a value as this policy prescribes.
    ///
    /// The fallback applies only if the remote is unavailable. Any other failure is returned as it is, even if a value is cached: a cargo
    /// that doesn't exist, a refusal, a malformed answer (CCH-4). The same goes for every failure in a cancelled task.
    /// - Parameters:
    ///   - cached: returns the cached value; `nil` if there is none.
    ///   - remote: asks the remote without changing the cache.
    ///   - refreshed: asks the remote and stores its answer in the cache.
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

    /// The policy for lists, which always asks the remote first, because a cache can't know whether it holds the complete list (CCH-9).
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

extension DomainError {
    /// The error codes of a remote that couldn't answer.
    ///
    /// They say nothing about the requested value, and a retry may succeed.
    package static let codesOfUnavailability: Set<Code> = [.remoteUnavailable, .remoteTimeout, .storeUnavailable, .storeLocked]

    /// Whether the remote couldn't answer, so that a cached value may be used (CCH-4).
    public var meansUnavailable: Bool { Self.codesOfUnavailability.contains(code) }
}
