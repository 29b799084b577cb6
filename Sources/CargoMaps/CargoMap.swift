public import CargoApplication
public import CargoDomain
import CargoLocalization

/// A cargo's route and position on a world map, in integer coordinates.
///
/// The route follows the usual shipping lanes. It skips locations whose position is unknown; `unplaced` lists them.
public struct CargoMap: Sendable {
    /// A location that the map shows.
    public struct Stop: Hashable, Sendable {
        /// The location.
        public let location: Location
        /// Its position, with a longitude that continues from the previous stop.
        let point: GeoPoint
    }

    /// A section of the route.
    struct Stretch: Hashable, Sendable {
        let points: [GeoPoint]
        let way: Way
    }

    /// How certain a section of the route is.
    ///
    /// Drawings tell the ways apart by form: solid, dashed, dotted.
    enum Way: CaseIterable {
        /// The cargo has travelled it.
        case actual
        /// The cargo will travel it by the voyages' present schedules.
        case estimated
        /// It was planned, and the schedules don't say more: a proposal, or what lies behind a lost connection.
        case planned

        init(ahead leg: Journey.Leg) { self = leg.isEstimated ? .estimated : .planned }
    }

    /// The title of the drawing.
    public let title: String
    /// A text alternative for the drawing.
    public let summary: String
    /// The locations on the map, in the order of the journey.
    public private(set) var stops: [Stop] = []
    /// The locations whose position is unknown.
    public private(set) var unplaced: [Location] = []
    /// Whether the cargo itself is on the map.
    public var showsCargo: Bool { cargo != nil }
    /// The cargo's position.
    private(set) var cargo: GeoPoint?
    private(set) var stretches: [Stretch] = []
    /// What is wrong with the cargo: off its route, or later than planned; nil if it is on track.
    public private(set) var cargoNote: String?
    /// The location at which the route no longer works.
    private var disruptedAt: UnLocode?

    /// Returns what is wrong at a stop; nil if nothing is.
    public func note(of stop: Stop) -> String? { isDisrupted(stop) ? localized("connection lost") : nil }

    /// Returns whether the route no longer works at a stop.
    func isDisrupted(_ stop: Stop) -> Bool { stop.location.unLocode == disruptedAt }

    /// Draws where a cargo has been, where it is, and where it will go, with texts in the language of the current task.
    /// - Parameter view: the result of `TrackCargo`.
    public init(_ view: CargoTrackingView) {
        let journey = Journey(view)
        title = localized("Route of cargo \(view.trackingId.text)")
        var names: [UnLocode: Location] = [:]
        for location in view.routeLocations + view.events.map(\.location) + [view.origin, view.destination] {
            names[location.unLocode] = location
        }
        disruptedAt = view.disruption?.location
        cargoNote =
            view.isMisdirected
            ? localized("off its route")
            : view.isLate ? localized("late") : (view.arrivalDelay ?? 0) > 0 ? localized("delayed") : nil
        let sentences = [
            Self.summary(from: view.origin, to: view.destination, by: view.legs.map(\.leg)),
            view.statusText(in: .current) + ".",
            cargoNote.map { localized("The cargo is \($0).") },
            disruptedAt.flatMap { names[$0] }.map { localized("It misses its connection in \($0.name.text).") },
        ]
        summary = sentences.compactMap(\.self).joined(separator: " ")
        let location = { (code: UnLocode) in names[code] ?? Location(unLocode: code, name: LocationName(code)) }
        lay(journey, location)
    }

    /// Draws a route that a cargo could take.
    /// - Parameters:
    ///   - itinerary: the route.
    ///   - location: returns the location with a code of the itinerary.
    public init(_ itinerary: Itinerary, location: (UnLocode) -> Location) {
        let from = location(itinerary.firstLoadLocation)
        let to = location(itinerary.lastUnloadLocation)
        title = localized("Route from \(from.name.text) to \(to.name.text)")
        summary = Self.summary(from: from, to: to, by: itinerary.legs)
        lay(Journey(planned: itinerary.legs), location)
    }

    private static func summary(from: Location, to: Location, by legs: [Leg]) -> String {
        let (start, end) = (from.name.text, to.name.text)
        guard !legs.isEmpty else { return localized("From \(start) to \(end), no route yet.") }
        return localized(
            legs.count,
            one: "From \(start) to \(end), one voyage.",
            other: "From \(start) to \(end), \(legs.count) voyages."
        )
    }

    // MARK: Laying the way

    /// Connects the places of a journey, skipping those without a position.
    private mutating func lay(_ journey: Journey, _ location: (UnLocode) -> Location) {
        var last: GeoPoint?
        for step in journey.travelled { last = go(to: location(step), from: last, .actual) }
        var here = journey.travelled.last
        if let leg = journey.voyage {
            last = go(to: location(leg.from), from: last, .actual)
            if let point = place(location(leg.to), from: last) { last = sail(to: point, from: last, .init(ahead: leg)) }
            here = leg.to
        }
        // If the last known location has no position, the cargo isn't shown at an earlier one.
        if cargo == nil, let seen = journey.travelled.last, PortPositions.position(of: seen) != nil { cargo = last }
        for leg in journey.ahead {
            // A plan that starts elsewhere doesn't continue from the cargo's position.
            if leg.from != here { last = place(location(leg.from), from: last) }
            last = go(to: location(leg.to), from: last, .init(ahead: leg))
            here = leg.to
        }
        for end in journey.ends { last = place(location(end), from: last) }
    }

    private mutating func go(to location: Location, from last: GeoPoint?, _ way: Way) -> GeoPoint? {
        guard let point = place(location, from: last) else { return last }
        guard let last, last != point else { return point }
        let points = SeaLanes.way(from: last, to: point)
        stretches.append(Stretch(points: points, way: way))
        return points.last ?? point
    }

    /// Draws the voyage that the cargo is on, with the cargo half-way.
    private mutating func sail(to point: GeoPoint, from last: GeoPoint?, _ way: Way) -> GeoPoint {
        guard let last, last != point else { return point }
        let points = SeaLanes.way(from: last, to: point)
        let (behind, ahead) = Self.halves(of: points)
        stretches += [Stretch(points: behind, way: .actual), Stretch(points: ahead, way: way)]
        cargo = ahead.first
        return points.last ?? point
    }

    /// Returns a location's position, continuing from another place, and records it as a stop or as unplaced.
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

    /// Splits a path at the middle of its length.
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
