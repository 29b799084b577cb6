public import CargoDomain
import Synchronization

/// Gives out the ids it was given, in order, then none.
public final class SequenceTrackingIdGenerator: TrackingIdGenerator {
    private let rest: Mutex<ArraySlice<TrackingId>>

    /// Takes the ids in the order in which they are to be drawn; doubles are allowed, for it is repositories that must not give one twice.
    public init(_ ids: [TrackingId]) { rest = Mutex(ids[...]) }

    /// The next id, nil once all are given out.
    public func next() -> TrackingId? { rest.withLock { $0.popFirst() } }
}
