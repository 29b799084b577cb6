public import CargoDomain

/// The id of a subscription: a UUID in lower case, such as `0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10`.
public struct SubscriptionId: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id's text.
    public let text: String

    /// Parses an id; upper case is folded.
    /// - Throws: `shape_invalid` at `subscriptionId`.
    public init(_ text: String) throws(DomainError) {
        var folded: [UInt8] = []
        for byte in text.utf8.prefix(37) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): folded.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): folded.append(byte | 0x20)
            case UInt8(ascii: "-"): folded.append(byte)
            default: throw .shapeInvalid(path: "subscriptionId")
            }
        }
        let hyphens = folded.indices.filter { folded[$0] == UInt8(ascii: "-") }  // safe: an index of the list
        guard folded.count == 36, hyphens == [8, 13, 18, 23] else { throw .shapeInvalid(path: "subscriptionId") }
        self.text = String(decoding: folded, as: UTF8.self)
    }

    /// Returns a new random id (UUID version 4).
    public static func random() -> SubscriptionId {
        var generator = SystemRandomNumberGenerator()
        var bits = (high: generator.next() as UInt64, low: generator.next() as UInt64)
        bits.high = bits.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        bits.low = bits.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array((hexadecimal(bits.high) + hexadecimal(bits.low)).utf8)
        var text: [UInt8] = []
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return SubscriptionId(checked: String(decoding: text, as: UTF8.self))
    }

    private init(checked text: String) { self.text = text }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    /// The id's text.
    public var description: String { text }
}
