/// One line of the table: what is measured, against whom, and what is wanted.
struct Row {
    /// Which way a ratio should go.
    enum Direction: String, Codable {
        case higher, lower
    }

    /// In kebab case.
    let name: String
    /// What it is, for the table.
    let what: String
    let goal: Double
    var better = Direction.higher
    /// What the ratio compares with, without spaces.
    let peer: String
    /// The place it is measured on.
    var place = "machine"
    let run: (Workshop) async throws -> Measurement
}

/// What a row came to.
struct Measurement: Codable {
    var ratio: Double
    /// Further figures by name, units in the names.
    var figures: [String: Double] = [:]
    /// Each round's time a unit in seconds, by contender.
    var rounds: [String: [Double]] = [:]
}

/// The times of several contenders, measured in turns.
struct Rounds {
    /// Seconds for one unit of work, by contender, round by round.
    private(set) var times: [String: [Double]] = [:]
    /// Seconds of the processors for one unit of work, all threads of this process together.
    private(set) var cpuTimes: [String: [Double]] = [:]

    /// What a contender does in a round: prepares, measures, and tells what one unit of work took.
    typealias Body = (_ round: Int) async throws -> Cost

    /// Lets all contenders run in each round, in an order thrown anew, after one round to warm up, until the time is over.
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

    /// How many times the second contender's time the first one took: the median over the rounds.
    func ratio(_ slow: String, to fast: String) -> Double {
        zip(times[slow] ?? [], times[fast] ?? []).map { $0 / $1 }.median
    }

    /// The median time of a contender.
    func median(_ name: String) -> Double { (times[name] ?? []).median }

    /// A measurement with the ratio of the peer to ours.
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

    /// The value below which so much of the list lies; not a number where the list is empty.
    func quantile(_ part: Double) -> Double {
        if isEmpty { return .nan }
        return sorted()[Swift.min(count - 1, Int(Double(count) * part))]
    }
}
