package import CargoDomain

/// A response that lists stored records: all of them, a page, or a page of those that changed since a position.
package struct RecordList<Item: CanonicallyEncodable & InputValue>: CanonicallyEncodable, InputValue {
    /// `{"items","next"?,"position"?}`.
    package static var shape: Shape {
        .members(.required("items", [Item].shape), .optional("next", .text), .optional("position", .integer))
    }

    /// The records, in order.
    package let items: [Item]
    /// The key that the next page starts after; nil on the last page and for lists without pages.
    package let next: String?
    /// For a list of changes, the position to continue from.
    package let position: Int64?

    /// Creates a list.
    package init(_ items: [Item], next: String? = nil, position: Int64? = nil) {
        self.items = items
        self.next = next
        self.position = position
    }

    /// Reads and reconstitutes the records.
    package init(input: Input) throws(DomainError) {
        items = try input.value("items")
        next = try input.valueIfPresent("next")
        position = try input.valueIfPresent("position")
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"items":"#)
        items.write(to: &writer)
        if let next {
            writer.raw(#","next":"#)
            writer.text(next)
        }
        if let position {
            writer.raw(#","position":"#)
            writer.integer(position)
        }
        writer.raw("}")
    }
}
