public import CargoDomain

extension VoyageNetwork {
    /// Returns the routes for a search, best first, or an empty list if there are none (RTG-1 to RTG-7).
    ///
    /// Searches in passes, each of which leaves later than the previous one. For each number of legs, a pass finds the route that arrives
    /// first, if that is earlier than with fewer legs. A pass reads each movement at most once, and only movements that it can reach in time.
    public func findRoutes(_ search: RouteSearch) -> [Itinerary] { findRoutes(search, lookBack: .standard) }

    /// Searches with a different look-back, which affects only the time that the search takes.
    package func findRoutes(_ search: RouteSearch, lookBack: LookBack) -> [Itinerary] {
        itineraries(of: search.aboard.map { findRoutes(search, aboard: $0) } ?? findRoutesAshore(search, lookBack: lookBack))
    }

    private func findRoutesAshore(_ search: RouteSearch, lookBack: LookBack) -> [FoundRoute] {
        let specification = search.routeSpecification
        guard let origin = portNumber(of: specification.origin), let destination = portNumber(of: specification.destination) else {
            return []
        }
        let routes = withMemory { memory in
            var finder = RouteFinder(search, from: origin, to: destination, memory: memory, lookBack: lookBack)
            return finder.findRoutes()
        }
        return Array(routes.sorted(by: comesFirst).prefix(search.limit))
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
