#if Server
/// Parses an `Idempotency-Key` field: a structured string, as in the HTTP working group's draft, or plain text.
enum IdempotencyKeyField {
    /// The key, the same for `"order-1"` and `order-1`; nil if the value starts with a quote but isn't a well-formed string (RFC 9651,
    /// 3.3.3).
    static func key(_ field: String) -> String? {
        let bytes = field.utf8.drop(while: isSpace)
        guard bytes.first == UInt8(ascii: "\"") else {
            guard let end = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
            return String(bytes[...end])
        }
        var rest = bytes.dropFirst()
        var key: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                return rest.allSatisfy(isSpace) ? String(decoding: key, as: UTF8.self) : nil
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else { return nil }
                key.append(escaped)
            case 0x20..<0x7F: key.append(byte)
            default: return nil
            }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
#endif
