/// The number of items that a page can have, the same for all repositories and for the outbox.
public enum PageLimit {
    /// The allowed limits.
    public static let range: ClosedRange<Int> = 1...1000

    /// Checks that a limit is in range.
    ///
    /// Repositories call this before they read.
    /// - Throws: `integer_out_of_range`.
    public static func check(_ limit: Int) throws(DomainError) {
        guard range.contains(limit) else { throw .invalid(.integerOutOfRange, text: String(limit)) }
    }
}
