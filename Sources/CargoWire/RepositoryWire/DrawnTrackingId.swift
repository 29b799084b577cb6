package import CargoDomain

/// A tracking id that was drawn for somebody elsewhere.
package struct DrawnTrackingId: CanonicallyEncodable, InputValue {
    /// `{"trackingId"}`.
    package static let shape = Shape.members(.required("trackingId", TrackingId.shape))

    /// The id.
    package let trackingId: TrackingId

    /// Takes an id.
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
