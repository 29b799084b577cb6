import CargoDomain

/// Generates small random networks with many ties, and searches over them.
///
/// The same seed gives the same results.
struct RandomRouting {
    private var state: UInt64
    /// The length of a time step in milliseconds.
    private var scale: Int64 = 1

    init(seed: UInt64) { state = seed }

    /// A search and its network.
    ///
    /// If a voyage number occurs twice, the last voyage counts.
    struct Problem: Sendable {
        let voyages: [Voyage]
        let search: RouteSearch
    }

    /// - Parameters:
    ///   - longest: the maximum number of movements of a voyage.
    ///   - maxLegs: the maximum number of legs to search for; random if `nil`.
    ///   - limit: the maximum number of routes to search for; random if `nil`.
    mutating func problem(
        ports: ClosedRange<Int>,
        voyages voyageCounts: ClosedRange<Int>,
        longest: Int = 6,
        maxLegs: Int64? = nil,
        limit: Int64? = nil
    ) throws -> Problem {
        let portCount = number(ports)
        let lastTime = number(4...24) * (portCount + 3) / 6
        let longest = number(1...longest)
        // In some problems a step is 25 days, so that movements take longer than the index stores exactly.
        scale = number(0...3) == 0 ? 1 << 31 : 1
        var voyages: [Voyage] = []
        for index in 0..<number(voyageCounts) {
            // Sometimes a number is repeated, with another schedule for the same voyage.
            let name = number(0...9) == 0 ? "V0" : "V\(index)"
            if let voyage = try voyage(name, portCount, lastTime, longest) { voyages.append(voyage) }
        }
        let origin = number(0...portCount - 1)
        let destination = (origin + number(1...portCount - 1)) % portCount
        let connections: [Int64] = [0, 0, 0, scale, 2 * scale, 5 * scale, 9_007_199_254_740_991]
        let legCounts: [Int64] = [1, 2, 3, 8, 8, 16]
        let limits: [Int64] = [1, 2, 3, 10, 100]
        let search = try RouteSearch(
            routeSpecification: RouteSpecification(
                origin: Self.port(origin),
                destination: Self.port(destination),
                arrivalDeadline: Instant(epochMilliseconds: Int64(number(lastTime / 3...lastTime + 3)) * scale)
            ),
            departAfter: Instant(epochMilliseconds: Int64(number(0...lastTime / 5)) * scale),
            minimumConnection: connections[number(0...connections.count - 1)],
            maxLegs: maxLegs ?? legCounts[number(0...legCounts.count - 1)],
            limit: limit ?? limits[number(0...limits.count - 1)]
        )
        return Problem(voyages: voyages, search: search)
    }

    /// Turns a problem into one of a cargo aboard one of its voyages.
    mutating func aboard(_ problem: Problem) throws -> Problem {
        guard !problem.voyages.isEmpty else { return problem }
        let voyage = problem.voyages[number(0...problem.voyages.count - 1)]
        let movements = voyage.schedule.movements
        let movement = movements[number(0...min(1, movements.count - 1))]
        let loadedAt = movement.departureTime.epochMilliseconds + Int64(number(0...2)) * scale
        let specification = problem.search.routeSpecification
        let search = try RouteSearch(
            routeSpecification: RouteSpecification(
                origin: specification.origin,
                destination: specification.destination,
                arrivalDeadline: Instant(epochMilliseconds: loadedAt + Int64(number(4...40)) * scale)
            ),
            departAfter: problem.search.departAfter,
            minimumConnection: problem.search.minimumConnection,
            maxLegs: Int64(problem.search.maxLegs),
            limit: Int64(problem.search.limit),
            aboard: .init(
                voyageNumber: voyage.number,
                location: movement.departureLocation,
                loadedAt: Instant(epochMilliseconds: loadedAt)
            )
        )
        return Problem(voyages: problem.voyages, search: search)
    }

    private mutating func voyage(_ name: String, _ portCount: Int, _ lastTime: Int, _ longest: Int) throws -> Voyage? {
        var movements: [CarrierMovement] = []
        var port = number(0...portCount - 1)
        var time = number(0...lastTime - 1)
        for _ in 0..<number(1...longest) {
            let departure = time + number(0...1)
            let arrival = departure + number(1...3)
            guard arrival <= lastTime else { break }
            let next = (port + number(1...portCount - 1)) % portCount
            movements.append(
                try CarrierMovement(
                    departureLocation: Self.port(port),
                    arrivalLocation: Self.port(next),
                    departureTime: Instant(epochMilliseconds: Int64(departure) * scale),
                    arrivalTime: Instant(epochMilliseconds: Int64(arrival) * scale)
                )
            )
            port = next
            time = arrival
        }
        guard !movements.isEmpty else { return nil }
        return Voyage.register(number: try VoyageNumber(name), schedule: try Schedule(movements))
    }

    /// Returns a uniformly distributed number from a range (SplitMix64).
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return range.lowerBound + Int(mixed % UInt64(range.count))
    }

    private static func port(_ number: Int) throws(DomainError) -> UnLocode {
        try UnLocode("XXA" + String(UnicodeScalar(UInt8(65 + number / 26))) + String(UnicodeScalar(UInt8(65 + number % 26))))
    }
}
