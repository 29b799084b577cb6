/// Draws tracking ids; a repository sees to it that none is given out twice (VAL-ID-2).
public protocol TrackingIdGenerator: Sendable {
    /// The next id, or nil once there are no more.
    func next() -> TrackingId?
}

extension TrackingId {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The id that the lowest 60 of 64 random bits spell: 12 characters that are easy to read aloud (VAL-ID-2).
    ///
    /// Source: Douglas Crockford, "Base 32": digits and capital letters without I, L, O and U.
    public init(randomBits: UInt64) {
        self.init(
            known: String(unsafeUninitializedCapacity: 12) { buffer in
                for place in 0..<12 { buffer[place] = Self.alphabet[Int(randomBits >> UInt64(5 * (11 - place)) & 31)] }
                return 12
            }
        )
    }
}
