import CargoDomain
import CargoRouting

/// Queries with default options (up to 8 legs and 10 routes, in as many passes as needed) against one scan over all movements.
///
/// The network has 2,000 ports and a year's 200,000 movements.
let routingBenchmarks: [Benchmark] = [
    query("routing-query", on: .random, deadlineDays: 45, goal: 0.5),
    query("routing-query-on-lines", on: .lines, deadlineDays: 45, goal: 0.5),
    // A late deadline gives about nine routes in many passes.
    query("routing-query-far-deadline", on: .random, deadlineDays: 90, goal: 0.6),
    // From a ship that has just left the origin.
    Benchmark(name: "routing-query-aboard", goal: 2, better: .lower, peer: "the-same-query-ashore") {
        let sample = try SampleNetwork(.random)
        let network = VoyageNetwork(sample.voyages)
        let searches = try sample.searches(count: 64, deadlineDays: 45)
        let aboard = try searches.map { try sample.aboard($0) }
        return try await compare(rounds: 15) {
            for search in aboard { blackHole(network.findRoutes(search)) }
        } peer: {
            for search in searches { blackHole(network.findRoutes(search)) }
        }.cost
    },
    // 200 updates, one at a time, of 100 of the 20,000 voyages: each changes and changes back.
    Benchmark(name: "routing-update", goal: 0.05, better: .lower, peer: "building-the-index") {
        let sample = try SampleNetwork(.random)
        var network = VoyageNetwork(sample.voyages)
        let changed = try sample.rescheduled(100)
        let original = changed.map { changed in sample.voyages.first { $0.isSameVoyage(as: changed) } ?? changed }
        return try await compare(rounds: 5) {
            for _ in 0..<10 {
                for voyage in changed { network.update(voyage) }
                for voyage in original { network.update(voyage) }
            }
        } peer: {
            blackHole(VoyageNetwork(sample.voyages))
        }.cost / 10
    },
    // 200 reports, one at a time, of 100 of the 20,000 voyages: each is an hour late, then two.
    Benchmark(name: "routing-report", goal: 0.05, better: .lower, peer: "building-the-index") {
        let sample = try SampleNetwork(.random)
        var network = VoyageNetwork(sample.voyages)
        let (late, later) = (try sample.reported(100, hours: 1), try sample.reported(100, hours: 2))
        return try await compare(rounds: 5) {
            for _ in 0..<10 {
                for voyage in late { network.update(voyage) }
                for voyage in later { network.update(voyage) }
            }
        } peer: {
            blackHole(VoyageNetwork(sample.voyages))
        }.cost / 10
    },
]

/// The mean of 64 searches between random ports, with departures throughout one day.
private func query(_ name: String, on pattern: SampleNetwork.Pattern, deadlineDays: Int64, goal: Double) -> Benchmark {
    Benchmark(name: name, goal: goal, better: .lower, peer: "one-scan-over-the-movements") {
        let sample = try SampleNetwork(pattern)
        let network = VoyageNetwork(sample.voyages)
        let searches = try sample.searches(count: 64, deadlineDays: deadlineDays)
        return try await compare(rounds: 15) {
            for search in searches { blackHole(network.findRoutes(search)) }
        } peer: {
            for search in searches { blackHole(sample.departures(after: search.departAfter)) }
        }.cost
    }
}

/// 2,000 ports and 20,000 voyages of 10 movements each, departing throughout a year.
///
/// A movement takes half a day to 5 days.
private struct SampleNetwork: Sendable {
    enum Pattern {
        /// Each voyage calls at random ports. This is the hardest pattern, because no voyage leads toward a port more than another.
        case random
        /// 385 lines, each sailing 52 times, a week apart. Every fourth call is at one of 40 hubs.
        case lines
    }

    let voyages: [Voyage]

    private static let day: Int64 = 86_400_000
    private static let start: Int64 = 1_767_225_600_000

    init(_ pattern: Pattern) throws {
        var random = SplitMix64(state: 7)
        switch pattern {
        case .random:
            voyages = try (0..<20_000).map { number in
                let start = Self.start + .random(in: 0..<365 * Self.day, using: &random)
                let ports = Self.ports(&random) { _ in 0..<2000 }
                return try Self.voyage("V\(number)", ports, Self.times(&random), from: start)
            }
        case .lines:
            voyages = try (0..<385).flatMap { line in
                let start = Self.start + .random(in: 0..<7 * Self.day, using: &random)
                let ports = Self.ports(&random) { $0 % 4 == 0 ? 0..<40 : 40..<2000 }
                let times = Self.times(&random)
                return try (0..<52).map { try Self.voyage("L\(line)-\($0)", ports, times, from: start + Int64($0) * 7 * Self.day) }
            }
        }
    }

    func searches(count: Int, deadlineDays: Int64) throws -> [RouteSearch] {
        var random = SplitMix64(state: 99)
        return try (0..<count).map { _ in
            let ports = Self.ports(&random) { _ in 0..<2000 }
            let departure = Self.start + 100 * Self.day + .random(in: 0..<Self.day, using: &random)
            return try RouteSearch(
                routeSpecification: RouteSpecification(
                    origin: Self.port(ports[0]),
                    destination: Self.port(ports[1]),
                    arrivalDeadline: Instant(epochMilliseconds: departure + deadlineDays * Self.day)
                ),
                departAfter: Instant(epochMilliseconds: departure)
            )
        }
    }

    /// Returns the same search for a cargo aboard the ship that leaves the origin next.
    func aboard(_ search: RouteSearch) throws -> RouteSearch {
        var next: (voyage: VoyageNumber, movement: CarrierMovement)?
        for voyage in voyages {
            for movement in voyage.schedule.movements where movement.departureLocation == search.routeSpecification.origin {
                let isNext = next.map { movement.departureTime < $0.movement.departureTime } ?? true
                if movement.departureTime >= search.departAfter, isNext { next = (voyage.number, movement) }
            }
        }
        guard let next else { return search }
        return try RouteSearch(
            routeSpecification: search.routeSpecification,
            departAfter: next.movement.departureTime,
            aboard: .init(
                voyageNumber: next.voyage,
                location: next.movement.departureLocation,
                loadedAt: next.movement.departureTime
            )
        )
    }

    /// Returns the first `count` voyages, an hour later.
    func rescheduled(_ count: Int) throws -> [Voyage] {
        try voyages.prefix(count).map { voyage in
            let movements = try voyage.schedule.movements.map { movement in
                try CarrierMovement(
                    departureLocation: movement.departureLocation,
                    arrivalLocation: movement.arrivalLocation,
                    departureTime: movement.departureTime.advanced(by: .milliseconds(3_600_000)),
                    arrivalTime: movement.arrivalTime.advanced(by: .milliseconds(3_600_000))
                )
            }
            return voyage.rescheduled(to: try Schedule(movements))
        }
    }

    /// Returns the first `count` voyages, whose ships are reported to arrive in their first port some hours late.
    func reported(_ count: Int, hours: Int64) throws -> [Voyage] {
        try voyages.prefix(count).map { voyage in
            guard let first = voyage.schedule.movements.first else { return voyage }
            return try voyage.reporting(
                .arrival,
                at: first.arrivalLocation,
                status: .estimated,
                time: first.arrivalTime.advanced(by: .milliseconds(hours * 3_600_000)),
                reportedAt: first.departureTime,
                at: first.departureTime
            )
        }
    }

    func departures(after time: Instant) -> Int {
        var count = 0
        for voyage in voyages {
            for movement in voyage.schedule.movements where movement.departureTime > time { count += 1 }
        }
        return count
    }

    /// The 11 calls of a voyage.
    ///
    /// No two consecutive ones are at the same port.
    private static func ports(_ random: inout SplitMix64, _ choices: (Int) -> Range<Int>) -> [Int] {
        var ports: [Int] = []
        while ports.count < 11 {
            let port = Int.random(in: choices(ports.count), using: &random)
            if port != ports.last { ports.append(port) }
        }
        return ports
    }

    /// The departure and arrival of each of 10 movements, relative to the start of the voyage.
    private static func times(_ random: inout SplitMix64) -> [(departure: Int64, arrival: Int64)] {
        var time: Int64 = 0
        return (0..<10).map { _ in
            let departure = time
            let arrival = departure + .random(in: day / 2...5 * day, using: &random)
            time = arrival + .random(in: day / 8...day, using: &random)
            return (departure, arrival)
        }
    }

    private static func voyage(_ name: String, _ ports: [Int], _ times: [(departure: Int64, arrival: Int64)], from start: Int64) throws
        -> Voyage
    {
        let movements = try times.enumerated().map { place, times in
            try CarrierMovement(
                departureLocation: port(ports[place]),
                arrivalLocation: port(ports[place + 1]),
                departureTime: Instant(epochMilliseconds: start + times.departure),
                arrivalTime: Instant(epochMilliseconds: start + times.arrival)
            )
        }
        return Voyage.register(number: try VoyageNumber(name), schedule: try Schedule(movements))
    }

    private static func port(_ number: Int) throws -> UnLocode {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return try UnLocode("XX\(letters[number / 676])\(letters[number / 26 % 26])\(letters[number % 26])")
    }
}

/// A random number generator that returns the same numbers for the same seed.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
