/// One line of the table: what is measured, against which peer, and the goal.
struct Row {
    /// Whether a higher or a lower ratio is better.
    enum Direction: String, Codable {
        case higher, lower
    }

    /// The name in kebab case.
    let name: String
    /// A description for the table.
    let what: String
    let goal: Double
    var better = Direction.higher
    /// What the ratio compares with, without spaces.
    let peer: String
    /// The name of the place to measure on.
    var place = "machine"
    let run: (Workshop) async throws -> Measurement
}

/// The result of a row.
struct Measurement: Codable {
    var ratio: Double
    /// Further figures by name.
    ///
    /// The names include the units.
    var figures: [String: Double] = [:]
    /// The seconds per unit of each round, by contender.
    var rounds: [String: [Double]] = [:]
}

/// The times of several contenders, measured alternately.
struct Rounds {
    /// Seconds per unit of work, by contender and round.
    private(set) var times: [String: [Double]] = [:]
    /// Processor seconds per unit of work, over all threads of this process.
    private(set) var cpuTimes: [String: [Double]] = [:]

    /// A contender's round: prepares, measures, and returns the cost of one unit of work.
    typealias Body = (_ round: Int) async throws -> Cost

    /// Runs all contenders in each round, in random order, after one warm-up round, until the time is over.
    static func run(_ contenders: [(name: String, body: Body)], seconds: Double, atLeast: Int = 7, atMost: Int = 301) async throws -> Rounds
    {
        var result = Rounds()
        let clock = ContinuousClock()
        var start = clock.now
        var round = 0
        while round <= atLeast || (round <= atMost && (clock.now - start) / .seconds(1) < seconds) {
            for (name, body) in contenders.shuffled() {
                let time = try await body(round)
                if round > 0 {
                    result.times[name, default: []].append(time.seconds)
                    result.cpuTimes[name, default: []].append(time.cpu)
                }
            }
            if round == 0 { start = clock.now }
            round += 1
        }
        return result
    }

    /// Returns the first contender's time as a multiple of the second's: the median over the rounds.
    func ratio(_ slow: String, to fast: String) -> Double {
        zip(times[slow] ?? [], times[fast] ?? []).map { $0 / $1 }.median
    }

    /// Returns the median time of a contender.
    func median(_ name: String) -> Double { (times[name] ?? []).median }

    /// Returns a measurement whose ratio is the peer's time to ours.
    func measurement(ours: String = "ours", peer: String = "sqlite", figures: [String: Double] = [:]) -> Measurement {
        var figures = figures
        for name in times.keys {
            figures["\(name)_us"] = median(name) * 1e6
            if let cpu = cpuTimes[name]?.median, cpu > 0 { figures["\(name)_cpu_us"] = cpu * 1e6 }
        }
        return Measurement(ratio: ratio(peer, to: ours), figures: figures, rounds: times)
    }
}

extension [Double] {
    var median: Double { quantile(0.5) }

    /// Returns a quantile of the list; NaN if the list is empty.
    func quantile(_ part: Double) -> Double {
        if isEmpty { return .nan }
        return sorted()[Swift.min(count - 1, Int(Double(count) * part))]
    }
}
