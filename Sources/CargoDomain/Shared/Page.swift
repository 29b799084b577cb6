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
