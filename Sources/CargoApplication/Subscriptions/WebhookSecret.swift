/// The secret that a webhook's sender and receiver share: 24 to 64 bytes, written as `whsec_` and Base64 (Standard Webhooks 1.0.0).
///
/// That of a subscription in the format of DCSA has 32 to 512 bytes, which the subscriber chooses.
///
/// Its descriptions never reveal it.
public struct WebhookSecret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret's bytes.
    package let bytes: [UInt8]

    private static let prefix = "whsec_"
    /// How many bytes a stored secret of either kind may have.
    private static let stored = 24...512

    /// Parses a secret.
    ///
    /// Surrounding white space is ignored, because files end in a newline.
    /// - Returns: nil if the text isn't a secret. It is never part of an error, because it may be nearly correct.
    public init?(_ text: String) { self.init(text, lengths: 24...64) }

    /// Parses the secret of a subscription in the format of DCSA: the Base64 of 32 to 512 bytes.
    public init?(dcsa text: String) {
        // The Base64 of 512 bytes has 684 characters.
        guard text.utf8.count <= 684, let bytes = Base64.decode(text.utf8), (32...512).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Parses the text of a stored secret of either kind.
    package init?(stored text: String) { self.init(text, lengths: Self.stored) }

    /// Takes the bytes of a stored secret of either kind; nil if their number isn't valid.
    package init?(storedBytes bytes: [UInt8]) {
        guard Self.stored.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    private init?(_ text: String, lengths: ClosedRange<Int>) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        var trimmed = Array(text.utf8).drop(while: isSpace)
        // safe: the loop's condition finds a last byte
        while let last = trimmed.last, isSpace(last) { trimmed.removeLast() }
        guard trimmed.starts(with: Self.prefix.utf8), let bytes = Base64.decode(trimmed.dropFirst(Self.prefix.utf8.count)),
            lengths.contains(bytes.count)
        else { return nil }
        self.bytes = bytes
    }

    /// Returns a new secret of 32 random bytes.
    public static func random() -> WebhookSecret {
        var generator = SystemRandomNumberGenerator()
        return WebhookSecret(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The secret as text for its two holders: `whsec_` and Base64.
    public var revealed: String { Self.prefix + Base64.encode(bytes) }

    /// Three asterisks instead of the secret.
    public var description: String { "***" }
    /// Three asterisks instead of the secret.
    public var debugDescription: String { "***" }
    /// A mirror without children, so that the secret isn't shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        func put(_ sextet: UInt32) { text.append(alphabet[Int(sextet & 63)]) }  // safe: 63 is the last index of the alphabet
        for byte in bytes {
            // safe: a byte fits
            bits = bits << 8 | UInt32(byte)
            count += 1
            guard count == 3 else { continue }
            for shift in [18, 12, 6, 0] as [UInt32] { put(bits >> shift) }
            (bits, count) = (0, 0)
        }
        if count == 1 {
            put(bits >> 2)
            put(bits << 4)
            text += "==".utf8
        } else if count == 2 {
            put(bits >> 10)
            put(bits >> 4)
            put(bits << 2)
            text += "=".utf8
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text; nil if it isn't the encoding of any bytes.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
        for byte in text {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let sextet = sextet(byte) else { return nil }
            bits = bits << 6 | sextet
            count += 1
            guard count == 4 else { continue }
            bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits)]
            (bits, count) = (0, 0)
        }
        switch (count, padding) {
        case (0, 0): return bytes
        case (2, 2) where bits & 15 == 0: return bytes + [UInt8(truncatingIfNeeded: bits >> 4)]
        case (3, 1) where bits & 3 == 0: return bytes + [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: return nil
        }
    }

    private static func sextet(_ byte: UInt8) -> UInt32? {
        // safe: a byte fits
        let number = UInt32(byte)
        return switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): number - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): number - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
