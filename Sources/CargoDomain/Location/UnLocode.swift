/// A UN/LOCODE: identifies a port or other trade location.
///
/// Five ASCII characters, stored in upper case: two letters for the country, then three for the place (letters, or digits 2 to 9). Source:
/// UNECE Recommendation 16. Rule VAL-LOC-1.
public struct UnLocode: Hashable, Comparable, Sendable {
    /// The five characters, first one most significant, so that comparing the numbers orders the codes.
    private let packed: UInt64

    /// Parses a code.
    ///
    /// Lower-case ASCII letters are accepted; surrounding white space isn't.
    /// - Throws: `un_locode_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        var copy = text
        guard let code = copy.withUTF8({ UnLocode(utf8: UnsafeRawBufferPointer($0)) }) else { throw .invalid(.unLocodeInvalid, text: text) }
        self = code
    }

    /// Parses UTF-8 bytes; `nil` if they aren't a valid code.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 5 else { return nil }
        var packed: UInt64 = 0
        for position in 0..<5 {
            // safe: there are 5 bytes
            var byte = bytes[position]
            if byte.isASCIILowercase { byte -= 0x20 }
            let isDigitAllowed = position >= 2 && byte >= 0x32 && byte <= 0x39
            guard byte.isASCIIUppercase || isDigitAllowed else { return nil }
            // safe: a byte fits
            packed = packed << 8 | UInt64(byte)
        }
        self.packed = packed
    }

    /// The code in upper case, such as `SESTO`.
    public var text: String {
        String(unsafeUninitializedCapacity: 5) { buffer in
            // safe: a buffer of 5 bytes has an address
            writeUTF8(to: UnsafeMutableRawPointer(buffer.baseAddress!))
            return 5
        }
    }

    /// Writes the five bytes of the code.
    ///
    /// The pointer must have room for them.
    package func writeUTF8(to bytes: UnsafeMutableRawPointer) {
        for position in 0..<5 {
            // safe: position is 0 to 4
            bytes.storeBytes(of: UInt8(truncatingIfNeeded: packed >> UInt64(32 - 8 * position)), toByteOffset: position, as: UInt8.self)
        }
    }

    /// Orders by the ASCII codes of the characters.
    public static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }
}

extension UnLocode: CustomStringConvertible {
    /// The code in upper case.
    public var description: String { text }
}
