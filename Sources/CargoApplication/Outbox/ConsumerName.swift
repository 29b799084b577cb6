public import CargoDomain

/// The name of a consumer of domain events: 1 to 40 characters of `a-z 0-9 -`, starting with a letter.
///
/// Each consumer has its own position in the outbox.
public struct ConsumerName: Hashable, Sendable, CustomStringConvertible {
    /// The name's text.
    public let text: String

    /// Parses a name.
    /// - Throws: `shape_invalid` at `consumer`.
    public init(_ text: String) throws(DomainError) {
        let bytes = text.utf8
        let isValid = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), bytes.count <= 40, isValid else {
            throw .shapeInvalid(path: "consumer")
        }
        self.text = text
    }

    /// The consumer `default`, for a program that has only one.
    public static let standard = ConsumerName(checked: "default")

    private init(checked text: String) { self.text = text }

    /// The name.
    public var description: String { text }
}
