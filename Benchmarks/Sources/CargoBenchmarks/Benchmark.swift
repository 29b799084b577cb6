/// A ratio between the kit and a peer, a speed-up or a cost, with a goal that the kit promises to reach.
struct Benchmark: Sendable {
    /// Whether a higher or a lower ratio is better.
    enum Direction: String {
        case higher, lower
    }

    /// The name of the benchmark, in kebab case.
    let name: String
    /// The ratio to reach.
    let goal: Double
    /// Whether higher (a speed-up) or lower (a cost) is better.
    let better: Direction
    /// What the ratio compares with, without spaces.
    let peer: String
    /// Measures the ratio, usually with `compare`.
    let run: @Sendable () async throws -> Double

    /// Runs the benchmark and returns the line that other programs parse.
    func line() async throws -> String {
        let ratio = try await run()
        return "bench \(name) ratio=\(Self.number(ratio)) goal=\(Self.number(goal)) better=\(better.rawValue) against=\(peer)"
    }

    private static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        return "\(thousandths / 1000).\(String(String(1000 + thousandths % 1000).dropFirst()))"
    }
}

/// The times of two alternating measurements.
struct Comparison {
    /// The seconds that ours and the peer took, for each round.
    let rounds: [(ours: Double, peer: Double)]

    /// How many times as fast as the peer we are, as the median over the rounds.
    var speedUp: Double { Self.median(rounds.map { $0.peer / $0.ours }) }
    /// Our time as a multiple of the peer's, as the median over the rounds.
    var cost: Double { Self.median(rounds.map { $0.ours / $0.peer }) }

    /// Our median time, in seconds.
    var ours: Double { Self.median(rounds.map(\.ours)) }
    /// The peer's median time, in seconds.
    var peer: Double { Self.median(rounds.map(\.peer)) }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Runs both closures in each round, in random order, after one warm-up round.
///
/// Each closure should take some milliseconds, so let it repeat its work. If one repeats n times and the other m times, correct the ratio.
func compare(
    rounds count: Int = 31,
    ours: () async throws -> Void,
    peer: () async throws -> Void
) async throws -> Comparison {
    let clock = ContinuousClock()
    var rounds: [(ours: Double, peer: Double)] = []
    for round in 0...count {
        let oursFirst = Bool.random()
        var mine: Duration = .zero
        if oursFirst { mine = try await clock.measure { try await ours() } }
        let theirs = try await clock.measure { try await peer() }
        if !oursFirst { mine = try await clock.measure { try await ours() } }
        if round > 0 { rounds.append((ours: mine / .seconds(1), peer: theirs / .seconds(1))) }
    }
    return Comparison(rounds: rounds)
}

/// Keeps the optimizer from removing a computation whose result is unused.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
