import CargoDomain
import Synchronization

/// A clock that stands still between steps.
final class StepClock: DomainClock {
    private let time: Mutex<Instant>

    init(_ now: Instant) { time = Mutex(now) }

    func now() -> Instant { time.withLock { $0 } }

    /// Sets it, forward or back.
    func set(to now: Instant) { time.withLock { $0 = now } }
}

/// The ids that a run is given, in order, then none.
final class ListedTrackingIds: TrackingIdGenerator {
    private let rest: Mutex<ArraySlice<TrackingId>>

    init(_ ids: [TrackingId]) { rest = Mutex(ids[...]) }

    func next() -> TrackingId? { rest.withLock { $0.popFirst() } }
}
