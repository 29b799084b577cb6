/// The syntax of customer ids, voyage numbers (VAL-ID-3) and names of archives (VAL-ID-4).
///
/// 1 to 36, or as many as given, ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit.
enum Identifier {
    static func isValid(_ bytes: some Collection<UInt8>, upTo limit: Int = 36) -> Bool {
        guard let first = bytes.first, first.isASCIIAlphanumeric, bytes.count <= limit else { return false }
        return bytes.allSatisfy {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
    }
}

/// ASCII character classes for UTF-8 bytes, independent of locale and Unicode.
extension UInt8 {
    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    package var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }
    package var isASCIILetter: Bool { isASCIIUppercase || isASCIILowercase }
    package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}

extension String {
    /// The text with `a` to `z` in upper case and all else unchanged.
    package var inUpperCase: String {
        guard utf8.contains(where: \.isASCIILowercase) else { return self }
        return String(decoding: utf8.map { $0.isASCIILowercase ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
}

/// A value with a fixed set of spellings.
extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Parses the exact spelling of a case, by its Unicode scalars.
    /// - Throws: an error with this code, and the text as given.
    package static func parse(_ text: String, or code: DomainError.Code) throws(DomainError) -> Self {
        guard let value = allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .invalid(code, text: text) }
        return value
    }
}
