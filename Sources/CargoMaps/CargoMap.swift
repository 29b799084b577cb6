package import CargoApplication
package import CargoDomain

/// A route on a map of the world, and where the cargo is: what a drawing shows, in whole numbers.
///
/// The way is drawn along the usual lanes of ships. Where a location's place is not known, the way goes past it, and `unplaced` names it.
package struct CargoMap: Sendable {
    /// A location that the map shows.
    package struct Stop: Hashable, Sendable {
        /// The location.
        package let location: Location
        /// Where it lies, its longitude going on from the stops before it.
        let point: GeoPoint
    }

    /// A stretch of the way.
    struct Stretch: Hashable, Sendable {
        let points: [GeoPoint]
        /// Whether the cargo has come this way already.
        let isTravelled: Bool
    }

    /// What the drawing is called.
    package let title: String
    /// The drawing in words, for those who cannot see it.
    package let summary: String
    /// The locations on the map, in the order of the journey.
    package private(set) var stops: [Stop] = []
    /// The locations that have no place on it.
    package private(set) var unplaced: [Location] = []
    /// Whether the cargo itself is on the map.
    package var showsCargo: Bool { cargo != nil }
    /// Where the cargo is.
    private(set) var cargo: GeoPoint?
    private(set) var stretches: [Stretch] = []

    /// Draws where a cargo has been, where it is, and where it has still to go.
    package init(_ view: CargoTrackingView) {
        let journey = Journey(view)
        title = "Route of cargo \(view.trackingId.text)"
        var names: [UnLocode: Location] = [:]
        for location in view.routeLocations + view.events.map(\.location) + [view.origin, view.destination] {
            names[location.unLocode] = location
        }
        summary = Self.summary(from: view.origin, to: view.destination, by: view.legs) + " " + view.statusText + "."
        let location = { (code: UnLocode) in names[code] ?? Location(unLocode: code, name: LocationName(code)) }
        lay(journey, location)
    }

    /// Draws a route that a cargo could take.
    /// - Parameter location: what each location of the itinerary is called.
    package init(_ itinerary: Itinerary, location: (UnLocode) -> Location) {
        let from = location(itinerary.firstLoadLocation)
        let to = location(itinerary.lastUnloadLocation)
        title = "Route from \(from.name.text) to \(to.name.text)"
        summary = Self.summary(from: from, to: to, by: itinerary.legs)
        lay(Journey(planned: itinerary.legs), location)
    }

    private static func summary(from: Location, to: Location, by legs: [Leg]) -> String {
        let count = legs.isEmpty ? "no route yet" : legs.count == 1 ? "one voyage" : "\(legs.count) voyages"
        return "From \(from.name.text) to \(to.name.text), \(count)."
    }

    // MARK: Laying the way

    /// Joins the places of a journey, leaving out what has no place.
    private mutating func lay(_ journey: Journey, _ location: (UnLocode) -> Location) {
        var last: GeoPoint?
        for step in journey.travelled { last = go(to: location(step), from: last, .travelled) }
        if let voyage = journey.voyage {
            last = go(to: location(voyage.from), from: last, .travelled)
            last = go(to: location(voyage.to), from: last, .underWay)
        }
        // Where it was seen last may have no place; then it is not shown where it was before.
        if cargo == nil, let seen = journey.travelled.last, PortPositions.position(of: seen) != nil { cargo = last }
        for stretch in journey.planned {
            // A plan that begins elsewhere than where the cargo is, is no way on from there.
            last = stretch.first.flatMap { place(location($0), from: last) }
            for step in stretch.dropFirst() { last = go(to: location(step), from: last, .planned) }
        }
    }

    private enum Kind {
        case travelled
        case underWay
        case planned
    }

    private mutating func go(to location: Location, from last: GeoPoint?, _ kind: Kind) -> GeoPoint? {
        guard let point = place(location, from: last) else { return last }
        guard let last, last != point else { return point }
        let way = SeaLanes.way(from: last, to: point)
        switch kind {
        case .travelled: stretches.append(Stretch(points: way, isTravelled: true))
        case .planned: stretches.append(Stretch(points: way, isTravelled: false))
        case .underWay:
            let (behind, ahead) = Self.halves(of: way)
            stretches += [Stretch(points: behind, isTravelled: true), Stretch(points: ahead, isTravelled: false)]
            cargo = ahead.first
        }
        return way.last ?? point
    }

    /// Where a location lies, going on from another place; it is noted as a stop, or as one without a place.
    private mutating func place(_ location: Location, from last: GeoPoint?) -> GeoPoint? {
        guard let position = PortPositions.position(of: location.unLocode) else {
            if !unplaced.contains(where: { $0.unLocode == location.unLocode }) { unplaced.append(location) }
            return nil
        }
        let reference = last ?? stops.last?.point
        let point = reference.map { position.continuing(from: $0.longitude) } ?? position
        if !stops.contains(where: { $0.location.unLocode == location.unLocode }) { stops.append(Stop(location: location, point: point)) }
        return point
    }

    /// Cuts a way in the middle of its length.
    private static func halves(of way: [GeoPoint]) -> (behind: [GeoPoint], ahead: [GeoPoint]) {
        let lengths = zip(way, way.dropFirst()).map { $0.distance(to: $1) }
        var rest = lengths.reduce(0, +) / 2
        for (index, length) in lengths.enumerated() {
            guard rest > length else {
                let middle = way[index].moved(towards: way[index + 1], by: rest, of: length)
                return (way[...index] + [middle], [middle] + way[(index + 1)...])
            }
            rest -= length
        }
        return (way, Array(way.suffix(1)))
    }
}
