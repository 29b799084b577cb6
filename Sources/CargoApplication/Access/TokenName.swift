public import CargoDomain

/// The name of an access token: 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
public struct TokenName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name's text.
    public let text: String

    /// Parses a name.
    /// - Throws: `shape_invalid` at `name`.
    public init(_ text: String) throws(DomainError) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { throw .shapeInvalid(path: "name") }
        self.text = text
    }

    /// Whether a name may have this byte.
    package static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

    /// The name.
    public var description: String { text }
}
