public import CargoDomain

/// What a store knows of access to the services that use it, beside their settings.
public enum AccessEntry: Hashable, Sendable {
    /// A token.
    case token(ManagedToken)
    /// What ended before its time.
    case signOut(SignOut)

    /// What an entry is found by.
    public enum Id: Hashable, Sendable {
        /// The name of a token.
        case token(TokenName)
        /// A holder who has signed out.
        case signOut(Principal)

        /// The id as text.
        public var text: String {
            switch self {
            case .token(let name): AccessEntry.tokens + name.text
            case .signOut(let principal): AccessEntry.signOuts + SignOut.holder(principal)
            }
        }
    }

    /// What the ids of tokens begin with.
    package static let tokens = "token:"
    private static let signOuts = "signout:"

    /// What counts in the place of a stored entry that is broken; nil if nothing does.
    package static func broken(id: String, version: Int64) -> AccessEntry? {
        guard id.hasPrefix(signOuts) else { return nil }
        let holder = String(id.dropFirst(signOuts.count))
        return (try? SignOut(holder: holder, version: version, everythingUntil: .latest, sessions: [])).map(AccessEntry.signOut)
    }

    /// The id as text, by which entries are ordered.
    public var id: String {
        switch self {
        case .token(let token): Self.tokens + token.name.text
        case .signOut(let signOut): Self.signOuts + signOut.holder
        }
    }

    /// The stored version; 0 if none is stored.
    public var version: Int64 {
        switch self {
        case .token(let token): token.version
        case .signOut(let signOut): signOut.version
        }
    }

    /// Returns the entry as stored in this version.
    public func stored(as version: Int64) -> AccessEntry {
        switch self {
        case .token(let token): .token(token.stored(as: version))
        case .signOut(let signOut): .signOut(signOut.stored(as: version))
        }
    }
}

extension AccessEntry {
    /// Whether the store can forget it.
    package func isOver(at now: Instant) -> Bool {
        switch self {
        case .token(let token): token.isOver(at: now)
        case .signOut(let signOut): signOut.isOver(at: now)
        }
    }
}

/// Stores who has access to the services that use a store, and what ended before its time.
///
/// Each save is a compare-and-set by version (REP-2). A removed id can be used again.
public protocol AccessRepository: Sendable {
    /// Returns an entry; nil if there is none.
    @concurrent
    func find(_ id: AccessEntry.Id) async -> Result<AccessEntry?, DomainError>

    /// Returns all entries, ordered by id.
    /// - Parameter known: what was read before. Of these, the entries whose version is stored still needn't be read again.
    /// - Returns: broken tokens are left out; of a holder whose sign-out is broken, everything has ended.
    @concurrent
    func findAll(knowing known: [AccessEntry]) async -> Result<[AccessEntry], DomainError>

    /// Durably stores an entry as the next version if the store holds the version that it names.
    /// - Returns: whether it was stored; false if another writer was faster.
    @concurrent
    func save(_ entry: AccessEntry) async -> Result<Bool, DomainError>

    /// Durably removes an entry if the store holds the version that it names.
    /// - Returns: whether it was removed; false if another writer was faster.
    @concurrent
    func remove(_ entry: AccessEntry) async -> Result<Bool, DomainError>
}

extension AccessRepository {
    /// Returns all entries, ordered by id.
    public func findAll() async -> Result<[AccessEntry], DomainError> { await findAll(knowing: []) }
}
