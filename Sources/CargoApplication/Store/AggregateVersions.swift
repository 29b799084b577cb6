public import CargoDomain

/// Tells which versions of aggregates a store holds, without reading them.
///
/// What was made from some aggregates is current as long as their versions are: see `TrackCargo.Basis`.
public protocol AggregateVersions: Sendable {
    /// Returns the stored version of each aggregate, in the given order; 0 for one that isn't stored.
    ///
    /// Reflects every save that ended before the call. A location's version changes with its name.
    @concurrent
    func versions(of aggregates: [AggregateName]) async -> Result<[Int64], DomainError>

    /// Returns what `versions(of:)` would return, without waiting; nil if the store would have to wait, or fails.
    ///
    /// A service calls it where it must not wait, such as on an event loop. The default implementation returns nil.
    func versionsWithoutWaiting(of aggregates: [AggregateName]) -> [Int64]?
}

extension AggregateVersions {
    /// Returns nil.
    public func versionsWithoutWaiting(of aggregates: [AggregateName]) -> [Int64]? { nil }
}

/// An aggregate, by its identity.
public enum AggregateName: Hashable, Sendable {
    /// The cargo with this tracking id.
    case cargo(TrackingId)
    /// The voyage with this number.
    case voyage(VoyageNumber)
    /// The location with this code.
    case location(UnLocode)
}
