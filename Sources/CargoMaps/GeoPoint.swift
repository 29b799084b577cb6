/// A position on the earth in whole minutes of arc, so that a drawing is the same on every platform.
package struct GeoPoint: Hashable, Sendable {
    /// Minutes north of the equator, −5400 to 5400.
    package let latitude: Int
    /// Minutes east of Greenwich; beyond ±10800 if a path has crossed the date line.
    package let longitude: Int

    package init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// A full circle.
    static let circle = 360 * 60

    /// Returns the same position with a longitude within half a circle of another's, so that a path doesn't turn back around the earth.
    func continuing(from longitude: Int) -> GeoPoint {
        var difference = (self.longitude - longitude) % Self.circle
        if difference >= Self.circle / 2 { difference -= Self.circle }
        if difference < -Self.circle / 2 { difference += Self.circle }
        return GeoPoint(latitude: latitude, longitude: longitude + difference)
    }

    /// Returns the distance to another position in minutes of arc (nautical miles), accurate to a few percent.
    func distance(to other: GeoPoint) -> Int {
        let other = other.continuing(from: longitude)
        let north = other.latitude - latitude
        let east = (other.longitude - longitude) * Self.cosine((latitude + other.latitude) / 2) / 1000
        return Self.squareRoot(north * north + east * east)
    }

    /// Returns the position at a fraction of the straight path to another one.
    func moved(towards other: GeoPoint, by part: Int, of whole: Int) -> GeoPoint {
        guard whole > 0 else { return self }
        return GeoPoint(
            latitude: latitude + (other.latitude - latitude) * part / whole,
            longitude: longitude + (other.longitude - longitude) * part / whole
        )
    }

    /// The cosine of a latitude in thousandths, from a table with steps of 5 degrees.
    private static func cosine(_ latitude: Int) -> Int {
        cosines[min(Int(latitude.magnitude) / 300, cosines.count - 1)]
    }

    private static let cosines = [1000, 996, 985, 966, 940, 906, 866, 819, 766, 707, 643, 574, 500, 423, 342, 259, 174, 87]

    /// The integer part of a square root (Newton's method).
    private static func squareRoot(_ number: Int) -> Int {
        guard number > 1 else { return max(number, 0) }
        var root = number
        var next = (root + 1) / 2
        while next < root {
            root = next
            next = (root + number / root) / 2
        }
        return root
    }
}
