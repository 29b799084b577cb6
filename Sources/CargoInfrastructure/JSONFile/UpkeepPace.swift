#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How much of the disk's time work in the background takes: after each piece it rests as long as the piece took, so about half.
struct UpkeepPace: Sendable {
    /// Whether it rests at all.
    let isGentle: Bool

    /// Takes all that there is.
    static let full = UpkeepPace(isGentle: false)
    /// Leaves half to the commits.
    static let gentle = UpkeepPace(isGentle: true)

    /// The time, for `rest`.
    func start() -> UInt64 { isGentle ? Self.microseconds() : 0 }

    /// Rests as long as a piece of work has taken, half a second at most.
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
