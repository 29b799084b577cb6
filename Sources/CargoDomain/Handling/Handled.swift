/// A cargo's last activity and its time: the part of a handling event that the cargo stores.
public struct Handled: Hashable, Sendable {
    /// What was done, and where.
    public let activity: HandlingActivity
    /// When it was done.
    public let completionTime: Instant

    /// Creates a value from an activity and its completion time.
    public init(activity: HandlingActivity, completionTime: Instant) {
        self.activity = activity
        self.completionTime = completionTime
    }
}
