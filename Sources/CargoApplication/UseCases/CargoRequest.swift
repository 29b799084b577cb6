public import CargoDomain

/// Asks for one cargo, and nothing else.
public struct CargoRequest: UseCaseRequest {
    /// The cargo.
    public let trackingId: TrackingId

    /// Asks for a cargo.
    public init(trackingId: TrackingId) { self.trackingId = trackingId }

    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(trackingId: try trackingId.get())
    }
}
