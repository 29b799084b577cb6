#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The cost of a piece of work.
struct Cost {
    /// Wall-clock time in seconds.
    var seconds: Double
    /// Processor time in seconds, over all threads of this process; 0 if not measured.
    var cpu = 0.0

    /// The cost of one unit of the work.
    static func / (cost: Cost, units: Int) -> Cost { Cost(seconds: cost.seconds / Double(units), cpu: cost.cpu / Double(units)) }

    /// Measures the cost of a body.
    static func of(_ body: () async throws -> Void) async rethrows -> Cost {
        let cpu = processorSeconds()
        let seconds = try await ContinuousClock().measure { try await body() } / .seconds(1)
        return Cost(seconds: seconds, cpu: processorSeconds() - cpu)
    }

    /// Measures the cost of a body that runs on the calling thread.
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

/// Measures the seconds that a body takes.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    try await ContinuousClock().measure { try await body() } / .seconds(1)
}
