/// A place on the earth, in whole minutes of arc: no floating point, so that a drawing is the same everywhere.
package struct GeoPoint: Hashable, Sendable {
    /// Minutes north of the equator, −5400 to 5400.
    package let latitude: Int
    /// Minutes east of Greenwich; beyond ±10800 where a way has gone on over the date line.
    package let longitude: Int

    package init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Once around the earth.
    static let circle = 360 * 60

    /// The same place, its longitude within half a circle of another one: who goes on from there never turns back around the earth.
    func continuing(from longitude: Int) -> GeoPoint {
        var difference = (self.longitude - longitude) % Self.circle
        if difference >= Self.circle / 2 { difference -= Self.circle }
        if difference < -Self.circle / 2 { difference += Self.circle }
        return GeoPoint(latitude: latitude, longitude: longitude + difference)
    }

    /// How far another place is, in minutes of arc (nautical miles), to a few in a hundred.
    func distance(to other: GeoPoint) -> Int {
        let other = other.continuing(from: longitude)
        let north = other.latitude - latitude
        let east = (other.longitude - longitude) * Self.cosine((latitude + other.latitude) / 2) / 1000
        return Self.squareRoot(north * north + east * east)
    }

    /// The place so many parts of a whole on the straight way to another one.
    func moved(towards other: GeoPoint, by part: Int, of whole: Int) -> GeoPoint {
        guard whole > 0 else { return self }
        return GeoPoint(
            latitude: latitude + (other.latitude - latitude) * part / whole,
            longitude: longitude + (other.longitude - longitude) * part / whole
        )
    }

    /// The cosine of a latitude, in thousandths, looked up for every 5 degrees.
    private static func cosine(_ latitude: Int) -> Int {
        cosines[min(Int(latitude.magnitude) / 300, cosines.count - 1)]
    }

    private static let cosines = [1000, 996, 985, 966, 940, 906, 866, 819, 766, 707, 643, 574, 500, 423, 342, 259, 174, 87]

    /// The whole part of a square root (Newton).
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
