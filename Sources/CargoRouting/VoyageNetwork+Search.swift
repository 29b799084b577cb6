public import CargoDomain

extension VoyageNetwork {
    /// The routes that answer a question, best first; an empty list where there are none (RTG-1 to RTG-6).
    ///
    /// Searches in passes. Each leaves later than the one before and finds, for each number of legs, the route that arrives first if that
    /// is earlier than with fewer legs. A pass reads a movement at most once, and only such as can be reached in time.
    public func findRoutes(_ search: RouteSearch) -> [Itinerary] { findRoutes(search, lookBack: .standard) }

    /// Searches with another idea of how far to look back, which changes how long it takes and nothing else.
    package func findRoutes(_ search: RouteSearch, lookBack: LookBack) -> [Itinerary] {
        let specification = search.routeSpecification
        guard let origin = portNumber(of: specification.origin), let destination = portNumber(of: specification.destination) else {
            return []
        }
        let routes = withMemory { memory in
            var finder = RouteFinder(search, from: origin, to: destination, memory: memory, lookBack: lookBack)
            return finder.findRoutes()
        }
        return routes.sorted(by: comesFirst).prefix(search.limit).map { route in
            do throws(DomainError) {
                return try itinerary(of: route)
            } catch {
                // Every leg rides one voyage forwards and starts where and not before the one before ended, at times taken from instants.
                fatalError("A search made an itinerary that breaks a rule: \(error)")
            }
        }
    }

    /// When a search looks back from the destination (see `Approach`), and over how many movements.
    package struct LookBack: Sendable {
        /// Looks back before a round that has more labels than this.
        let leastLabels: Int
        /// How many movements to find.
        let movementCount: Int

        /// What was measured to be fast: most of what a search need not read lies in the last days before the arrival.
        package static let standard = LookBack(leastLabels: 4, movementCount: 32)

        package init(leastLabels: Int, movementCount: Int) {
            self.leastLabels = leastLabels
            self.movementCount = movementCount
        }
    }

    /// The network's memory, lent to a search that must not check or retain anything on its way.
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
