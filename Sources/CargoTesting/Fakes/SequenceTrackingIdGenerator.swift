public import CargoDomain
import Synchronization

/// A generator that returns given ids in order, then `nil`.
public final class SequenceTrackingIdGenerator: TrackingIdGenerator {
    private let rest: Mutex<ArraySlice<TrackingId>>

    /// Creates a generator from the ids to return.
    ///
    /// The ids may repeat: it is the repository that must not return one twice.
    public init(_ ids: [TrackingId]) { rest = Mutex(ids[...]) }

    /// Returns the next id; `nil` after the last one.
    public func next() -> TrackingId? {
        MainActorProbe.note("generating a tracking id")
        return rest.withLock { $0.popFirst() }
    }
}
