/// A stretch of a list in a stable order.
public struct Page<Item: Sendable, Key: Sendable>: Sendable {
    /// The items, in order.
    public let items: [Item]
    /// Where the next page begins: the key of the last item seen; absent on the last page.
    public let next: Key?

    /// Joins items and the way on.
    public init(items: [Item], next: Key?) {
        self.items = items
        self.next = next
    }
}
