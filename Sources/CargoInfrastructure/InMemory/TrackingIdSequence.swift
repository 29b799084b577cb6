public import CargoDomain
import Synchronization

/// Gives out a fixed list of tracking ids, each once: for tests and reproducible runs.
public final class TrackingIdSequence: TrackingIdGenerator {
    private let rest: Mutex<ArraySlice<TrackingId>>

    /// Takes the ids in the order in which they are to be given out.
    public init(_ ids: [TrackingId]) { rest = Mutex(ids[...]) }

    /// The next id of the list, nil at its end.
    public func next() -> TrackingId? { rest.withLock { $0.popFirst() } }
}
