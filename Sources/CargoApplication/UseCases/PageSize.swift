import CargoDomain

/// How many items a page has.
package enum PageSize {
    /// 1 to 1000.
    package static let range = Int64(PageLimit.range.lowerBound)...Int64(PageLimit.range.upperBound)

    /// The requested size, or 100 if the request names none.
    /// - Throws: `integer_out_of_range`.
    static func of(_ limit: Int64?) throws(DomainError) -> Int {
        let size = Int(clamping: limit ?? 100)
        try PageLimit.check(size)
        return size
    }
}
