/// The identity of a voyage.
///
/// 1 to 36 ASCII characters of `A-Z a-z 0-9 - _ .`, the first one alphanumeric; case counts. Rule VAL-ID-3.
public struct VoyageNumber: Hashable, Comparable, Sendable {
    /// The text as it was given.
    public let text: String

    /// Parses a voyage number.
    /// - Throws: `voyage_number_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard Identifier.isValid(text.utf8) else { throw .invalid(.voyageNumberInvalid, text: text) }
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

extension VoyageNumber: CustomStringConvertible {
    /// The text itself.
    public var description: String { text }
}
