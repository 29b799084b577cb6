package import CargoDomain

/// The response to a request for a new tracking id.
package struct DrawnTrackingId: CanonicallyEncodable, InputValue {
    /// `{"trackingId"}`.
    package static let shape = Shape.members(.required("trackingId", TrackingId.shape))

    /// The id.
    package let trackingId: TrackingId

    /// Wraps an id.
    package init(_ trackingId: TrackingId) { self.trackingId = trackingId }

    /// Reads the id.
    package init(input: Input) throws(DomainError) { trackingId = try input.value("trackingId") }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw("}")
    }
}
