/// A record of something done to a cargo.
///
/// Never changed once registered (HND-1 to HND-3).
public struct HandlingEvent: Sendable {
    /// The cargo that was handled.
    public let trackingId: TrackingId
    /// What was done, and where.
    public let activity: HandlingActivity
    /// When it was done.
    public let completionTime: Instant
    /// When the event was registered; never before the completion time.
    public let registrationTime: Instant

    /// Creates an event.
    /// - Throws: `handling_completed_after_registration` if the completion time is later than the registration time (HND-2).
    public init(
        trackingId: TrackingId,
        activity: HandlingActivity,
        completionTime: Instant,
        registrationTime: Instant
    ) throws(DomainError) {
        guard completionTime <= registrationTime else { throw .rule(.handlingCompletedAfterRegistration) }
        self.trackingId = trackingId
        self.activity = activity
        self.completionTime = completionTime
        self.registrationTime = registrationTime
    }

    /// The part of the event that a cargo stores.
    public var handled: CompletedActivity { CompletedActivity(activity: activity, completionTime: completionTime) }
}

extension HandlingEvent: Hashable {
    /// Compares the cargo, the activity and the completion time.
    ///
    /// The registration time is ignored (HND-3).
    public static func == (left: Self, right: Self) -> Bool {
        left.trackingId == right.trackingId && left.activity == right.activity && left.completionTime == right.completionTime
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(trackingId)
        hasher.combine(activity)
        hasher.combine(completionTime)
    }
}

/// A handling event that was registered by mistake and taken back (HND-7).
///
/// It remains stored, but no longer belongs to the cargo's history.
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
