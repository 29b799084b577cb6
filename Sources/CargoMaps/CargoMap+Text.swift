/// The map as text for a terminal: land as dots, the travelled route as `#`, the estimated one as `+`, the planned one as `-`, stops as digits
/// and letters, the cargo as `@`.
extension CargoMap {
    /// Draws the map with this many characters on each line.
    /// - Parameter columns: 1 to 1000; a number out of range counts as the nearest one in range.
    /// - Returns: the lines without trailing spaces, and the stop that each digit or letter stands for. Only the first 35 stops have a mark.
    public func text(columns: Int = 72) -> (lines: [String], marks: [(mark: Character, stop: Stop)]) {
        let columns = min(max(columns, 1), 1000)
        let frame = frame
        // A character is about twice as high as it is wide.
        let rows = max(frame.height * columns / frame.width / 2, 1)
        var cells = (0..<rows).map { row in
            let crossings = WorldOutline.crossings(ofParallel: frame.north - (2 * row + 1) * frame.height / (2 * rows))
            return (0..<columns).map { column -> Character in
                let longitude = Self.wrapped(frame.west + (2 * column + 1) * frame.width / (2 * columns))
                return crossings.count { $0 < longitude }.isMultiple(of: 2) ? " " : "."
            }
        }
        func put(_ mark: Character, _ place: GeoPoint) {
            for turn in frame.turns(of: [place]) {
                let column = (place.longitude + turn - frame.west) * columns / frame.width
                let row = (frame.north - place.latitude) * rows / frame.height
                if cells.indices.contains(row), cells[row].indices.contains(column) { cells[row][column] = mark }
            }
        }
        for way in Way.allCases.reversed() {
            for stretch in stretches where stretch.way == way {
                for (start, end) in zip(stretch.points, stretch.points.dropFirst()) {
                    let steps = max(
                        (end.longitude - start.longitude).magnitude * UInt(columns) / UInt(frame.width),
                        (end.latitude - start.latitude).magnitude * UInt(rows) / UInt(frame.height)
                    )
                    let count = Int(steps) * 2 + 1
                    for step in 0...count { put(way.mark, start.moved(towards: end, by: step, of: count)) }
                }
            }
        }
        var marks: [(mark: Character, stop: Stop)] = []
        for (mark, stop) in zip("123456789abcdefghijklmnopqrstuvwxyz", stops) {
            put(mark, stop.point)
            marks.append((mark, stop))
        }
        if let cargo { put("@", cargo) }
        let lines = cells.map { row in
            var row = row
            while row.last == " " { row.removeLast() }
            return String(row)
        }
        return (lines, marks)
    }

    /// Returns a longitude within half a circle of Greenwich.
    private static func wrapped(_ longitude: Int) -> Int {
        GeoPoint(latitude: 0, longitude: longitude).continuing(from: 0).longitude
    }
}

extension CargoMap.Way {
    fileprivate var mark: Character {
        switch self {
        case .actual: "#"
        case .estimated: "+"
        case .planned: "-"
        }
    }
}
