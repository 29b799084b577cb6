public import CargoDomain

/// Draws tracking ids from the system's cryptographic source of randomness (VAL-ID-2).
public struct SystemTrackingIdGenerator: TrackingIdGenerator {
    /// Makes a generator; all are alike.
    public init() {}

    /// A fresh id; never nil.
    public func next() -> TrackingId? {
        var source = SystemRandomNumberGenerator()
        return TrackingId(randomBits: source.next())
    }
}
