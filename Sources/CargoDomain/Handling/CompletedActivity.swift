/// A cargo's last activity and its time: the part of a handling event that the cargo stores.
public struct CompletedActivity: Hashable, Sendable {
    /// What was done, and where.
    public let activity: HandlingActivity
    /// When it was done.
    public let completionTime: Instant

    /// Creates a value from an activity and its completion time.
    public init(activity: HandlingActivity, completionTime: Instant) {
        self.activity = activity
        self.completionTime = completionTime
    }

    /// Whether a cargo was moved, rather than cleared by customs (DLV-1).
    var isMove: Bool { activity.type != .customs }
}

extension CompletedActivity: Comparable {
    /// Orders by completion time, then type (RECEIVE, UNLOAD, CUSTOMS, LOAD, CLAIM), then location, then voyage number (HND-4).
    public static func < (left: Self, right: Self) -> Bool {
        if left.completionTime != right.completionTime { return left.completionTime < right.completionTime }
        let one = left.activity
        let other = right.activity
        if one.type != other.type { return one.type.order < other.type.order }
        if one.location != other.location { return one.location < other.location }
        guard let number = one.voyageNumber, let otherNumber = other.voyageNumber else { return false }
        return number < otherNumber
    }
}
