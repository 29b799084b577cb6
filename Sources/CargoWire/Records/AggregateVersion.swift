package import CargoDomain

/// The version of a stored aggregate: 0 to 2^53−1.
package struct AggregateVersion: Described, InputValue {
    /// A whole number.
    package static let schema = Schema.integer(
        "Version",
        in: 0...Version.maximum,
        "The number of times the aggregate was saved; the value of ETag and If-Match.",
        example: 1
    )

    /// The version itself.
    package let number: Int64

    /// Reads a version.
    /// - Throws: `integer_out_of_range`.
    package init(input: Input) throws(DomainError) {
        number = try Int64(input: input)
        guard number >= 0 else { throw .invalid(.integerOutOfRange, text: String(number)) }
    }
}
