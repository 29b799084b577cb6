/// The part of the world that a drawing shows: as much as the journey needs, twice as wide as high, possibly across the date line.
struct MapFrame: Hashable, Sendable {
    /// Its edges in minutes of arc; the western edge can be any longitude.
    let west: Int
    let north: Int
    let width: Int
    let height: Int

    /// The whole world without the polar regions.
    private static let top = 78 * 60
    private static let bottom = -58 * 60
    private static let smallestWidth = 50 * 60

    /// Creates a frame that fits some positions; the whole world if there are none.
    init(around places: [GeoPoint]) {
        let longitudes = places.map(\.longitude)
        let latitudes = places.map { min(max($0.latitude, Self.bottom), Self.top) }
        guard let westmost = longitudes.min(), let eastmost = longitudes.max(), let southmost = latitudes.min(),
            let northmost = latitudes.max()
        else {
            self.init(west: -GeoPoint.circle / 2, width: GeoPoint.circle, middle: (Self.top + Self.bottom) / 2)
            return
        }
        let margin = max((eastmost - westmost) / 8, (northmost - southmost) / 4, 5 * 60)
        let wanted = max(eastmost - westmost + 2 * margin, 2 * (northmost - southmost + 2 * margin), Self.smallestWidth)
        let width = min(wanted, GeoPoint.circle)
        self.init(west: (westmost + eastmost - width) / 2, width: width, middle: (southmost + northmost) / 2)
    }

    private init(west: Int, width: Int, middle: Int) {
        self.west = west
        self.width = width
        height = min(width / 2, Self.top - Self.bottom)
        north = min(max(middle + height / 2, Self.bottom + height), Self.top)
    }

    var east: Int { west + width }
    var south: Int { north - height }

    /// Returns the full circles by which to shift a longitude range into view.
    func turns(west: Int, east: Int, south: Int, north: Int) -> [Int] {
        guard north >= self.south, south <= self.north else { return [] }
        return (-3...3).map { $0 * GeoPoint.circle }.filter { east + $0 >= self.west && west + $0 <= self.east }
    }

    /// Returns the same for some positions.
    func turns(of places: [GeoPoint]) -> [Int] {
        turns(
            west: places.map(\.longitude).min() ?? 0,
            east: places.map(\.longitude).max() ?? 0,
            south: places.map(\.latitude).min() ?? 0,
            north: places.map(\.latitude).max() ?? 0
        )
    }
}

extension MapFrame {
    /// Returns a line without the points between which it stays beyond one edge of the frame, so that it looks the same inside.
    /// - Parameter turn: by how much to shift the points to the east, in minutes of arc.
    func shortened(_ points: [GeoPoint], turn: Int) -> [GeoPoint] {
        guard let first = points.first else { return [] }
        var kept = [first]
        // The edges beyond which the line has been since the last point that was kept.
        var beyond = sides(of: first, turn: turn)
        var skipped: GeoPoint?
        for point in points.dropFirst() {
            let sides = sides(of: point, turn: turn)
            if beyond.isDisjoint(with: sides) {
                if let end = skipped.take() {
                    kept.append(end)
                    beyond = self.sides(of: end, turn: turn)
                }
                if beyond.isDisjoint(with: sides) {
                    kept.append(point)
                    beyond = sides
                    continue
                }
            }
            beyond.formIntersection(sides)
            skipped = point
        }
        return kept + (skipped.map { [$0] } ?? [])
    }

    private struct Sides: OptionSet {
        let rawValue: UInt8

        static let west = Sides(rawValue: 1)
        static let east = Sides(rawValue: 2)
        static let south = Sides(rawValue: 4)
        static let north = Sides(rawValue: 8)
    }

    /// Returns the edges beyond which a position lies.
    ///
    /// A margin keeps lines along an edge out of sight.
    private func sides(of place: GeoPoint, turn: Int) -> Sides {
        let margin = width / 100
        var sides: Sides = []
        if place.longitude + turn < west - margin { sides.insert(.west) }
        if place.longitude + turn > east + margin { sides.insert(.east) }
        if place.latitude < south - margin { sides.insert(.south) }
        if place.latitude > north + margin { sides.insert(.north) }
        return sides
    }
}

extension CargoMap {
    /// The part of the world that this map shows.
    var frame: MapFrame { MapFrame(around: stretches.flatMap(\.points) + stops.map(\.point) + (cargo.map { [$0] } ?? [])) }
}
