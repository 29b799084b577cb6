public import CargoDomain

/// A value with what a caller has to know who may get it from a cache: from where, how old, and whether too old.
public struct Fetched<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// When the remote was asked for it: what happened there before that instant, the value shows.
    public let asOf: Instant
    /// Who answered.
    public let source: FetchSource
    /// Whether the value may be out of date by more than its time to live (CCH-3); never for an answer of the remote.
    public let isStale: Bool

    /// Joins a value and its origin.
    public init(value: Value, asOf: Instant, source: FetchSource, isStale: Bool) {
        self.value = value
        self.asOf = asOf
        self.source = source
        self.isStale = isStale
    }

    /// What the remote has just answered.
    static func remote(_ value: Value, asOf: Instant) -> Self { Self(value: value, asOf: asOf, source: .remote, isStale: false) }
}

extension Fetched: Equatable where Value: Equatable {}

/// Who answered.
public enum FetchSource: String, Hashable, Sendable, CaseIterable {
    /// The remote, just now.
    case remote = "REMOTE"
    /// The cache.
    case cache = "CACHE"
}
