public import CargoDomain
import Synchronization

/// A clock that stands still until you set it.
public final class FixedClock: DomainClock {
    private let time: Mutex<Instant>

    /// Creates a clock that shows `now`, by default 2026-01-01T00:00:00.000Z.
    public init(_ now: Instant = .stub()) { time = Mutex(now) }

    /// Returns the instant that the clock was last set to.
    public func now() -> Instant {
        MainActorProbe.note("reading the clock")
        return time.withLock { $0 }
    }

    /// Sets the clock, forward or backward.
    public func set(to now: Instant) { time.withLock { $0 = now } }

    /// Moves the clock forward, or backward if the duration is negative.
    /// - Throws: `instant_out_of_range`, leaving the clock unchanged.
    public func advance(by duration: Duration) throws(DomainError) {
        try time.withLock { (now) throws(DomainError) in now = try now.advanced(by: duration) }
    }
}
