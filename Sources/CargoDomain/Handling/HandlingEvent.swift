/// Something that was done to a cargo: a fact, never changed once registered (HND-1 to HND-3).
public struct HandlingEvent: Sendable {
    /// The cargo it was done to.
    public let trackingId: TrackingId
    /// What was done, and where.
    public let activity: HandlingActivity
    /// When it was done.
    public let completionTime: Instant
    /// When we heard of it; never before it was done.
    public let registrationTime: Instant

    /// Makes an event.
    /// - Throws: `handling_completed_after_registration` (HND-2).
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

    /// What a cargo keeps of it.
    public var handled: Handled { Handled(activity: activity, completionTime: completionTime) }
}

extension HandlingEvent: Hashable {
    /// The same thing done to the same cargo at the same time, whenever we heard of it (HND-3).
    public static func == (left: Self, right: Self) -> Bool {
        left.trackingId == right.trackingId && left.activity == right.activity && left.completionTime == right.completionTime
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(trackingId)
        hasher.combine(activity)
        hasher.combine(completionTime)
    }
}
