/// The identity of a cargo, designed to be read aloud.
///
/// 3 to 36 ASCII characters; the first and the last are `A-Z 0-9`, the others `A-Z 0-9 -`. Text is neither trimmed nor upper-cased. Rule
/// VAL-ID-1.
public struct TrackingId: Hashable, Comparable, Sendable {
    /// The id's text.
    public let text: String

    /// Parses a tracking id.
    /// - Throws: `tracking_id_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard Self.isValid(text.utf8) else { throw .invalid(.trackingIdInvalid, text: text) }
        self.init(known: text)
    }

    /// Parses UTF-8 bytes; `nil` if they aren't a valid tracking id.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard Self.isValid(bytes) else { return nil }
        self.init(known: String(decoding: bytes, as: UTF8.self))
    }

    private static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        bytes.count >= 3 && bytes.count <= 36 && bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
            && bytes.allSatisfy { $0.isASCIIUppercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }

    /// For text that is known to be valid.
    init(known text: String) { self.text = text }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension TrackingId: CustomStringConvertible {
    /// The id's text.
    public var description: String { text }
}
