public import CargoDomain

/// Says that a cargo was changed; to see how it is now, track it.
public struct CargoChanged: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// The version that the change gave it; no part of the wire shape.
    public let version: Int64
}
