#if Server
/// A bearer token and what its holder may do.
public struct AccessToken: Sendable {
    /// The fewest characters that a token has: fewer could be guessed.
    public static let shortestLength = 20

    /// What the holder may do.
    public let role: Role
    let bytes: [UInt8]

    /// Takes a secret for a token, or gives nil where it is too short or no token of RFC 6750.
    public init?(role: Role, secret: String) {
        let bytes = Array(secret.utf8)
        guard bytes.count >= Self.shortestLength, bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.role = role
        self.bytes = bytes
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// Whether a secret is this token's; the time that it takes tells of the length of the secret shown, and of nothing else.
    func isEqual(to shown: [UInt8]) -> Bool {
        var difference = UInt(bitPattern: bytes.count ^ shown.count)
        for index in shown.indices { difference |= UInt(shown[index] ^ bytes[index % bytes.count]) }
        return difference == 0
    }
}

extension AccessToken: CustomStringConvertible {
    /// The role; never the secret, so that no log can show it.
    public var description: String { "\(role.rawValue):…" }
}
#endif
