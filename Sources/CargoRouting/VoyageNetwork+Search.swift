public import CargoDomain

extension VoyageNetwork {
    /// Returns the routes for a search, best first, or an empty list if there are none (RTG-1 to RTG-8).
    ///
    /// Searches in passes, each of which leaves later than the previous one. For each number of legs, a pass finds the route that arrives
    /// first, if that is earlier than with fewer legs. Passes share most of their work (see `RouteFinder`).
    ///
    /// Cancelling the task ends the search early. It then returns routes that it had found; others, better ones among them, may be missing.
    public func findRoutes(_ search: RouteSearch) -> [Itinerary] { findRoutes(search, lookBack: .standard) { Task.isCancelled } }

    /// Searches with a different look-back, which affects only the time that the search takes, and another way to cancel it.
    package func findRoutes(_ search: RouteSearch, lookBack: LookBack = .standard, unless isCancelled: () -> Bool) -> [Itinerary] {
        guard let destination = portNumber(of: search.routeSpecification.destination) else { return [] }
        let sources = search.aboard.map { calls(of: $0, ahead: search) } ?? origin(of: search)
        var routes = sources.compactMap { directRoute(by: $0, of: search, to: destination) }
        // The number of legs that lead to a source.
        let base = search.aboard == nil ? 0 : 1
        if !sources.isEmpty, base < search.maxLegs {
            routes += withMemory { memory in
                var finder = RouteFinder(search, from: sources, base: base, to: destination, memory: memory, lookBack: lookBack)
                // The first pass is made in any case, because its routes may be better.
                return finder.findRoutes(limit: max(1, search.limit - routes.count), unless: isCancelled)
            }
        }
        let order = search.aboard == nil ? comesFirst : comesFirstAboard
        return itineraries(of: Array(routes.sorted(by: order).prefix(search.limit)))
    }

    /// The route of a cargo that stays on its ship (RTG-7), if the ship is in time (RTE-3).
    private func directRoute(by source: RouteFinder.Source, of search: RouteSearch, to destination: Int32) -> FoundRoute? {
        guard let ride = source.ride, source.port == destination else { return nil }
        guard source.time < search.bound else { return nil }
        return FoundRoute(rides: [ride], loadTime: rows[Int(ride.load)].departure, arrival: source.time)
    }

    private func origin(of search: RouteSearch) -> [RouteFinder.Source] {
        guard let origin = portNumber(of: search.routeSpecification.origin) else { return [] }
        let time = search.departAfter.epochMilliseconds
        return [RouteFinder.Source(port: origin, time: time, ready: time, ride: nil)]
    }

    /// Finds the first call at each port that the ship still makes: the labels of round 1.
    private func calls(of aboard: RouteSearch.OnboardPosition, ahead search: RouteSearch) -> [RouteFinder.Source] {
        guard search.routeSpecification.destination != aboard.location else { return [] }
        guard let voyage = voyageNumber(of: aboard.voyageNumber), let location = portNumber(of: aboard.location) else { return [] }
        let movements = movements(of: voyage)
        let loadedAt = aboard.loadedAt.epochMilliseconds
        let departures = movements.filter { rows[$0].from == location }
        guard let load = departures.min(by: { abs(rows[$0].departure - loadedAt) < abs(rows[$1].departure - loadedAt) }) else { return [] }
        var calls: [RouteFinder.Source] = []
        for place in load..<movements.upperBound {
            let row = rows[place]
            guard row.to != location, row.arrival >= search.departAfter.epochMilliseconds, !calls.contains(where: { $0.port == row.to })
            else { continue }
            let ride = FoundRoute.Ride(load: Int32(load), unload: Int32(place))
            calls.append(RouteFinder.Source(port: row.to, time: row.arrival, ready: row.arrival + search.minimumConnection, ride: ride))
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

    private func itineraries(of routes: [FoundRoute]) -> [Itinerary] {
        routes.map { route in
            do throws(DomainError) {
                return try itinerary(of: route)
            } catch {
                // Every leg rides one voyage forwards. It starts where the previous leg ended and no earlier, at times taken from instants.
                fatalError("A search made an itinerary that breaks a rule: \(error)")
            }
        }
    }

    /// Determines when a search looks back from the destination (see `Approach`), and over how many movements.
    package struct LookBack: Sendable {
        /// Looks back before a round with more labels than this.
        let leastLabels: Int
        /// The number of movements to find.
        let movementCount: Int

        /// The fastest setting measured: most of what a search can skip lies in the last days before the arrival.
        package static let standard = LookBack(leastLabels: 4, movementCount: 32)

        package init(leastLabels: Int, movementCount: Int) {
            self.leastLabels = leastLabels
            self.movementCount = movementCount
        }
    }

    /// The network's memory, borrowed by a search so that it does no bounds checks and no reference counting.
    struct Memory {
        let rows: UnsafeBufferPointer<Row>
        let voyageOfRow: UnsafeBufferPointer<Int32>
        let departures: PortTimetable.Memory
        let arrivals: PortTimetable.Memory
        let voyages: [VoyageNumber]
        let portCount: Int
    }

    private func withMemory<Answer>(_ body: (Memory) -> Answer) -> Answer {
        rows.withUnsafeBufferPointer { rows in
            voyageOfRow.withUnsafeBufferPointer { voyageOfRow in
                departures.withMemory { departures in
                    arrivals.withMemory { arrivals in
                        body(
                            Memory(
                                rows: rows,
                                voyageOfRow: voyageOfRow,
                                departures: departures,
                                arrivals: arrivals,
                                voyages: voyages,
                                portCount: ports.count
                            )
                        )
                    }
                }
            }
        }
    }
}
