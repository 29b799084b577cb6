#if Server
import Synchronization

/// Who is signed in at the pages: a random name for each, kept in memory and known to one browser as a cookie.
///
/// A restart signs everybody out. The memory is bounded: sessions end by themselves, and where there are too many the oldest go first.
final class PageSessions: Sendable {
    /// A browser that signed in.
    struct Session: Sendable {
        /// Whose token was shown.
        let caller: Caller
        /// What forms of this session carry, so that no other site's form passes for one of ours.
        let csrf: String
        fileprivate let end: ContinuousClock.Instant
    }

    /// How long a session lasts, in seconds.
    static let lifetime = 12 * 60 * 60
    private static let mostSessions = 10_000

    private let now: @Sendable () -> ContinuousClock.Instant
    private let sessions = Mutex<[String: Session]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Begins a session and gives its name.
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

    /// The session of that name, while it lasts.
    func find(_ name: String) -> Session? {
        let now = now()
        return sessions.withLock { sessions in
            guard let session = sessions[name] else { return nil }
            if session.end > now { return session }
            sessions[name] = nil
            return nil
        }
    }

    /// Tells of a session whether it has ended.
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

/// A look at a session, for what has to end with it.
struct SessionWatch: Sendable {
    fileprivate let sessions: PageSessions
    fileprivate let name: String

    /// Whether the browser has signed out or in again, or the session has lasted its time.
    var hasEnded: Bool { sessions.find(name) == nil }
}
#endif
