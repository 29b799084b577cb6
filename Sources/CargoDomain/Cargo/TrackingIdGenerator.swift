/// Generates tracking ids.
///
/// The repository makes sure that each one is used only once (VAL-ID-2).
public protocol TrackingIdGenerator: Sendable {
    /// Returns the next id, or `nil` if there are no more.
    func next() -> TrackingId?
}

extension TrackingId {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Encodes the low 60 bits of `randomBits` as a tracking id of 12 characters (VAL-ID-2).
    ///
    /// Uses the digits and the capital letters except I, L, O and U, which are easily misread. Source: Douglas Crockford, "Base 32".
    public init(randomBits: UInt64) {
        self.init(
            known: String(unsafeUninitializedCapacity: 12) { buffer in
                for place in 0..<12 { buffer[place] = Self.alphabet[Int(randomBits >> UInt64(5 * (11 - place)) & 31)] }
                return 12
            }
        )
    }
}
