/// A subscription's secret as a store keeps it where secrets are encrypted: with the id of the key, and authenticated.
///
/// Its text is `sealed:1:KEY:BOX`: the version of the format, the key's id, and the Base64 of what the encryption returned. Only a program that
/// has the key, such as `cargo-server`, can open it. Stores, copies and backups pass it on.
public struct SealedSecret: Hashable, Sendable, CustomStringConvertible {
    /// The id of the key: 1 to 40 characters a–z, 0–9 and `-`.
    public let keyId: String
    /// Nonce, ciphertext and tag: 52 to 540 bytes.
    package let box: [UInt8]

    /// What a text begins with, and no secret in plain text.
    private static let prefix = "sealed:1:"
    /// A nonce of 12 bytes, a secret of 24 to 512 bytes, and a tag of 16 bytes.
    private static let lengths = 52...540

    /// Creates a sealed secret; nil if the id or the length isn't valid.
    package init?(keyId: String, box: [UInt8]) {
        guard Self.isKeyId(keyId.utf8), Self.lengths.contains(box.count) else { return nil }
        self.keyId = keyId
        self.box = box
    }

    /// Parses a text; nil if it isn't a sealed secret.
    public init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let parts = text.utf8.dropFirst(Self.prefix.utf8.count).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        // The Base64 of 540 bytes has 720 characters.
        guard parts.count == 2, let id = parts.first, let box = parts.last, box.count <= 720, let bytes = Base64.decode(box) else {
            return nil
        }
        self.init(keyId: String(decoding: id, as: UTF8.self), box: bytes)
    }

    /// The text that a store keeps.
    public var text: String { "\(Self.prefix)\(keyId):\(Base64.encode(box))" }

    /// Which key it is sealed with, for the log.
    public var description: String { "sealed with the key \(keyId)" }

    /// Whether an id of a key is valid.
    package static func isKeyId(_ id: some Collection<UInt8>) -> Bool {
        (1...40).contains(id.count)
            && id.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}
