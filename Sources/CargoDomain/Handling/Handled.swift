/// What was done to a cargo last and when: the snapshot of a handling event that a cargo keeps.
public struct Handled: Hashable, Sendable {
    /// What was done, and where.
    public let activity: HandlingActivity
    /// When it was done.
    public let completionTime: Instant

    /// Joins an activity and its time.
    public init(activity: HandlingActivity, completionTime: Instant) {
        self.activity = activity
        self.completionTime = completionTime
    }
}
