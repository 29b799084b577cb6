import CargoDomain

/// The number of items of a page.
package enum PageSize {
    /// 1 to 1000.
    package static let range = Int64(PageLimit.range.lowerBound)...Int64(PageLimit.range.upperBound)

    /// Returns a limit between 1 and 1000.
    /// - Throws: `integer_out_of_range`.
    static func of(_ limit: Int) throws(DomainError) -> Int {
        try PageLimit.check(limit)
        return limit
    }
}
