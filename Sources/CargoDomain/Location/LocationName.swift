/// The name of a location: 1 to 200 Unicode scalars, without control characters, and not only white space (VAL-LOC-2).
///
/// Names are compared by Unicode scalars (VAL-TXT-1): the composed and the decomposed spelling of "Göteborg" are two different names.
public struct LocationName: Sendable {
    /// The text as given.
    public let text: String

    /// Validates a name, which is neither trimmed nor normalised.
    /// - Throws: `location_name_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        var count = 0
        var isBlank = true
        for scalar in text.unicodeScalars {
            count += 1
            let isControl = scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value <= 0x9F)
            guard count <= 200, !isControl else { throw .invalid(.locationNameInvalid, text: text) }
            if !Self.isWhiteSpace(scalar) { isBlank = false }
        }
        guard !isBlank else { throw .invalid(.locationNameInvalid, text: text) }
        self.text = text
    }

    /// Uses a location's code as its name, if no better one is known.
    package init(_ code: UnLocode) { text = code.text }

    /// Unicode's White_Space property, listed here so that the result doesn't depend on the platform's Unicode version.
    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
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
