package import CargoDomain

/// A response that lists stored records: all of them, a page, or a page of those that changed since a position.
package struct RecordList<Item: CanonicallyEncodable & InputValue>: CanonicallyEncodable, InputValue {
    /// `{"items","next"?,"position"?}`.
    package static var shape: Shape {
        .members(.required("items", [Item].shape), .optional("next", .text), .optional("position", .integer))
    }

    /// The schema of a list with a name, which has pages, and a position if it lists changes.
    package static func schema(_ name: String, hasPages: Bool = true, hasPosition: Bool = false) -> Schema where Item: Described {
        var members = [Schema.Member.required("items", [Item].schema)]
        if hasPages {
            members.append(.optional("next", .text(length: 1...Version.maximum), "The start of the next page; absent on the last page."))
        }
        if hasPosition {
            members.append(.required("position", .natural(), "Start the next query from the first page's position.", example: 1))
        }
        return .object(name, members)
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
