import Synchronization

/// The sessions of the pages.
///
/// Each has a random name, kept in memory and in a cookie of one browser.
///
/// A restart signs everyone out. Memory is bounded: sessions expire, and when a caller has too many, their oldest ends. Other callers'
/// sessions don't.
final class PageSessions: Sendable {
    /// A signed-in browser.
    struct Session: Sendable {
        /// The holder of the token that was used to sign in.
        let caller: Caller
        /// The token that the session's forms carry, so that forms of other sites are rejected.
        let csrf: String
        fileprivate let end: ContinuousClock.Instant
    }

    /// How long a session lasts that was begun with a token.
    static let lifetime = Duration.seconds(12 * 60 * 60)
    /// The maximum number of sessions of a caller who signed in.
    static let maximumPerCaller = 20
    /// The maximum number of sessions of a service without tokens, where all callers are the same one.
    private static let maximumOfLocal = 10_000

    private struct State {
        var sessions: [String: Session] = [:]
        /// The names of each caller's sessions, the oldest first.
        var names: [Caller: [String]] = [:]

        mutating func end(_ name: String) {
            guard let caller = sessions.removeValue(forKey: name)?.caller else { return }
            // safe: the condition finds the index in the same list
            if let index = names[caller]?.firstIndex(of: name) { names[caller]?.remove(at: index) }
        }
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Starts a session and returns its name.
    func begin(as caller: Caller, for duration: Duration = lifetime) -> (name: String, session: Session) {
        let now = now()
        let session = Session(caller: caller, csrf: Self.secret(), end: now + duration)
        let name = Self.secret()
        let maximum = caller == .local ? Self.maximumOfLocal : Self.maximumPerCaller
        state.withLock { state in
            if state.names[caller, default: []].count >= maximum, let oldest = state.names[caller]?.first { state.end(oldest) }
            state.sessions[name] = session
            state.names[caller, default: []].append(name)
        }
        return (name, session)
    }

    /// The session with this name, unless it has expired.
    func find(_ name: String) -> Session? {
        let now = now()
        return state.withLock { state in
            guard let session = state.sessions[name] else { return nil }
            if session.end > now { return session }
            state.end(name)
            return nil
        }
    }

    /// Returns a handle that reports whether a session has ended.
    func watch(_ name: String) -> SessionWatch { SessionWatch(sessions: self, name: name) }

    /// Ends a session.
    func end(_ name: String) { state.withLock { $0.end(name) } }

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

    /// The holder of the session; nil once it has ended.
    var caller: Caller? { sessions.find(name)?.caller }

    /// Whether the browser has signed out or in again, or the session has expired.
    var hasEnded: Bool { caller == nil }
}
