public import CargoDomain

/// Generates tracking ids from the system's cryptographically secure random numbers (VAL-ID-2).
public struct SystemTrackingIdGenerator: TrackingIdGenerator {
    /// Creates a generator.
    public init() {}

    /// Returns a new random id; never `nil`.
    public func next() -> TrackingId? {
        var source = SystemRandomNumberGenerator()
        return TrackingId(randomBits: source.next())
    }
}
