import CargoDomain
import Synchronization

/// The data of the plots: throughput by number of callers, and the latency of a single save.
struct Curves: Codable {
    struct Point: Codable {
        let callers: Int
        let contender: String
        /// Saves per second, one for each round.
        let perSecond: [Double]
    }

    struct Latency: Codable {
        let callers: Int
        let contender: String
        /// Microseconds at 1001 evenly spaced ranks, from shortest to longest.
        let microseconds: [Double]
    }

    var throughput: [Point] = []
    var latency: [Latency] = []

    static func measure(_ workshop: Workshop) async throws -> Curves {
        var curves = Curves()
        let place = workshop.settings.places[0].name
        let limit = workshop.settings.seconds / 4
        for callers in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] {
            Workshop.tell("throughput with \(callers) callers")
            let pair = try await workshop.pair(on: place)
            let each = max(2, 64 / callers)
            let rounds = try await Rounds.run(
                [
                    ("ours", { _ in try await CallerRounds.ours(pair, callers: callers, each: min(4 * each, pair.count / callers)) }),
                    ("sqlite", { _ in try await CallerRounds.sqlite(pair, callers: callers, each: each) }),
                ],
                seconds: limit,
                atLeast: 5
            )
            for (name, times) in rounds.times.sorted(by: { $0.key < $1.key }) {
                curves.throughput.append(Point(callers: callers, contender: name, perSecond: times.map { 1 / $0 }))
            }
            try await workshop.close(pair)
        }
        for callers in [1, 64] { try await curves.addLatencies(callers, workshop, place, limit) }
        return curves
    }

    private mutating func addLatencies(_ callers: Int, _ workshop: Workshop, _ place: String, _ limit: Double) async throws {
        Workshop.tell("latency with \(callers) callers")
        let pair = try await workshop.pair(on: place)
        let samples = Mutex<[String: [Double]]>([:])
        _ = try await Rounds.run(
            [
                (
                    "ours",
                    { _ in
                        try await CallerRounds.ours(pair, callers: callers, each: 256 / callers) { time in
                            samples.withLock { $0["ours", default: []].append(time) }
                        }
                    }
                ),
                (
                    "sqlite",
                    { _ in
                        try await CallerRounds.sqlite(pair, callers: callers, each: 256 / callers) { time in
                            samples.withLock { $0["sqlite", default: []].append(time) }
                        }
                    }
                ),
            ],
            seconds: limit * 2
        )
        try await workshop.close(pair)
        for (name, times) in samples.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let sorted = times.sorted()
            let ranks = (0...1000).map { sorted[min(sorted.count - 1, sorted.count * $0 / 1000)] * 1e6 }
            latency.append(Latency(callers: callers, contender: name, microseconds: ranks))
        }
    }
}
