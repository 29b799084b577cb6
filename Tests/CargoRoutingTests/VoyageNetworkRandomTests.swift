import CargoDomain
import CargoRouting
import Testing

@Suite("Routes over random networks")
struct VoyageNetworkRandomTests {
    /// No look-back, the standard one, and some short enough to matter in small networks.
    static let lookBacks = [
        VoyageNetwork.LookBack(leastLabels: .max, movementCount: 0), .standard, .init(leastLabels: 0, movementCount: 0),
        .init(leastLabels: 0, movementCount: 1), .init(leastLabels: 0, movementCount: 4), .init(leastLabels: 0, movementCount: 1000),
    ]

    @Test("RTG-2 RTG-3 RTG-4 RTG-5: 10,000 small networks give the same routes as a literal implementation of the rules", arguments: 0..<8)
    func smallNetworks(seed: UInt64) throws {
        var random = RandomRouting(seed: seed)
        var several = 0
        for index in 0..<1250 {
            let problem = try random.problem(ports: 2...6, voyages: 1...16)
            let expected = ReferenceRouting(voyages: problem.voyages).findRoutes(problem.search)
            // All voyages at once, one at a time, or half and half.
            let split = [problem.voyages.count, 0, problem.voyages.count / 2][index % 3]
            var network = VoyageNetwork(problem.voyages.prefix(split))
            for voyage in problem.voyages.dropFirst(split) { network.update(voyage) }
            for lookBack in Self.lookBacks {
                let found = network.findRoutes(problem.search, lookBack: lookBack) { false }
                try #require(found == expected, "network \(index), \(lookBack)")
            }
            if expected.count > 1 { several += 1 }
        }
        // With fewer, the problems would prove little.
        #expect(several > 150)
    }

    @Test("RTG-2 RTG-3 RTG-4 RTG-5: larger networks give the same routes as the literal implementation", arguments: 0..<4)
    func largerNetworks(seed: UInt64) throws {
        var random = RandomRouting(seed: 100 + seed)
        for index in 0..<50 {
            let problem = try random.problem(ports: 20...40, voyages: 60...120)
            let expected = ReferenceRouting(voyages: problem.voyages).findRoutes(problem.search)
            let network = VoyageNetwork(problem.voyages)
            for lookBack in Self.lookBacks {
                let found = network.findRoutes(problem.search, lookBack: lookBack) { false }
                try #require(found == expected, "network \(index), \(lookBack)")
            }
        }
    }

    @Test("RTG-7: 10,000 cargos at sea get the same routes as by the literal implementation", arguments: 0..<8)
    func cargosAtSea(seed: UInt64) throws {
        var random = RandomRouting(seed: 200 + seed)
        var several = 0
        for index in 0..<1250 {
            let problem = try random.aboard(random.problem(ports: 2...5, voyages: 8...30))
            let expected = ReferenceRouting(voyages: problem.voyages).findRoutes(problem.search)
            let network = VoyageNetwork(problem.voyages)
            for lookBack in Self.lookBacks {
                let found = network.findRoutes(problem.search, lookBack: lookBack) { false }
                try #require(found == expected, "network \(index), \(lookBack)")
            }
            if expected.count > 1 { several += 1 }
        }
        #expect(several > 20)
    }

    @Test("a search that is cancelled asks no further, and returns only routes that it would have returned or cut", arguments: 0..<4)
    func cancelled(seed: UInt64) throws {
        var random = RandomRouting(seed: 300 + seed)
        var partial = 0
        for _ in 0..<200 {
            let problem = try random.problem(ports: 3...8, voyages: 8...24, limit: 3)
            let network = VoyageNetwork(problem.voyages)
            var questions = 0
            let all = network.findRoutes(problem.search) {
                questions += 1
                return false
            }
            for last in 0..<questions {
                var asked = 0
                let routes = network.findRoutes(problem.search) {
                    asked += 1
                    return asked > last
                }
                #expect(asked == last + 1)
                #expect(routes.count <= all.count && routes.allSatisfy { problem.search.routeSpecification.isSatisfied(by: $0) })
                if last == 0 { #expect(routes == []) }
                if !routes.isEmpty { partial += 1 }
            }
        }
        #expect(partial > 10)
    }

    @Test("RTG-6: each route has the requested ends, arrives in time, and uses legs that voyages offer", arguments: 20..<24)
    func routesAreValid(seed: UInt64) throws {
        var random = RandomRouting(seed: seed)
        for _ in 0..<250 {
            let problem = try random.problem(ports: 3...6, voyages: 4...14)
            let schedules = Dictionary(problem.voyages.map { ($0.number, $0.schedule) }, uniquingKeysWith: { $1 })
            let routes = VoyageNetwork(problem.voyages).findRoutes(problem.search)
            #expect(Set(routes).count == routes.count && routes.count <= problem.search.limit)
            for route in routes {
                #expect(problem.search.routeSpecification.isSatisfied(by: route))
                #expect(route == (try Itinerary(route.legs)) && route.legs.count <= problem.search.maxLegs)
                #expect(route.legs[0].loadTime >= problem.search.departAfter)
                #expect(route.legs.allSatisfy { schedules[$0.voyageNumber]?.carries($0) == true })
            }
        }
    }

    @Test("RTG-2 RTG-4: exactly the best routes for each number of legs are found", arguments: 40..<44)
    func bestOfAllRoutes(seed: UInt64) throws {
        var random = RandomRouting(seed: seed)
        for _ in 0..<150 {
            let problem = try random.problem(ports: 2...4, voyages: 1...6, longest: 3, maxLegs: 3, limit: 100)
            let all = AllRoutes(of: problem)
            let found = VoyageNetwork(problem.voyages).findRoutes(problem.search)
            for best in all.front(departingFrom: problem.search.departAfter) {
                #expect(found.contains { $0.lastUnloadTime == best.lastUnloadTime && $0.legs.count == best.legs.count })
            }
            for route in found {
                let front = all.front(departingFrom: route.legs[0].loadTime)
                #expect(front.contains { $0.lastUnloadTime == route.lastUnloadTime && $0.legs.count == route.legs.count })
            }
        }
    }
}

/// Finds every route that matches a search, by trying all of them.
private struct AllRoutes {
    private var routes: [[Leg]] = []

    init(of problem: RandomRouting.Problem) {
        let voyages = Dictionary(problem.voyages.map { ($0.number, $0) }, uniquingKeysWith: { $1 }).values
        extend([], problem.search, voyages.flatMap(Self.legs))
    }

    /// Returns the routes that depart at `time` or later and that no other such route dominates in arrival time and number of legs.
    func front(departingFrom time: Instant) -> [Itinerary] {
        let candidates = routes.filter { $0[0].loadTime >= time }
        return candidates.filter { route in
            let arrival = route[route.count - 1].unloadTime
            return !candidates.contains { other in
                let otherArrival = other[other.count - 1].unloadTime
                return otherArrival <= arrival && other.count <= route.count && (otherArrival < arrival || other.count < route.count)
            }
        }.compactMap { try? Itinerary($0) }
    }

    private mutating func extend(_ route: [Leg], _ search: RouteSearch, _ legs: [Leg]) {
        if let last = route.last, last.unloadLocation == search.routeSpecification.destination {
            if last.unloadTime < search.routeSpecification.arrivalDeadline { routes.append(route) }
            return
        }
        guard route.count < search.maxLegs else { return }
        let ready = route.last.map { $0.unloadTime.epochMilliseconds + search.minimumConnection } ?? search.departAfter.epochMilliseconds
        let place = route.last?.unloadLocation ?? search.routeSpecification.origin
        for leg in legs where leg.loadLocation == place && leg.loadTime.epochMilliseconds >= ready { extend(route + [leg], search, legs) }
    }

    private static func legs(of voyage: Voyage) -> [Leg] {
        let movements = voyage.schedule.movements
        return movements.indices.flatMap { first in
            movements[first...].compactMap { last in
                try? Leg(
                    voyageNumber: voyage.number,
                    loadLocation: movements[first].departureLocation,
                    unloadLocation: last.arrivalLocation,
                    loadTime: movements[first].departureTime,
                    unloadTime: last.arrivalTime
                )
            }
        }
    }
}
