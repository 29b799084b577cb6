import CargoDomain

/// A literal implementation of the search in RTG-1 to RTG-5 and RTG-7, regardless of speed, as a reference for `VoyageNetwork`.
struct ReferenceRouting {
    let voyages: [Voyage]

    private struct Label {
        let time: Instant
        let legs: [Leg]
    }

    func findRoutes(_ search: RouteSearch) -> [Itinerary] {
        if let aboard = search.aboard { return findRoutes(search, aboard: aboard) }
        let origin = search.routeSpecification.origin
        var found: [Itinerary] = []
        var departAfter = search.departAfter
        while true {
            let itineraries = onePass(search, labels: [[origin: Label(time: departAfter, legs: [])]])
            for itinerary in itineraries where !found.contains(itinerary) { found.append(itinerary) }
            guard let next = itineraries.map({ $0.legs[0].loadTime }).min(), found.count < search.limit else { break }
            guard let later = try? next.advanced(by: .milliseconds(1)) else { break }
            departAfter = later
        }
        return Array(found.sorted(by: Self.comesFirst).prefix(search.limit))
    }

    /// RTG-7.
    private func findRoutes(_ search: RouteSearch, aboard: RouteSearch.OnboardPosition) -> [Itinerary] {
        let destination = search.routeSpecification.destination
        let calls = calls(of: aboard, departAfter: search.departAfter)
        guard aboard.location != destination else { return [] }
        var found: [Itinerary] = []
        if let call = calls[destination], call.time < search.routeSpecification.arrivalDeadline, let direct = try? Itinerary(call.legs) {
            found.append(direct)
        }
        var start = Instant.earliest
        while true {
            let itineraries = onePass(search, labels: [[:], calls], start: start)
            for itinerary in itineraries where !found.contains(itinerary) { found.append(itinerary) }
            guard let next = itineraries.map({ $0.legs[1].loadTime }).min(), found.count < search.limit else { break }
            guard let later = try? next.advanced(by: .milliseconds(1)) else { break }
            start = later
        }
        return Array(found.sorted(by: Self.comesFirst).prefix(search.limit))
    }

    /// The labels of round 1 of RTG-7.
    private func calls(of aboard: RouteSearch.OnboardPosition, departAfter: Instant) -> [UnLocode: Label] {
        let movements = voyages.last { $0.number == aboard.voyageNumber }?.schedule.movements ?? []
        func distance(_ place: Int) -> Int64 {
            abs(movements[place].departureTime.epochMilliseconds - aboard.loadedAt.epochMilliseconds)
        }
        let places = movements.indices.filter { movements[$0].departureLocation == aboard.location }
        guard let load = places.min(by: { distance($0) < distance($1) }) else { return [:] }
        var calls: [UnLocode: Label] = [:]
        for movement in movements[load...] where movement.arrivalLocation != aboard.location && movement.arrivalTime >= departAfter {
            let leg = try? Leg(
                voyageNumber: aboard.voyageNumber,
                loadLocation: aboard.location,
                unloadLocation: movement.arrivalLocation,
                loadTime: movements[load].departureTime,
                unloadTime: movement.arrivalTime
            )
            guard let leg, calls[movement.arrivalLocation] == nil else { continue }
            calls[movement.arrivalLocation] = Label(time: movement.arrivalTime, legs: [leg])
        }
        return calls
    }

    /// RTG-4, the first two sentences.
    /// - Parameters:
    ///   - first: the labels of the rounds before the first one to compute.
    ///   - start: the time before which no departure follows a label of the last of these.
    private func onePass(_ search: RouteSearch, labels first: [[UnLocode: Label]], start: Instant = .earliest) -> [Itinerary] {
        let allLegs = legs()
        var labels = first
        var itineraries: [Itinerary] = []
        while labels.count <= search.maxLegs {
            let k = labels.count
            var candidates: [UnLocode: [Label]] = [:]
            for leg in allLegs {
                guard let before = labels[k - 1][leg.loadLocation] else { continue }
                let waiting = k > 1 ? search.minimumConnection : 0
                guard let ready = try? before.time.advanced(by: .milliseconds(waiting)), leg.loadTime >= ready else { continue }
                if k == first.count, leg.loadTime < start { continue }
                candidates[leg.unloadLocation, default: []].append(Label(time: leg.unloadTime, legs: before.legs + [leg]))
            }
            labels.append([:])
            for (port, all) in candidates {
                guard let best = all.min(by: Self.precedes) else { continue }
                let isEarlier = labels.allSatisfy { round in round[port].map { best.time < $0.time } ?? true }
                if isEarlier { labels[k][port] = best }
            }
            let last = labels[k][search.routeSpecification.destination]
            if let last, last.time < search.routeSpecification.arrivalDeadline, let itinerary = try? Itinerary(last.legs) {
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

    /// RTG-5, and the end of RTG-7.
    private static func comesFirst(_ left: Itinerary, _ right: Itinerary) -> Bool {
        if left.lastUnloadTime != right.lastUnloadTime { return left.lastUnloadTime < right.lastUnloadTime }
        if left.legs.count != right.legs.count { return left.legs.count < right.legs.count }
        if left.legs[0].loadTime != right.legs[0].loadTime { return left.legs[0].loadTime > right.legs[0].loadTime }
        let leftNumbers = left.legs.map(\.voyageNumber.text)
        let rightNumbers = right.legs.map(\.voyageNumber.text)
        if leftNumbers != rightNumbers { return leftNumbers.lexicographicallyPrecedes(rightNumbers) }
        // Only two routes of a cargo at sea can be equal so far.
        return left.legs.count > 1 && left.legs[1].loadTime > right.legs[1].loadTime
    }
}
