#if Server
import Synchronization

/// The sessions of the pages.
///
/// Each has a random name, kept in memory and in a cookie of one browser.
///
/// A restart signs everyone out. Memory is bounded: sessions expire, and when there are too many, the oldest end first.
final class PageSessions: Sendable {
    /// A signed-in browser.
    struct Session: Sendable {
        /// The holder of the token that was used to sign in.
        let caller: Caller
        /// The token that the session's forms carry, so that forms of other sites are rejected.
        let csrf: String
        fileprivate let end: ContinuousClock.Instant
    }

    /// How long a session lasts, in seconds.
    static let lifetime = 12 * 60 * 60
    private static let mostSessions = 10_000

    private let now: @Sendable () -> ContinuousClock.Instant
    private let sessions = Mutex<[String: Session]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Starts a session and returns its name.
    func begin(as caller: Caller) -> (name: String, session: Session) {
        let now = now()
        let session = Session(caller: caller, csrf: Self.secret(), end: now + .seconds(Self.lifetime))
        let name = Self.secret()
        sessions.withLock { sessions in
            if sessions.count >= Self.mostSessions {
                sessions = sessions.filter { $0.value.end > now }
                while sessions.count >= Self.mostSessions, let oldest = sessions.min(by: { $0.value.end < $1.value.end }) {
                    sessions[oldest.key] = nil
                }
            }
            sessions[name] = session
        }
        return (name, session)
    }

    /// The session with this name, unless it has expired.
    func find(_ name: String) -> Session? {
        let now = now()
        return sessions.withLock { sessions in
            guard let session = sessions[name] else { return nil }
            if session.end > now { return session }
            sessions[name] = nil
            return nil
        }
    }

    /// Returns a handle that reports whether a session has ended.
    func watch(_ name: String) -> SessionWatch { SessionWatch(sessions: self, name: name) }

    /// Ends a session.
    func end(_ name: String) { sessions.withLock { $0[name] = nil } }

    /// 128 random bits in hexadecimal.
    static func secret() -> String {
        var source = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(source.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// Observes a session, for streams that must end with it.
struct SessionWatch: Sendable {
    fileprivate let sessions: PageSessions
    fileprivate let name: String

    /// Whether the browser has signed out or in again, or the session has expired.
    var hasEnded: Bool { sessions.find(name) == nil }
}
#endif
