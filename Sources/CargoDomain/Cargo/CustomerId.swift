/// Who booked a cargo; the kit knows no more of a customer than this id.
///
/// 1 to 36 ASCII characters of `A-Z a-z 0-9 - _ .`, the first one alphanumeric; case counts. Rule VAL-ID-3.
public struct CustomerId: Hashable, Comparable, Sendable {
    /// The text as it was given.
    public let text: String

    /// Parses a customer id.
    /// - Throws: `customer_id_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard Identifier.isValid(text.utf8) else { throw .invalid(.customerIdInvalid, text: text) }
        self.text = text
    }

    /// Parses the bytes of a text; nil where they are no such id.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard Identifier.isValid(bytes) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// ASCII order.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension CustomerId: CustomStringConvertible {
    /// The text itself.
    public var description: String { text }
}
