public import CargoDomain

/// An access token that is managed while services run: who holds it, and until when it counts.
///
/// The store keeps the SHA-256 of its secret, and not the secret.
public struct ManagedToken: Hashable, Sendable {
    /// The holder's name, in the log and in the list; the token's identity.
    public let name: TokenName
    /// The stored version; 0 if none is stored.
    public private(set) var version: Int64
    /// The holder's role.
    public let role: Role
    /// The customer who holds the token; nil unless the role is `customer`.
    public let customer: CustomerId?
    /// The SHA-256 of the secret.
    public let digest: [UInt8]
    /// When it was created.
    public let createdAt: Instant
    /// The name of the caller who created it.
    public let createdBy: String
    /// From when on it doesn't count; nil if it counts until it is revoked.
    public let expiresAt: Instant?
    /// When it was last used, give or take a minute; nil if it never was.
    public private(set) var lastUsedAt: Instant?
    /// When it was revoked; nil if it wasn't.
    ///
    /// A revoked token stays in the store for a while, so that a late note of its use can't bring it back.
    public private(set) var revokedAt: Instant?

    /// How long a token stays in the list that was revoked or has expired.
    package static let memory = Duration.seconds(30 * 86_400)

    /// Creates a token, or reconstitutes a stored one.
    /// - Throws: `shape_invalid` at `customerId` if a customer is missing or given to another role, at `digest` unless that has 32 bytes, and at
    ///   `expiresAt` if that isn't after `createdAt`.
    public init(
        name: TokenName,
        version: Int64 = 0,
        role: Role,
        customer: CustomerId?,
        digest: [UInt8],
        createdAt: Instant,
        createdBy: String,
        expiresAt: Instant?,
        lastUsedAt: Instant? = nil,
        revokedAt: Instant? = nil
    ) throws(DomainError) {
        guard (role == .customer) == (customer != nil) else { throw .shapeInvalid(path: "customerId") }
        guard digest.count == 32 else { throw .shapeInvalid(path: "digest") }
        if let expiresAt, expiresAt <= createdAt { throw .shapeInvalid(path: "expiresAt") }
        self.name = name
        self.version = version
        self.role = role
        self.customer = customer
        self.digest = digest
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
    }

    /// Returns the token as stored in this version.
    public func stored(as version: Int64) -> ManagedToken { ManagedToken(self, version: version) }

    private init(_ other: ManagedToken, version: Int64) {
        self = other
        self.version = version
    }

    /// Whether it counts.
    public func counts(at now: Instant) -> Bool { revokedAt == nil && (expiresAt.map { now < $0 } ?? true) }

    /// Whether it was revoked or has expired so long ago that the store can forget it.
    package func isOver(at now: Instant) -> Bool { (revokedAt ?? expiresAt).map { $0.later(Self.memory) <= now } ?? false }

    /// Revokes it.
    package mutating func revoke(at now: Instant) { revokedAt = revokedAt ?? now }

    /// Notes that it was used.
    package mutating func use(at now: Instant) { lastUsedAt = max(now, lastUsedAt ?? now) }

    /// Returns a new secret, such as `cargo_3f0c…`: 256 random bits in hexadecimal.
    ///
    /// The prefix lets programs that search for leaked secrets recognize it.
    package static func secret() -> String { prefix + Hexadecimal.random(bytes: 32) }

    /// The beginning of every secret.
    package static let prefix = "cargo_"
}
