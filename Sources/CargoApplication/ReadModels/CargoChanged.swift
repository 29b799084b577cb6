public import CargoDomain

/// The response to a change of a cargo.
///
/// Track the cargo to see its new state.
public struct CargoChanged: Hashable, Sendable {
    /// The cargo.
    public let trackingId: TrackingId
    /// The cargo's version after the change; not part of the wire shape.
    public let version: Int64
}
