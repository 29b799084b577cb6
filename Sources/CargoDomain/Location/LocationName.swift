/// The name of a location: 1 to 200 Unicode scalars, without control characters, and not only white space (VAL-LOC-2).
///
/// Names are compared by Unicode scalars (VAL-TXT-1): the composed and the decomposed spelling of "Göteborg" are two different names.
public struct LocationName: Sendable {
    /// The text as given.
    public let text: String

    /// Validates a name, which is neither trimmed nor normalised.
    /// - Throws: `location_name_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard FreeText.isValid(text) else { throw .invalid(.locationNameInvalid, text: text) }
        self.text = text
    }

    /// Uses a location's code as its name, if no better one is known.
    package init(_ code: UnLocode) { text = code.text }
}

extension LocationName: Hashable, Comparable, CustomStringConvertible {
    /// Compares Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameScalars(as: right.text) }

    /// Orders by Unicode scalars.
    public static func < (left: Self, right: Self) -> Bool { left.text.precedesByScalars(right.text) }

    /// Hashes the Unicode scalars.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The name's text.
    public var description: String { text }
}
