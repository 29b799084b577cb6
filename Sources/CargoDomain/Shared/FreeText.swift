/// The syntax of names, reasons, customers' references and carriers' numbers: Unicode scalars without control characters, and not only white space (VAL-LOC-2,
/// VAL-TXT-2, REF-1, VOY-5).
enum FreeText {
    static func isValid(_ text: String, upTo longest: Int = 200) -> Bool {
        var count = 0
        var isBlank = true
        for scalar in text.unicodeScalars {
            count += 1
            guard count <= longest, !isControl(scalar) else { return false }
            if !isWhiteSpace(scalar) { isBlank = false }
        }
        return !isBlank
    }

    /// Whether the text begins or ends with white space.
    static func hasWhiteSpaceAtAnEnd(_ text: String) -> Bool {
        [text.unicodeScalars.first, text.unicodeScalars.last].contains { $0.map(isWhiteSpace) ?? false }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value <= 0x9F)
    }

    /// Unicode's White_Space property, listed here so that the result doesn't depend on the platform's Unicode version.
    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}

/// A text that is compared and ordered by its Unicode scalars (VAL-TXT-1): the composed and the decomposed spelling of "Göteborg" are two
/// different texts.
public protocol ScalarText: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// The text as given.
    var text: String { get }
}

extension ScalarText {
    /// Compares Unicode scalars.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameScalars(as: right.text) }

    /// Orders by Unicode scalars.
    public static func < (left: Self, right: Self) -> Bool { left.text.precedesByScalars(right.text) }

    /// Hashes the Unicode scalars.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The text.
    public var description: String { text }
}

/// Compares text by its Unicode scalars (VAL-TXT-1). `==` on `String` also treats composed and decomposed letters as equal, which other
/// platforms don't.
extension String {
    /// Returns whether both texts have the same Unicode scalars.
    package func hasSameScalars(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var mine = self
        var theirs = other
        return mine.withUTF8 { mine in theirs.withUTF8 { mine.elementsEqual($0) } }
    }

    /// Returns whether this text comes before the other in the order of their Unicode scalars, which is also the order of their UTF-8
    /// bytes.
    package func precedesByScalars(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension String {
    /// The text with control characters escaped, so that data cannot control a terminal.
    package var visible: String {
        guard unicodeScalars.contains(where: \.isUnsafeOnTerminal) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isUnsafeOnTerminal {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text in quotes, safe to print on a terminal.
    package var quoted: String { "‘\(visible)’" }
}

extension Unicode.Scalar {
    /// Whether it is a control character, a line separator or a mark that changes the writing direction.
    fileprivate var isUnsafeOnTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
