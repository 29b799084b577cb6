import CargoDomain
import Synchronization

/// A clock that stands still between steps.
final class StepClock: DomainClock {
    private let time: Mutex<Instant>

    init(_ now: Instant) { time = Mutex(now) }

    func now() -> Instant { time.withLock { $0 } }

    /// Sets the time, forward or back.
    func set(to now: Instant) { time.withLock { $0 = now } }
}

/// Gives out the ids of a run in order, then none.
final class ListedTrackingIds: TrackingIdGenerator {
    private let rest: Mutex<ArraySlice<TrackingId>>

    init(_ ids: [TrackingId]) { rest = Mutex(ids[...]) }

    func next() -> TrackingId? { rest.withLock { $0.popFirst() } }
}
