/// The version of an aggregate: how often it was saved, within what the wire can carry (VAL-INT-1).
package enum Version {
    /// 2^53−1, the largest integer on the wire.
    package static let maximum: Int64 = 9_007_199_254_740_991

    /// - Throws: `integer_out_of_range`.
    static func check(_ version: Int64) throws(DomainError) {
        guard version >= 0, version <= maximum else { throw .invalid(.integerOutOfRange, text: String(version)) }
    }

    /// The version that a save stores over `version` (REP-2).
    /// - Throws: `integer_out_of_range` once the wire could not carry it.
    package static func next(after version: Int64) throws(DomainError) -> Int64 {
        guard version < maximum else { throw .invalid(.integerOutOfRange, text: String(version.magnitude + 1)) }
        return version + 1
    }
}
