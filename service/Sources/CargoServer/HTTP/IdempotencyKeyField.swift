import CargoWire

/// Parses an `Idempotency-Key` field: a structured string, as in the HTTP working group's draft, or plain text.
enum IdempotencyKeyField {
    /// The field in the API description.
    static let parameter = Operation.Parameter.header(
        "Idempotency-Key",
        .text(pattern: #"^([\x21\x23-\x7E][\x21-\x7E]{0,254}|"[\x21\x23-\x5B\x5D-\x7E]{1,255}")$"#, length: 1...257),
        """
        Identifies the booking: repeating the request doesn't book twice, and a different booking with the same key is rejected with 422. \
        The structured string `"order-1"` and the plain text `order-1` are the same key.
        """,
        example: #""order-1""#
    )

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
