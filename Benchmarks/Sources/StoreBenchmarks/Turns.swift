import CargoDomain

/// The order in which each contender saves the cargos of a store: all in turn, so that each is at the same version or the next.
final class Turns {
    private let count: Int
    private let stride: Int
    private var positions: [String: Int] = [:]

    /// - Parameter count: the number of cargos.
    init(count: Int) {
        self.count = count
        // Neighbours in this order lie far apart in the order in which they were first saved, so that no contender finds its rows side by side.
        var stride = max(1, Int(Double(count) * 0.618))
        while Self.divisor(stride, count) != 1 { stride += 1 }
        self.stride = stride
    }

    /// Returns the next cargos for a contender to save, each at its stored version.
    func next(_ number: Int, for contender: String) throws -> [Cargo] {
        let start = positions[contender, default: 0]
        positions[contender] = start + number
        return try (start..<start + number).map { turn in
            try Fleet.cargo(turn % count * stride % count, version: Int64(turn / count) + 1)
        }
    }

    /// The greatest common divisor.
    private static func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
}
