/// Why a booking was cancelled or a handling event retracted, in the user's words (VAL-TXT-2).
///
/// 1 to 200 Unicode scalars, without control characters, and not only white space. Reasons are compared by Unicode scalars (VAL-TXT-1).
public struct Reason: Sendable {
    /// The text as given.
    public let text: String

    /// Validates a reason, which is neither trimmed nor normalised.
    /// - Throws: `reason_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard FreeText.isValid(text) else { throw .invalid(.reasonInvalid, text: text) }
        self.text = text
    }
}

extension Reason: Hashable, CustomStringConvertible {
    /// Compares Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameScalars(as: right.text) }

    /// Hashes the Unicode scalars.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The reason's text.
    public var description: String { text }
}
