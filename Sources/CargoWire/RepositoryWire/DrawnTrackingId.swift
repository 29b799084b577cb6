package import CargoDomain

/// The response to a request for a new tracking id.
package struct DrawnTrackingId: WireObject, InputValue {
    /// The id alone.
    package static let form = ObjectForm<DrawnTrackingId>("DrawnTrackingId", .member("trackingId", \.trackingId))

    /// The id.
    package let trackingId: TrackingId

    /// Wraps an id.
    package init(_ trackingId: TrackingId) { self.trackingId = trackingId }

    /// Reads the id.
    package init(input: Input) throws(DomainError) { trackingId = try input.value("trackingId") }
}
