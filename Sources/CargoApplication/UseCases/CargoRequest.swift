public import CargoDomain

/// A request that names one cargo.
public struct CargoRequest: Sendable {
    /// The cargo.
    public let trackingId: TrackingId

    /// Creates a request.
    public init(trackingId: TrackingId) { self.trackingId = trackingId }
}
