/// The customer who booked a cargo.
///
/// The kit stores nothing else about customers.
///
/// 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive. Rule VAL-ID-3.
public struct CustomerId: Hashable, Comparable, Sendable {
    /// The text as given.
    public let text: String

    /// Parses a customer id.
    /// - Throws: `customer_id_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard Identifier.isValid(text.utf8) else { throw .invalid(.customerIdInvalid, text: text) }
        self.text = text
    }

    /// Parses UTF-8 bytes; `nil` if they aren't a valid customer id.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard Identifier.isValid(bytes) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension CustomerId: CustomStringConvertible {
    /// The id's text.
    public var description: String { text }
}
