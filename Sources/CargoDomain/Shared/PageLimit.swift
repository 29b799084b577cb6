/// How many items a page may ask for, the same for every repository and for the outbox.
public enum PageLimit {
    /// 1 to 1000.
    public static let range: ClosedRange<Int> = 1...1000

    /// Refuses a limit out of range; repositories check it before they read.
    /// - Throws: `integer_out_of_range`.
    public static func check(_ limit: Int) throws(DomainError) {
        guard range.contains(limit) else { throw .invalid(.integerOutOfRange, text: String(limit)) }
    }
}
