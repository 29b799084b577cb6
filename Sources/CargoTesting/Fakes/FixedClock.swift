public import CargoDomain
import Synchronization

/// A clock that stands still until it is set.
public final class FixedClock: DomainClock {
    private let time: Mutex<Instant>

    /// Makes a clock that shows an instant, 2026-01-01T00:00:00.000Z unless told otherwise.
    public init(_ now: Instant = .stub()) { time = Mutex(now) }

    /// The instant it was set to.
    public func now() -> Instant { time.withLock { $0 } }

    /// Sets the clock, forward or back.
    public func set(to now: Instant) { time.withLock { $0 = now } }

    /// Moves the clock forward, or back if negative.
    /// - Throws: `instant_out_of_range`; the clock stays as it was.
    public func advance(byMilliseconds milliseconds: Int64) throws(DomainError) {
        try time.withLock { (now) throws(DomainError) in now = try now.advanced(byMilliseconds: milliseconds) }
    }
}
