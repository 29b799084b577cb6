/// When and why a booking was cancelled (CRG-8).
public struct Cancellation: Hashable, Sendable {
    /// When it was cancelled.
    public let at: Instant
    /// Why it was cancelled.
    public let reason: Reason

    /// Creates a cancellation.
    public init(at: Instant, reason: Reason) {
        self.at = at
        self.reason = reason
    }
}
