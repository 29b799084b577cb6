/// The version of an aggregate: how many times it was saved, up to the largest integer on the wire (VAL-INT-1).
package enum Version {
    /// The largest integer on the wire: 2^53−1.
    package static let maximum: Int64 = 9_007_199_254_740_991

    /// Checks that a version is between 0 and `maximum`.
    /// - Throws: `integer_out_of_range`.
    package static func check(_ version: Int64) throws(DomainError) {
        guard version >= 0, version <= maximum else { throw .invalid(.integerOutOfRange, text: String(version)) }
    }

    /// Returns the version that the save after `version` stores (REP-2).
    /// - Throws: `integer_out_of_range` if `version` is already `maximum`.
    package static func next(after version: Int64) throws(DomainError) -> Int64 {
        guard version < maximum else { throw .invalid(.integerOutOfRange, text: String(version.magnitude + 1)) }
        return version + 1
    }
}
