import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Crypto
import Foundation

/// The sessions of an area of the pages.
///
/// The browser's cookie holds the session, encrypted and authenticated (AES-256-GCM). So any process with the same key can answer any request, and a
/// restart signs nobody out. The store says which sessions have ended early, so every process knows.
final class PageSessions: Sendable {
    /// A signed-in browser.
    struct Session: Sendable {
        /// Who signed in.
        let caller: Caller
        /// The token that the session's forms carry, so that forms of other sites are rejected.
        let csrf: String
        /// Tells the session from all others.
        let id: String
        let begin: Instant
        let end: Instant
        /// The digest of the token that was used to sign in; empty for others.
        fileprivate let digest: [UInt8]

        /// Whose session it is: names of tokens can be shared.
        var principal: Principal { digest.isEmpty ? caller.principal : .secret(digest: digest) }
    }

    /// How long a session lasts that was begun with a token.
    static let lifetime = Duration.seconds(12 * 60 * 60)
    private static let maximumBytes = 4096

    private let area: PageArea
    private let directory: AccessDirectory
    private var settings: ServerSettings.Access { directory.settings }
    private let keys: [SymmetricKey]
    private var clock: any DomainClock { directory.clock }

    /// - Parameter directory: who may have sessions, and the settings with the keys; without keys, a random one that ends with the process.
    init(_ area: PageArea, _ directory: AccessDirectory) {
        self.area = area
        self.directory = directory
        let settings = directory.settings
        keys = settings.sessionKeys.isEmpty ? [SymmetricKey(size: .bits256)] : settings.sessionKeys.map { SymmetricKey(data: $0.bytes) }
    }

    /// Starts a session and returns the text for its cookie.
    /// - Parameter token: the token that was used to sign in.
    func begin(as caller: Caller, with token: AccessToken? = nil, for duration: Duration = lifetime) -> (name: String, session: Session) {
        let begin = clock.now()
        let end = (try? begin.advanced(by: duration)) ?? .latest
        let session = Session(
            caller: caller,
            csrf: Hexadecimal.random(bytes: 16),
            id: Hexadecimal.random(bytes: 16),
            begin: begin,
            end: end,
            digest: token?.digest ?? []
        )
        return (seal(session), session)
    }

    /// The session in a cookie; nil if it has ended, or if the token or the provider that began it is gone.
    func find(_ name: String) -> Session? { open(name).flatMap { isOpen($0) ? $0 : nil } }

    /// Returns a handle that reports whether a session has ended.
    func watch(_ name: String) -> SessionWatch { SessionWatch(sessions: self, session: find(name)) }

    /// Ends a session before its time.
    /// - Throws: the store's errors; then it has ended in this process alone.
    func end(_ name: String) async throws(Problem) {
        guard let session = find(name) else { return }
        try await directory.end(SignOut.Session(id: session.id, until: session.end), of: session.principal)
    }

    fileprivate func isOpen(_ session: Session) -> Bool {
        session.end > clock.now() && isKnown(session)
            && !directory.hasEnded([session.principal, session.caller.principal], session: session.id, begunAt: session.begin)
    }

    /// Whether the service still knows who began a session.
    private func isKnown(_ session: Session) -> Bool {
        if session.caller.subject != nil { return settings.identity?.client != nil }
        if session.digest.isEmpty { return settings.isOpen }
        // What the token permits may have changed as well.
        return directory.token(withDigest: session.digest).map(Caller.holder) == session.caller
    }

    // MARK: Encryption

    private func seal(_ session: Session) -> String {
        let caller = session.caller
        let members: [(String, String?)] = [
            ("csrf", session.csrf), ("customer", caller.customer?.text),
            ("digest", session.digest.isEmpty ? nil : Base64.encode(session.digest)),
            ("id", session.id), ("name", caller.name), ("role", caller.role?.rawValue), ("subject", caller.subject),
        ]
        let times = [("begin", session.begin), ("end", session.end)].map { name, time in
            Input.Member(name: name, value: .integer(time.epochMilliseconds))
        }
        let object = members.compactMap { name, text in text.map { Input.Member(name: name, value: .text($0)) } } + times
        let plain = CanonicalJSON.bytes(of: .object(object.sorted { $0.name < $1.name }))
        guard let key = keys.first, let box = try? AES.GCM.seal(plain, using: key, authenticating: purpose), let sealed = box.combined
        else {
            // safe: there is a key, and AES-GCM takes any message of this length
            preconditionFailure("a session can't be encrypted")
        }
        return Base64URL.encode(Array(sealed))
    }

    private func open(_ name: String) -> Session? {
        let bytes = Array(name.utf8)
        guard bytes.count <= Self.maximumBytes, let sealed = Base64URL.decode(bytes), let box = try? AES.GCM.SealedBox(combined: sealed),
            let plain = keys.lazy.compactMap({ try? AES.GCM.open(box, using: $0, authenticating: self.purpose) }).first,
            let object = Input(foreign: Array(plain)), let begin = object.time("begin"), let end = object.time("end"),
            let csrf = object["csrf"]?.asText, let id = object["id"]?.asText, let name = object["name"]?.asText
        else { return nil }
        let digest = object["digest"]?.asText.flatMap { Base64.decode(Array($0.utf8)) } ?? []
        let subject = object["subject"]?.asText
        let caller = Caller(
            name: name,
            role: object["role"]?.asText.flatMap(Role.init),
            isAnonymous: false,
            customer: object["customer"]?.asText.flatMap { try? CustomerId($0) },
            subject: subject,
            isUnknown: subject == nil && digest.isEmpty
        )
        return Session(caller: caller, csrf: csrf, id: id, begin: begin, end: end, digest: digest)
    }

    /// What a cookie is for, so that a session of one area isn't one of another.
    private var purpose: [UInt8] { Array("cargo-kit session, \(area.rawValue)".utf8) }
}

extension Input {
    fileprivate func time(_ name: String) -> Instant? {
        guard case .integer(let milliseconds)? = self[name] else { return nil }
        return try? Instant(epochMilliseconds: milliseconds)
    }
}

/// Observes a session, for streams that must end with it.
struct SessionWatch: Sendable {
    fileprivate let sessions: PageSessions
    fileprivate let session: PageSessions.Session?

    /// The holder of the session; nil once it has ended.
    var caller: Caller? { session.flatMap { sessions.isOpen($0) ? $0.caller : nil } }

    /// Whether the browser has signed out or in again, or the session has expired.
    var hasEnded: Bool { caller == nil }
}
