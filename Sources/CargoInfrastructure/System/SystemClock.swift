public import CargoDomain

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system's real-time clock, truncated to milliseconds.
public struct SystemClock: DomainClock {
    /// Creates a system clock.
    public init() {}

    /// Returns the current instant.
    ///
    /// A system time before 1970 or after 9999 is clamped to that range.
    public func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let (milliseconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
        guard !overflow, let now = try? Instant(epochMilliseconds: milliseconds + Int64(time.tv_nsec) / 1_000_000) else {
            return time.tv_sec < 0 ? .earliest : .latest
        }
        return now
    }
}
