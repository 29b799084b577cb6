#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What a piece of work took.
struct Cost {
    /// By the clock on the wall.
    var seconds: Double
    /// Of the processors, in all threads of this process; 0 where nobody measured it.
    var cpu = 0.0

    /// One unit's part of the work.
    static func / (cost: Cost, units: Int) -> Cost { Cost(seconds: cost.seconds / Double(units), cpu: cost.cpu / Double(units)) }

    /// What a body costs.
    static func of(_ body: () async throws -> Void) async rethrows -> Cost {
        let cpu = processorSeconds()
        let seconds = try await ContinuousClock().measure { try await body() } / .seconds(1)
        return Cost(seconds: seconds, cpu: processorSeconds() - cpu)
    }

    /// What a body costs that runs on the caller's thread.
    static func ofBlocking(_ body: () throws -> Void) rethrows -> Cost {
        let cpu = processorSeconds()
        let seconds = try ContinuousClock().measure(body) / .seconds(1)
        return Cost(seconds: seconds, cpu: processorSeconds() - cpu)
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The seconds that a body takes.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    try await ContinuousClock().measure { try await body() } / .seconds(1)
}
