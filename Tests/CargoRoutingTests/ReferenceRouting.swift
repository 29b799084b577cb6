import CargoDomain

/// A literal implementation of the search in RTG-1 to RTG-5, regardless of speed, as a reference for `VoyageNetwork`.
struct ReferenceRouting {
    let voyages: [Voyage]

    private struct Label {
        let time: Instant
        let legs: [Leg]
    }

    func findRoutes(_ search: RouteSearch) -> [Itinerary] {
        var found: [Itinerary] = []
        var departAfter = search.departAfter
        while true {
            let itineraries = onePass(search, departAfter: departAfter)
            for itinerary in itineraries where !found.contains(itinerary) { found.append(itinerary) }
            guard let next = itineraries.map({ $0.legs[0].loadTime }).min(), found.count < search.limit else { break }
            guard let later = try? next.advanced(by: .milliseconds(1)) else { break }
            departAfter = later
        }
        return Array(found.sorted(by: Self.comesFirst).prefix(search.limit))
    }

    /// RTG-4, the first two sentences.
    private func onePass(_ search: RouteSearch, departAfter: Instant) -> [Itinerary] {
        let specification = search.routeSpecification
        let allLegs = legs()
        var labels: [[UnLocode: Label]] = [[specification.origin: Label(time: departAfter, legs: [])]]
        var itineraries: [Itinerary] = []
        for k in 1...search.maxLegs {
            var candidates: [UnLocode: [Label]] = [:]
            for leg in allLegs {
                guard let before = labels[k - 1][leg.loadLocation] else { continue }
                let waiting = k > 1 ? search.minimumConnection : 0
                guard let ready = try? before.time.advanced(by: .milliseconds(waiting)), leg.loadTime >= ready else { continue }
                candidates[leg.unloadLocation, default: []].append(Label(time: leg.unloadTime, legs: before.legs + [leg]))
            }
            labels.append([:])
            for (port, all) in candidates {
                guard let best = all.min(by: Self.precedes) else { continue }
                let isEarlier = labels.allSatisfy { round in round[port].map { best.time < $0.time } ?? true }
                if isEarlier { labels[k][port] = best }
            }
            if let legs = labels[k][specification.destination]?.legs, let itinerary = try? Itinerary(legs),
                specification.isSatisfied(by: itinerary)
            {
                itineraries.append(itinerary)
            }
        }
        return itineraries
    }

    /// Returns every ride on any voyage.
    ///
    /// A ride that ends where it began gets no label, because it arrives later than it left.
    private func legs() -> [Leg] {
        var legs: [Leg] = []
        for voyage in Dictionary(voyages.map { ($0.number, $0) }, uniquingKeysWith: { $1 }).values {
            let movements = voyage.schedule.movements
            for i in movements.indices {
                for j in i..<movements.endIndex {
                    let leg = try? Leg(
                        voyageNumber: voyage.number,
                        loadLocation: movements[i].departureLocation,
                        unloadLocation: movements[j].arrivalLocation,
                        loadTime: movements[i].departureTime,
                        unloadTime: movements[j].arrivalTime
                    )
                    if let leg { legs.append(leg) }
                }
            }
        }
        return legs
    }

    /// RTG-3.
    private static func precedes(_ left: Label, _ right: Label) -> Bool {
        let one = left.legs[left.legs.count - 1]
        let other = right.legs[right.legs.count - 1]
        if one.unloadTime != other.unloadTime { return one.unloadTime < other.unloadTime }
        if one.loadTime != other.loadTime { return one.loadTime > other.loadTime }
        if one.voyageNumber != other.voyageNumber { return one.voyageNumber < other.voyageNumber }
        return one.loadLocation < other.loadLocation
    }

    /// RTG-5.
    private static func comesFirst(_ left: Itinerary, _ right: Itinerary) -> Bool {
        if left.lastUnloadTime != right.lastUnloadTime { return left.lastUnloadTime < right.lastUnloadTime }
        if left.legs.count != right.legs.count { return left.legs.count < right.legs.count }
        if left.legs[0].loadTime != right.legs[0].loadTime { return left.legs[0].loadTime > right.legs[0].loadTime }
        return left.legs.map(\.voyageNumber.text).lexicographicallyPrecedes(right.legs.map(\.voyageNumber.text))
    }
}
