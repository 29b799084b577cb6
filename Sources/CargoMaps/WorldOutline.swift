/// The outline of the land, with the Caspian Sea as a hole: Natural Earth's 1:110m land, in whole minutes of arc.
///
/// Inside is what an odd number of its lines separates from the outside (even-odd rule).
enum WorldOutline {
    /// The closed rings of the outline.
    static let rings: [Ring] = text.split(separator: "\n").map { line in
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        var points: [GeoPoint] = []
        for place in stride(from: 0, to: numbers.count - 1, by: 2) {
            let last = points.last ?? GeoPoint(latitude: 0, longitude: 0)
            points.append(GeoPoint(latitude: last.latitude + numbers[place + 1], longitude: last.longitude + numbers[place]))
        }
        return Ring(points)
    }

    /// A closed line: its last point is connected to its first.
    struct Ring: Sendable {
        let points: [GeoPoint]
        let west: Int
        let east: Int
        let south: Int
        let north: Int

        init(_ points: [GeoPoint]) {
            self.points = points
            west = points.map(\.longitude).min() ?? 0
            east = points.map(\.longitude).max() ?? 0
            south = points.map(\.latitude).min() ?? 0
            north = points.map(\.latitude).max() ?? 0
        }
    }

    /// Returns the longitudes at which a parallel crosses the outline, from west to east: every second section is land.
    static func crossings(ofParallel latitude: Int) -> [Int] {
        var found: [Int] = []
        for ring in rings where latitude >= ring.south && latitude <= ring.north {
            var last = ring.points[ring.points.count - 1]
            for point in ring.points {
                if (point.latitude > latitude) != (last.latitude > latitude) {
                    let part = (latitude - last.latitude) * (point.longitude - last.longitude) / (point.latitude - last.latitude)
                    found.append(last.longitude + part)
                }
                last = point
            }
        }
        return found.sorted()
    }
}
