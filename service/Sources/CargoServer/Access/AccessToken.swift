public import CargoApplication
public import CargoDomain
import CargoInfrastructure

/// A bearer token: its holder's name and role.
///
/// Stores only the SHA-256 of the secret.
public struct AccessToken: Hashable, Sendable {
    /// The holder's name in the log.
    public let name: String
    /// The holder's role.
    public let role: Role
    /// The customer who holds the token; nil unless the role is `customer`.
    public let customer: CustomerId?
    let digest: [UInt8]

    /// A token of the store.
    init(_ token: ManagedToken) { (name, role, customer, digest) = (token.name.text, token.role, token.customer, token.digest) }

    /// The longest accepted secret, in bytes.
    static let longestSecret = 512

    /// Creates a token from a secret.
    /// - Parameters:
    ///   - role: the holder's role.
    ///   - name: 1 to 64 ASCII letters, digits, `-`, `_` and `.`; the role's name if absent.
    ///   - customer: the customer, for the role `customer` only.
    ///   - secret: at most 512 ASCII letters, digits and `-._~+/=`, hard to guess.
    /// - Throws: `ServerSettingsError` if the name or the secret contains other characters, if the secret is too easy to guess, or if a
    ///   customer is missing or given to another role.
    public init(role: Role, name: String? = nil, customer: CustomerId? = nil, secret: String) throws(ServerSettingsError) {
        let bytes = Array(secret.utf8)
        guard bytes.count <= Self.longestSecret, bytes.allSatisfy(Self.isAllowed) else {
            throw Self.refused("a secret may have at most \(Self.longestSecret) letters, digits and -._~+/=")
        }
        let bits = SecretStrength.bits(of: bytes)
        guard bits >= SecretStrength.fewestBits else {
            throw Self.refused(
                "the secret of \(name ?? role.rawValue) is too easy to guess (about \(bits) bits, needs \(SecretStrength.fewestBits));"
                    + " generate one with: openssl rand -hex 32"
            )
        }
        try self.init(role: role, name: name, customer: customer, digest: SHA256.hash(bytes))
    }

    /// Creates a token from the SHA-256 of a secret.
    ///
    /// Generate the secret at random, because its strength can't be checked.
    /// - Throws: `ServerSettingsError` if the name contains other characters, if the digest isn't 32 bytes long, or if a customer is missing or
    ///   given to another role.
    public init(role: Role, name: String? = nil, customer: CustomerId? = nil, digest: [UInt8]) throws(ServerSettingsError) {
        let name = name ?? customer?.text ?? role.rawValue
        guard (role == .customer) == (customer != nil) else {
            throw Self.refused("the role customer, and no other, needs a customer code: customer=ACME:SECRET")
        }
        guard (try? TokenName(name)) != nil else {
            throw Self.refused("a name must consist of 1 to 64 letters, digits and -_.")
        }
        guard digest.count == 32 else { throw Self.refused("a digest must be sha256: followed by 64 hexadecimal digits") }
        self.name = name
        self.role = role
        self.customer = customer
        self.digest = digest
    }

    /// Hashes the digest in one piece, which is enough to tell tokens apart.
    public func hash(into hasher: inout Hasher) { digest.withUnsafeBytes { hasher.combine(bytes: $0) } }

    /// Whether a digest equals this token's digest.
    ///
    /// Compares in constant time: the duration doesn't depend on where the two differ.
    func hasDigest(_ other: [UInt8]) -> Bool {
        digest.isEqualInConstantTime(to: other)
    }

    static func refused(_ reason: String) -> ServerSettingsError { .invalid(key: "access.tokens", reason: reason) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
        default: TokenName.isAllowed(byte)
        }
    }
}

extension AccessToken: CustomStringConvertible {
    /// The role and the name, but never the secret, so no log can expose it.
    public var description: String { "\(role.rawValue)\(customer.map { "=\($0)" } ?? "")@\(name):…" }
}

extension [UInt8] {
    /// Compares secrets: the duration doesn't depend on where the two differ.
    func isEqualInConstantTime(to other: [UInt8]) -> Bool { count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0 }
}

extension [AccessToken] {
    /// Returns the token with this secret, or nil.
    ///
    /// Compares the secret with every token, so the duration doesn't reveal which one matches.
    func matching(_ secret: String) -> AccessToken? {
        let bytes = [UInt8](secret.utf8.prefix(AccessToken.longestSecret + 1))
        guard bytes.count <= AccessToken.longestSecret else { return nil }
        let digest = SHA256.hash(bytes)
        var match: AccessToken?
        for token in self where token.hasDigest(digest) { match = token }
        return match
    }
}
