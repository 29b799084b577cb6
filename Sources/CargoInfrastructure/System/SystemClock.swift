public import CargoDomain

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system's clock, cut to milliseconds.
public struct SystemClock: DomainClock {
    /// Makes a clock; all are alike.
    public init() {}

    /// The present instant; a system time before 1970 or after 9999 is shown as the nearest instant there is.
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
