public import CargoDomain

/// Asks for one cargo, and nothing else.
public struct CargoRequest: Sendable {
    /// The cargo.
    public let trackingId: TrackingId

    /// Asks for a cargo.
    public init(trackingId: TrackingId) { self.trackingId = trackingId }
}
