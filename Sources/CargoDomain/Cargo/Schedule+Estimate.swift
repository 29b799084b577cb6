extension Schedule {
    /// When a voyage is estimated to load and unload a leg.
    package struct LegEstimate {
        package let loadTime: Instant?
        package let unloadTime: Instant?

        static let unknown = LegEstimate(loadTime: nil, unloadTime: nil)
    }

    /// Finds the times of a leg in this schedule: those nearest to its actual load time, or to the plan (EST-2).
    package func estimate(of leg: Leg, loadedAt: Instant?) -> LegEstimate {
        let pair = nearestPair(of: leg, to: loadedAt ?? leg.loadTime)
        let next = loadedAt.flatMap { nextArrival(at: leg.unloadLocation, after: $0) }
        // Carriers drop the calls that are past, so a ship that is under way may no longer have the departure.
        let isUnderWay = pair.map { pair in next.map { $0 < pair.departure.departureTime } ?? false } ?? true
        return LegEstimate(
            loadTime: pair?.departure.departureTime,
            unloadTime: isUnderWay ? next : pair?.arrival.arrivalTime
        )
    }

    /// Finds the departure nearest to a time that an arrival follows, and of its arrivals the one nearest to plan.
    ///
    /// Of equal ones, the first counts.
    private func nearestPair(of leg: Leg, to time: Instant) -> (departure: CarrierMovement, arrival: CarrierMovement)? {
        guard let last = movements.lastIndex(where: { $0.arrivalLocation == leg.unloadLocation }) else { return nil }
        let departures = movements[...last].indices.filter { movements[$0].departureLocation == leg.loadLocation }
        guard let departure = departures.min(by: { distance(ofDeparture: $0, to: time) < distance(ofDeparture: $1, to: time) }) else {
            return nil
        }
        let arrivals = movements[departure...].filter { $0.arrivalLocation == leg.unloadLocation }
        let arrival = arrivals.min { $0.arrivalTime.distance(to: leg.unloadTime) < $1.arrivalTime.distance(to: leg.unloadTime) }
        return arrival.map { (movements[departure], $0) }
    }

    private func distance(ofDeparture index: Int, to time: Instant) -> UInt64 { movements[index].departureTime.distance(to: time) }

    private func nextArrival(at location: UnLocode, after time: Instant) -> Instant? {
        movements.first { $0.arrivalLocation == location && $0.arrivalTime > time }?.arrivalTime
    }
}

extension Instant {
    /// The milliseconds between two instants, whichever comes first.
    func distance(to other: Instant) -> UInt64 { (epochMilliseconds - other.epochMilliseconds).magnitude }
}
