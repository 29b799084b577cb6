extension VoyageNetwork {
    /// The routes that answer a question, best first; an empty list where there are none (RTG-1 to RTG-6).
    ///
    /// Searches in passes. Each leaves later than the one before and finds, for each number of legs, the route that arrives first if that
    /// is earlier than with fewer legs. A pass reads each movement at most once, and only such as it can reach in time.
    public func findRoutes(_ search: RouteSearch) -> [Itinerary] {
        let specification = search.routeSpecification
        guard let origin = portNumber(of: specification.origin), let destination = portNumber(of: specification.destination) else {
            return []
        }
        let routes = withRouteFinder { finder in
            finder.findRoutes(
                from: origin,
                to: destination,
                before: specification.arrivalDeadline.epochMilliseconds,
                search: search
            )
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

    private func withRouteFinder<Answer>(_ body: (inout RouteFinder) -> Answer) -> Answer {
        rows.withUnsafeBufferPointer { rows in
            departures.withUnsafeCalls { departures in
                arrivals.withUnsafeCalls { arrivals in
                    voyageOfRow.withUnsafeBufferPointer { voyageOfRow in
                        var finder = RouteFinder(
                            RouteFinder.Network(
                                rows: rows,
                                departures: departures,
                                arrivals: arrivals,
                                voyageOfRow: voyageOfRow,
                                voyages: voyages,
                                portCount: ports.count
                            )
                        )
                        return body(&finder)
                    }
                }
            }
        }
    }
}
