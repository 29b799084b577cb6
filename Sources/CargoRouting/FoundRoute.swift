import CargoDomain

/// A route that a pass found: the first and last movement of each leg, by their numbers in the network.
struct FoundRoute: Equatable {
    /// A ride on one voyage, from the departure of one movement to the arrival of the same or a later one.
    struct Ride: Equatable {
        let load: Int32
        let unload: Int32
    }

    /// The legs, in order.
    let rides: [Ride]
    /// The load time of the first leg.
    let loadTime: Int64
    /// The unload time of the last leg.
    let arrival: Int64
}

extension VoyageNetwork {
    /// The order of results: arrival, fewer legs, later first load, then the voyage numbers one by one (RTG-5).
    func comesFirst(_ left: FoundRoute, _ right: FoundRoute) -> Bool {
        if left.arrival != right.arrival { return left.arrival < right.arrival }
        if left.rides.count != right.rides.count { return left.rides.count < right.rides.count }
        if left.loadTime != right.loadTime { return left.loadTime > right.loadTime }
        return left.rides.lazy.map(voyageNumber).lexicographicallyPrecedes(right.rides.lazy.map(voyageNumber))
    }

    /// Returns the itinerary of a route that the search found; the search finds only valid routes (RTG-6).
    func itinerary(of route: FoundRoute) throws(DomainError) -> Itinerary {
        var legs: [Leg] = []
        legs.reserveCapacity(route.rides.count)
        for ride in route.rides {
            let first = rows[Int(ride.load)]
            let last = rows[Int(ride.unload)]
            let leg = try Leg(
                voyageNumber: voyageNumber(of: ride),
                loadLocation: ports[Int(first.from)],
                unloadLocation: ports[Int(last.to)],
                loadTime: Instant(epochMilliseconds: first.departure),
                unloadTime: Instant(epochMilliseconds: last.arrival)
            )
            legs.append(leg)
        }
        return try Itinerary(legs)
    }

    func voyageNumber(of ride: FoundRoute.Ride) -> VoyageNumber { voyages[Int(voyageOfRow[Int(ride.load)])] }
}
