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
    /// Returns the items of a sorted list after a key.
    package static func cut(from all: [Item], after key: Key?, limit: Int, key keyOf: (Item) -> Key) -> Self {
        let rest = all.drop { item in key.map { keyOf(item) <= $0 } ?? false }
        let items = rest.prefix(limit)
        return Self(items: Array(items), next: items.count < rest.count ? items.last.map(keyOf) : nil)
    }
}
