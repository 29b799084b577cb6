/// A handling event that was registered by mistake and taken back (HND-7).
///
/// It stays stored, but is no part of the cargo's history any more.
public struct RetractedEvent: Hashable, Sendable {
    /// The event as it was registered.
    public let event: HandlingEvent
    /// Why it was retracted.
    public let reason: Reason
    /// When it was retracted.
    public let retractedAt: Instant

    /// Creates a retraction of an event.
    public init(event: HandlingEvent, reason: Reason, retractedAt: Instant) {
        self.event = event
        self.reason = reason
        self.retractedAt = retractedAt
    }
}
