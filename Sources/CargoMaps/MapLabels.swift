/// A point of an image.
struct MapSpot: Hashable {
    let x: Int
    let y: Int
}

/// Places the labels of a map.
struct MapLabels {
    /// The font size.
    static let size = 36
    /// The largest font size that a label has room for.
    ///
    /// A page can enlarge the labels up to this size where it shows the map small, such as on a phone, and none is cut off or overlaps another.
    static let largestSize = 46

    /// The position of a label.
    struct Label {
        let text: String
        let x: Int
        let y: Int
        let anchor: Anchor
    }

    enum Anchor: String {
        case start
        case middle
        case end
    }

    private struct Box {
        let left: Int
        let top: Int
        let right: Int
        let bottom: Int

        func meets(_ other: Box) -> Bool { left < other.right && other.left < right && top < other.bottom && other.top < bottom }
    }

    private let width: Int
    private let height: Int
    private var taken: [Box]

    init(width: Int, height: Int, obstacles: [MapSpot]) {
        self.width = width
        self.height = height
        taken = obstacles.map { Box(left: $0.x - 16, top: $0.y - 16, right: $0.x + 16, bottom: $0.y + 16) }
    }

    /// Finds a free position beside a point, or nil if there is none; the list beside the map names every stop.
    mutating func place(_ name: String, at spot: MapSpot) -> Label? {
        let text = name.unicodeScalars.count > 24 ? String(String.UnicodeScalarView(name.unicodeScalars.prefix(23))) + "…" : name
        // Letters are a little more than half as wide as they are high; East Asian characters are as wide as they are high.
        let length = text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? Self.largestSize * 3 / 5 : Self.largestSize) }
        let gap = 26
        let candidates: [(x: Int, y: Int, anchor: Anchor)] = [
            (spot.x + gap, spot.y + Self.size / 3, .start), (spot.x - gap, spot.y + Self.size / 3, .end),
            (spot.x, spot.y - gap, .middle), (spot.x, spot.y + gap + Self.size * 2 / 3, .middle),
            (spot.x + gap * 2 / 3, spot.y - gap * 2 / 3, .start), (spot.x + gap * 2 / 3, spot.y + gap + Self.size / 2, .start),
            (spot.x - gap * 2 / 3, spot.y - gap * 2 / 3, .end), (spot.x - gap * 2 / 3, spot.y + gap + Self.size / 2, .end),
            (spot.x, spot.y - gap - Self.size, .middle), (spot.x, spot.y + gap + Self.size * 5 / 3, .middle),
        ]
        for candidate in candidates {
            let left =
                switch candidate.anchor {
                case .start: candidate.x
                case .middle: candidate.x - length / 2
                case .end: candidate.x - length
                }
            let box = Box(
                left: left,
                top: candidate.y - Self.largestSize * 4 / 5,
                right: left + length,
                bottom: candidate.y + Self.largestSize / 5
            )
            let isInside = box.left >= 4 && box.right <= width - 4 && box.top >= 4 && box.bottom <= height - 4
            guard isInside, !taken.contains(where: { $0.meets(box) }) else { continue }
            taken.append(box)
            return Label(text: text, x: candidate.x, y: candidate.y, anchor: candidate.anchor)
        }
        return nil
    }
}
