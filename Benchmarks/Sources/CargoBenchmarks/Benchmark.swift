/// Something that the kit promises to do so many times as fast as, or at so many times the cost of, a peer.
struct Benchmark: Sendable {
    /// Which way a ratio should go.
    enum Direction: String {
        case higher, lower
    }

    /// What is measured, in kebab case.
    let name: String
    /// What the ratio should reach.
    let goal: Double
    /// Whether more is better (a speed-up) or less (a cost).
    let better: Direction
    /// What the ratio compares with, without spaces.
    let peer: String
    /// Measures the ratio, most simply with `compare`.
    let run: @Sendable () async throws -> Double

    /// Measures and gives the line that other programs read.
    func line() async throws -> String {
        let ratio = try await run()
        return "bench \(name) ratio=\(Self.number(ratio)) goal=\(Self.number(goal)) better=\(better.rawValue) against=\(peer)"
    }

    private static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        return "\(thousandths / 1000).\(String(String(1000 + thousandths % 1000).dropFirst()))"
    }
}

/// The times of two things measured in turns.
struct Comparison {
    /// For each round, the seconds that ours and the peer took.
    let rounds: [(ours: Double, peer: Double)]

    /// How many times as fast as the peer we are: the median over the rounds.
    var speedUp: Double { Self.median(rounds.map { $0.peer / $0.ours }) }
    /// How many times the peer's time we take: the median over the rounds.
    var cost: Double { Self.median(rounds.map { $0.ours / $0.peer }) }

    /// The median time of ours, in seconds.
    var ours: Double { Self.median(rounds.map(\.ours)) }
    /// The median time of the peer, in seconds.
    var peer: Double { Self.median(rounds.map(\.peer)) }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Runs two things in rounds, in each round both in an order thrown by a coin, after one round to warm up.
///
/// Each closure should take some milliseconds, so let it repeat what it measures; where it repeats n times and its peer m times, divide.
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

/// Keeps the optimizer from leaving out what nobody looks at.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: borrowing Value) {}
