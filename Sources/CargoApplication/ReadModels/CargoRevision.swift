public import CargoDomain

/// The response to a change of a cargo.
///
/// Track the cargo to see its new state.
public struct CargoRevision: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// The cargo's version after the change, or as stored if nothing changed.
    public let version: Int64

    /// Creates a result, for a fake in a test.
    public init(trackingId: TrackingId, version: Int64) {
        self.trackingId = trackingId
        self.version = version
    }
}
