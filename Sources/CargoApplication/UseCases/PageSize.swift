import CargoDomain

/// How many items a page has, as requests ask for it.
enum PageSize {
    /// 1 to 1000.
    static let range = Int64(PageLimit.range.lowerBound)...Int64(PageLimit.range.upperBound)

    /// The size asked for, 100 if none was.
    /// - Throws: `integer_out_of_range`.
    static func of(_ limit: Int64?) throws(DomainError) -> Int {
        let size = Int(clamping: limit ?? 100)
        try PageLimit.check(size)
        return size
    }
}
