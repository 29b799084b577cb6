#if Server
import CargoInfrastructure

/// A bearer token: its name, and what its holder may do.
///
/// Only the SHA-256 of the secret is kept.
public struct AccessToken: Hashable, Sendable {
    /// What the log calls the holder.
    public let name: String
    /// What the holder may do.
    public let role: Role
    let digest: [UInt8]

    /// The longest secret, in bytes.
    static let longestSecret = 512

    /// Takes a secret.
    /// - Parameter name: 1 to 64 ASCII letters, digits, `-`, `_` and `.`; the role's name if absent.
    /// - Throws: `ServerSettingsError` if the name or the secret has other characters, or if the secret is too easy to guess.
    public init(role: Role, name: String? = nil, secret: String) throws(ServerSettingsError) {
        let bytes = Array(secret.utf8)
        guard bytes.count <= Self.longestSecret, bytes.allSatisfy(Self.isAllowed) else {
            throw Self.refused("a secret has at most \(Self.longestSecret) letters, digits and -._~+/=")
        }
        let bits = SecretStrength.bits(of: bytes)
        guard bits >= SecretStrength.fewestBits else {
            throw Self.refused(
                "the secret of \(name ?? role.rawValue) is too easy to guess (about \(bits) bits, \(SecretStrength.fewestBits) needed);"
                    + " make one with: openssl rand -hex 32"
            )
        }
        try self.init(role: role, name: name, digest: SHA256.hash(bytes))
    }

    /// Takes the SHA-256 of a secret, which must have been made at random: its strength can't be checked.
    /// - Throws: `ServerSettingsError` if the name has other characters, or if the digest hasn't 32 bytes.
    public init(role: Role, name: String? = nil, digest: [UInt8]) throws(ServerSettingsError) {
        let name = name ?? role.rawValue
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowedInName) else {
            throw Self.refused("a name has 1 to 64 letters, digits and -_.")
        }
        guard digest.count == 32 else { throw Self.refused("a digest is sha256: followed by 64 hexadecimal digits") }
        self.name = name
        self.role = role
        self.digest = digest
    }

    /// Whether a digest is this token's.
    ///
    /// The time that it takes doesn't depend on where the two differ.
    func hasDigest(_ other: [UInt8]) -> Bool {
        guard other.count == digest.count else { return false }
        return zip(digest, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    static func refused(_ reason: String) -> ServerSettingsError { .invalid(key: "access.tokens", reason: reason) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
        default: isAllowedInName(byte)
        }
    }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension AccessToken: CustomStringConvertible {
    /// Role and name; never the secret, so that no log can show it.
    public var description: String { "\(role.rawValue)@\(name):…" }
}

extension [AccessToken] {
    /// The token with this secret.
    ///
    /// All tokens are compared, so that the time doesn't tell which one matches.
    func matching(_ secret: String) -> AccessToken? {
        let bytes = [UInt8](secret.utf8.prefix(AccessToken.longestSecret + 1))
        guard bytes.count <= AccessToken.longestSecret else { return nil }
        let digest = SHA256.hash(bytes)
        var match: AccessToken?
        for token in self where token.hasDigest(digest) { match = token }
        return match
    }
}
#endif
