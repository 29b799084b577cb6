#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How much disk time background work may use.
///
/// Gentle work rests as long after each piece as the piece took, so it uses about half.
package struct UpkeepPace: Sendable {
    /// Whether to rest between pieces.
    let isGentle: Bool

    /// Uses all the disk time it can get.
    package static let full = UpkeepPace(isGentle: false)
    /// Leaves half of the disk time to commits.
    static let gentle = UpkeepPace(isGentle: true)

    /// Returns the current time for `rest(since:)`.
    func start() -> UInt64 { isGentle ? Self.microseconds() : 0 }

    /// Rests as long as the work since `start` took, at most half a second.
    func rest(since start: UInt64) {
        guard isGentle else { return }
        usleep(UInt32(min(Self.microseconds() - start, 500_000)))
    }

    private static func microseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
