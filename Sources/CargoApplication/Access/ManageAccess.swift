public import CargoDomain

/// Creates, lists and revokes tokens while services run, and signs their holders out.
///
/// Every service that uses the store follows within a second.
public struct ManageAccess: Sendable {
    /// The maximum number of tokens that count.
    public static let maximumTokens = 10_000

    private let access: any AccessRepository
    private let clock: any DomainClock

    /// Creates the use case.
    /// - Throws: `store_unavailable` if the store doesn't keep tokens.
    public init(_ kit: CargoKit) throws(DomainError) {
        guard let access = kit.store.access else { throw .technical(.storeUnavailable, cause: "this store doesn't keep tokens") }
        self.init(access, kit.clock)
    }

    package init(_ access: any AccessRepository, _ clock: any DomainClock) {
        self.access = access
        self.clock = clock
    }

    /// What came of a new token.
    public enum Creation: Sendable {
        /// It counts from now on. The secret isn't kept.
        case created(ManagedToken, secret: String)
        /// There is a token with this name that counts.
        case exists
        /// There are as many as are allowed.
        case tooMany
    }

    /// Creates a token.
    /// - Parameters:
    ///   - name: the holder's name.
    ///   - role: the holder's role.
    ///   - customer: the customer who holds it, for the role `customer` only.
    ///   - expiresAt: from when on it doesn't count; nil if it counts until it is revoked.
    ///   - createdBy: the name of the caller, for the list.
    /// - Returns: `shape_invalid` at `customerId` or `expiresAt`.
    public func create(
        _ name: TokenName,
        role: Role,
        customer: CustomerId? = nil,
        expiresAt: Instant? = nil,
        createdBy: String
    ) async -> Result<Creation, DomainError> {
        await outcome { () async throws(DomainError) in
            let secret = ManagedToken.secret()
            let (tokens, now) = (try await list().get(), clock.now())
            let stored = tokens.first { $0.name == name }
            if let stored, stored.counts(at: now) { return .exists }
            guard tokens.count(where: { $0.counts(at: now) }) < Self.maximumTokens else { return .tooMany }
            let token = try ManagedToken(
                name: name,
                version: stored?.version ?? 0,
                role: role,
                customer: customer,
                digest: SHA256.hash(Array(secret.utf8)),
                createdAt: now,
                createdBy: createdBy,
                expiresAt: expiresAt
            )
            return try await access.save(.token(token)).get() ? .created(token, secret: secret) : .exists
        }
    }

    /// Returns all tokens, ordered by name; those that were revoked or have expired for a month.
    public func list() async -> Result<[ManagedToken], DomainError> { await access.findAll().map { $0.compactMap(\.token) } }

    /// Revokes a token: with it, the sessions and event streams of its holder end.
    /// - Returns: whether there was one that wasn't revoked.
    public func revoke(_ name: TokenName) async -> Result<Bool, DomainError> {
        await outcome { () async throws(DomainError) in
            while var token = try await access.find(.token(name)).get()?.token, token.revokedAt == nil {
                token.revoke(at: clock.now())
                if try await access.save(.token(token)).get() { return true }
            }
            return false
        }
    }

    /// Removes the tokens of a customer, and returns how many there were.
    package func removeTokens(of customer: CustomerId) async throws(DomainError) -> Int {
        var removed = 0
        while true {
            let theirs = try await access.findAll().get().filter { $0.token?.customer == customer }
            if theirs.isEmpty { return removed }
            // One that was just used has another version, and is found again.
            for entry in theirs where try await access.remove(entry).get() { removed += 1 }
        }
    }

    /// Ends all sessions of a holder, and the tokens of the identity provider that they have.
    ///
    /// They may sign in again, unless their token is revoked, or the identity provider doesn't let them.
    public func signOutEverywhere(_ principal: Principal) async -> Result<Void, DomainError> {
        await signOut(principal) { $0.endEverything(at: clock.now()) }
    }

    /// Ends one session.
    package func signOut(_ principal: Principal, of session: SignOut.Session) async -> Result<Void, DomainError> {
        await signOut(principal) { $0.end(session, at: clock.now()) }
    }

    private func signOut(_ principal: Principal, _ change: @escaping @Sendable (inout SignOut) -> Void) async -> Result<Void, DomainError> {
        await outcome { () async throws(DomainError) in
            while true {
                var signOut = try await access.find(.signOut(principal)).get()?.signOut ?? SignOut(principal)
                change(&signOut)
                if try await access.save(.signOut(signOut)).get() { return }
            }
        }
    }
}

extension AccessEntry {
    /// The token; nil for other entries.
    package var token: ManagedToken? { if case .token(let token) = self { token } else { nil } }
    /// What ended; nil for other entries.
    package var signOut: SignOut? { if case .signOut(let signOut) = self { signOut } else { nil } }
}
