/// One page of a list with a stable order.
public struct Page<Item: Sendable, Key: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// The key to pass as `after` to read the next page; `nil` on the last page.
    public let next: Key?

    /// Creates a page from its items and the key of the next page.
    public init(items: [Item], next: Key?) {
        self.items = items
        self.next = next
    }
}

extension Page where Key: Comparable {
    /// Returns the page of a sorted list that follows a key.
    /// - Parameters:
    ///   - all: the items, ordered by their keys.
    ///   - key: the key to start after; `nil` for the first page.
    ///   - limit: the maximum number of items; `PageLimit.check` checks it.
    ///   - keyOf: returns the key of an item.
    public static func cut(from all: [Item], after key: Key?, limit: Int, key keyOf: (Item) -> Key) -> Self {
        let rest = all.drop { item in key.map { keyOf(item) <= $0 } ?? false }
        let items = rest.prefix(limit)
        return Self(items: Array(items), next: items.count < rest.count ? items.last.map(keyOf) : nil)
    }
}

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
