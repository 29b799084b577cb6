public import CargoDomain

/// The holder of access, as far as signing out is concerned: the holder of a token, or a person of the identity provider.
public enum Principal: Hashable, Sendable {
    /// The holders of the tokens with a name.
    case token(String)
    /// The holder of one token, by the SHA-256 of its secret: of several with a name, only this one.
    case secret(digest: [UInt8])
    /// A person or program of the identity provider, by subject.
    case subject(String)
}

/// Which sessions of a holder ended before their time.
///
/// Its size is bounded: if a holder signs out of more sessions than are kept, all of theirs end.
public struct SignOut: Hashable, Sendable {
    /// The maximum number of ended sessions that are kept one by one.
    public static let maximumSessions = 64
    /// How long everything that began before stays ended: longer than any session, or token of an identity provider, should last.
    package static let memory = Duration.seconds(400 * 86_400)

    /// A session that ended.
    public struct Session: Hashable, Sendable {
        /// Its id.
        public let id: String
        /// When it would have ended.
        public let until: Instant

        /// Creates a session.
        public init(id: String, until: Instant) {
            self.id = id
            self.until = until
        }
    }

    /// The holder's id: the SHA-256 of who it is, 64 hexadecimal digits.
    public let holder: String
    /// The stored version; 0 if none is stored.
    public private(set) var version: Int64
    /// Every session and every token of the identity provider that began until then has ended; nil if that was never asked for.
    public private(set) var everythingUntil: Instant?
    /// The sessions that ended one by one.
    public private(set) var sessions: [Session]

    /// Creates an entry that says nothing yet.
    public init(_ principal: Principal) {
        holder = Self.holder(principal)
        version = 0
        sessions = []
    }

    /// Reconstitutes a stored entry.
    /// - Throws: `shape_invalid`.
    public init(holder: String, version: Int64, everythingUntil: Instant?, sessions: [Session]) throws(DomainError) {
        guard holder.utf8.count == 64, holder.utf8.allSatisfy(TokenName.isAllowed) else { throw .shapeInvalid(path: "holder") }
        guard sessions.count <= Self.maximumSessions else { throw .shapeInvalid(path: "sessions") }
        self.holder = holder
        self.version = version
        self.everythingUntil = everythingUntil
        self.sessions = sessions
    }

    /// Returns the entry as stored in this version.
    public func stored(as version: Int64) -> SignOut { SignOut(self, version: version) }

    private init(_ other: SignOut, version: Int64) {
        self = other
        self.version = version
    }

    /// The id of a holder, which doesn't name them.
    package static func holder(_ principal: Principal) -> String {
        let text: [UInt8] =
            switch principal {
            case .token(let name): Array("token:\(name)".utf8)
            case .secret(let digest): Array("secret:".utf8) + digest
            case .subject(let subject): Array("subject:\(subject)".utf8)
            }
        return Hexadecimal.encode(SHA256.hash(text))
    }

    /// Ends one session.
    package mutating func end(_ session: Session, at now: Instant) {
        sessions.removeAll { $0.until <= now || $0.id == session.id }
        if sessions.count < Self.maximumSessions { sessions.append(session) } else { endEverything(at: now) }
    }

    /// Ends everything that began until now.
    package mutating func endEverything(at now: Instant) {
        everythingUntil = max(now, everythingUntil ?? now)
        sessions = []
    }

    /// Whether what began then has ended; one that doesn't say when it began has ended if anything has.
    package func hasEnded(_ id: String?, begunAt begun: Instant?) -> Bool {
        if let everythingUntil { if begun.map({ $0 <= everythingUntil }) ?? true { return true } }
        return id.map { id in sessions.contains { $0.id == id } } ?? false
    }

    /// Whether all of it has been out of date for a day, which is longer than any change can be under way.
    package func isOver(at now: Instant) -> Bool {
        let ends = sessions.map(\.until) + (everythingUntil.map { [$0.later(Self.memory)] } ?? [])
        return ends.allSatisfy { $0.later(.seconds(86_400)) <= now }
    }
}
