/// The identity of a voyage.
///
/// 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit. Case-sensitive. Rule VAL-ID-3.
public struct VoyageNumber: Hashable, Comparable, Sendable {
    /// The text as given.
    public let text: String

    /// Parses a voyage number.
    /// - Throws: `voyage_number_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard Identifier.isValid(text.utf8) else { throw .invalid(.voyageNumberInvalid, text: text) }
        self.text = text
    }

    /// Parses UTF-8 bytes; `nil` if they aren't a valid voyage number.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard Identifier.isValid(bytes) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension VoyageNumber: CustomStringConvertible {
    /// The number's text.
    public var description: String { text }
}
