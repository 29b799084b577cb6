import CargoDomain

extension VoyageNetwork {
    /// Returns the routes of a cargo at sea, best first (RTG-7).
    func findRoutes(_ search: RouteSearch, aboard: RouteSearch.Aboard) -> [FoundRoute] {
        let destination = search.routeSpecification.destination
        guard destination != aboard.location, let goal = portNumber(of: destination) else { return [] }
        let calls = calls(aheadOf: aboard, notBefore: search.departAfter.epochMilliseconds)
        guard !calls.isEmpty else { return [] }
        let finder = AboardFinder(self, search, calls: calls, to: goal)
        return Array(finder.findRoutes().sorted(by: comesFirstAboard).prefix(search.limit))
    }

    /// Finds the first call at each port that the ship still makes: the labels of round 1.
    private func calls(aheadOf aboard: RouteSearch.Aboard, notBefore: Int64) -> [Int32: AboardFinder.Label] {
        guard let voyage = voyageNumber(of: aboard.voyageNumber), let location = portNumber(of: aboard.location) else { return [:] }
        let movements = movements(of: voyage)
        let loadedAt = aboard.loadedAt.epochMilliseconds
        let departures = movements.filter { rows[$0].from == location }
        guard let load = departures.min(by: { abs(rows[$0].departure - loadedAt) < abs(rows[$1].departure - loadedAt) }) else { return [:] }
        var calls: [Int32: AboardFinder.Label] = [:]
        for place in load..<movements.upperBound {
            let row = rows[place]
            guard row.to != location, row.arrival >= notBefore, calls[row.to] == nil else { continue }
            calls[row.to] = AboardFinder.Label(time: row.arrival, ride: FoundRoute.Ride(load: Int32(load), unload: Int32(place)))
        }
        return calls
    }

    /// The order of results: that of RTG-5, then the later second load.
    private func comesFirstAboard(_ left: FoundRoute, _ right: FoundRoute) -> Bool {
        if comesFirst(left, right) { return true }
        if comesFirst(right, left) { return false }
        guard left.rides.count > 1, right.rides.count > 1 else { return false }
        return rows[Int(left.rides[1].load)].departure > rows[Int(right.rides[1].load)].departure
    }
}

/// A search for the routes of a cargo at sea, in rounds over all movements (RTG-7).
///
/// Its first leg is the ship that carries the cargo, so the bounds of `RouteFinder`, which start from the origin, don't hold here.
struct AboardFinder {
    /// How early a port is reached, and the ride that arrives then.
    struct Label {
        let time: Int64
        let ride: FoundRoute.Ride
    }

    private typealias Labels = [Int32: Label]

    private let network: VoyageNetwork
    private let search: RouteSearch
    private let calls: [Int32: Label]
    private let destination: Int32
    private let deadline: Int64

    /// Prepares a search.
    /// - Parameter calls: the labels of round 1.
    init(_ network: VoyageNetwork, _ search: RouteSearch, calls: [Int32: Label], to destination: Int32) {
        self.network = network
        self.search = search
        self.calls = calls
        self.destination = destination
        deadline = search.routeSpecification.arrivalDeadline.epochMilliseconds
    }

    /// Runs passes, each of which changes ships later than the one before, until one finds no route with a change or enough are found.
    func findRoutes() -> [FoundRoute] {
        var found: [FoundRoute] = []
        var start: Int64?
        while true {
            let routes = pass(changingNotBefore: start)
            found += routes.filter { !found.contains($0) }
            let changes = routes.filter { $0.rides.count > 1 }.map { departure(of: $0.rides[1]) }
            guard let earliest = changes.min(), found.count < search.limit else { return found }
            start = earliest + 1
        }
    }

    /// Runs one pass: for each number of legs, the route that arrives first, if that is earlier than with fewer legs.
    private func pass(changingNotBefore start: Int64?) -> [FoundRoute] {
        var rounds: [Labels] = [calls]
        var earliest = calls.mapValues(\.time)
        var routes: [FoundRoute] = []
        if start == nil, let route = route(by: rounds) { routes.append(route) }
        while rounds.count < search.maxLegs {
            let labels = round(after: rounds[rounds.count - 1], notBefore: rounds.count == 1 ? start ?? 0 : 0, earlierThan: earliest)
            guard !labels.isEmpty else { break }
            rounds.append(labels)
            earliest.merge(labels.mapValues(\.time)) { _, new in new }
            if let route = route(by: rounds) { routes.append(route) }
        }
        return routes
    }

    /// Returns a label for each port that one more voyage reaches earlier than every round before (RTG-2).
    private func round(after previous: Labels, notBefore: Int64, earlierThan earliest: [Int32: Int64]) -> Labels {
        var labels: Labels = [:]
        for voyage in network.voyages.indices {
            var boarded: Int?
            for place in network.movements(of: voyage) {
                let row = network.rows[place]
                if let label = previous[row.from], row.departure >= max(label.time + search.minimumConnection, notBefore) {
                    boarded = place
                }
                guard let boarded, row.arrival < earliest[row.to] ?? .max else { continue }
                let label = Label(time: row.arrival, ride: FoundRoute.Ride(load: Int32(boarded), unload: Int32(place)))
                if labels[row.to].map({ comesFirst(label, $0) }) ?? true { labels[row.to] = label }
            }
        }
        return labels
    }

    /// The order of candidates for a label: arrival, later load, voyage number, load location (RTG-3).
    private func comesFirst(_ left: Label, _ right: Label) -> Bool {
        if left.time != right.time { return left.time < right.time }
        let one = network.rows[Int(left.ride.load)]
        let other = network.rows[Int(right.ride.load)]
        if one.departure != other.departure { return one.departure > other.departure }
        let number = network.voyageNumber(of: left.ride)
        let otherNumber = network.voyageNumber(of: right.ride)
        if number != otherNumber { return number < otherNumber }
        return network.ports[Int(one.from)] < network.ports[Int(other.from)]
    }

    /// Follows the last round's label of the destination back to the ship; `nil` without one, or if it isn't before the deadline (RTE-3).
    private func route(by rounds: [Labels]) -> FoundRoute? {
        guard let last = rounds[rounds.count - 1][destination], last.time < deadline else { return nil }
        var rides: [FoundRoute.Ride] = []
        var port = destination
        for labels in rounds.reversed() {
            guard let label = labels[port] else { preconditionFailure("A ride starts at a port that the round before didn't reach") }
            rides.append(label.ride)
            port = network.rows[Int(label.ride.load)].from
        }
        rides.reverse()
        return FoundRoute(rides: rides, loadTime: departure(of: rides[0]), arrival: last.time)
    }

    private func departure(of ride: FoundRoute.Ride) -> Int64 { network.rows[Int(ride.load)].departure }
}
