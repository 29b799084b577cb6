public import CargoDomain

/// A value that may come from a cache, with its source, its age, and whether it is stale.
public struct Fetched<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// When the remote was asked.
    ///
    /// The value reflects everything that happened there before this instant.
    public let asOf: Instant
    /// Whether the value came from the remote or the cache.
    public let source: FetchSource
    /// Whether the value is older than its time to live or in doubt (CCH-3).
    ///
    /// Always false for an answer from the remote.
    public let isStale: Bool

    /// Creates a value with its source and age.
    public init(value: Value, asOf: Instant, source: FetchSource, isStale: Bool) {
        self.value = value
        self.asOf = asOf
        self.source = source
        self.isStale = isStale
    }

    /// Returns an answer that has just come from the remote.
    static func remote(_ value: Value, asOf: Instant) -> Self { Self(value: value, asOf: asOf, source: .remote, isStale: false) }
}

extension Fetched: Equatable where Value: Equatable {}

/// Where a fetched value came from.
public enum FetchSource: String, Hashable, Sendable, CaseIterable {
    /// The remote answered this call.
    case remote = "REMOTE"
    /// The value was cached.
    case cache = "CACHE"
}
