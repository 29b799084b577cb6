import CargoApplication
import CargoDomain
import CargoInfrastructure
import Logging
import ServiceLifecycle
import Synchronization

/// Who has access to the service: the tokens of the settings, those of the store as it was last read, and what ended before its time.
///
/// The store is read every half second, so a process learns within a second of what another one has changed. If the store can't be read, what was
/// read last goes on counting, and before the first time no session counts.
final class AccessDirectory: Service, Sendable {
    let settings: ServerSettings.Access
    private let access: (any AccessRepository)?
    let clock: any DomainClock
    private let logger: Logger
    private let state = Mutex(State())

    private static let interval = Duration.milliseconds(500)
    /// The minimum age of what was read when an unknown token of the store makes it be read again.
    private static let patience = Duration.milliseconds(100)
    /// How long after a noted use the next one is noted.
    private static let noteInterval = Duration.seconds(60)

    private struct State {
        // By digest: an attacker who measures lookups learns of digests, which lead to no secret.
        var tokens: [[UInt8]: ManagedToken] = [:]
        var names: [TokenName: ManagedToken] = [:]
        var signOuts: [String: SignOut] = [:]
        var entries: [AccessEntry] = []
        var readAt: ContinuousClock.Instant?
        /// When the last reading was begun that has ended, even if it failed.
        var readSince: ContinuousClock.Instant?
        /// When a reading last ended, even if it failed, and how long it took.
        var triedAt: ContinuousClock.Instant?
        var cost = Duration.zero
        /// Whether to read again what is known as well.
        var readsAll = false
        var reading: (since: ContinuousClock.Instant, task: Task<Void, Never>)?
        var hasFailed = false
        /// The tokens that were used since their use was last noted.
        var used: Set<TokenName> = []
        /// The sessions that ended in this process, and when they would have: they have ended here even if that can't be stored.
        var endedHere: [String: Instant] = [:]
        var sweepAt = 1000
    }

    init(
        _ settings: ServerSettings.Access,
        _ access: (any AccessRepository)? = nil,
        clock: any DomainClock = SystemClock(),
        logger: Logger = Logger(label: "cargo-server")
    ) {
        self.settings = settings
        self.access = access
        self.clock = clock
        self.logger = logger
    }

    /// Changes what the store keeps; nil if it keeps nothing.
    ///
    /// `refresh` makes this process follow at once.
    var desk: ManageAccess? { access.map { ManageAccess($0, clock) } }

    // MARK: Tokens

    /// Whether the store may have tokens.
    var hasManagedTokens: Bool { state.withLock { !$0.tokens.isEmpty } }

    /// What the directory knows of a secret.
    enum Judgement {
        case counts(AccessToken)
        /// It was a token's that was revoked or has expired.
        case ended
        /// The store may have it, but hasn't been read yet.
        case unread
        case unknown
    }

    /// Judges a secret, and notes its use if it counts.
    func judge(_ secret: String) -> Judgement {
        if let token = settings.tokens.matching(secret) { return .counts(token) }
        guard access != nil, Self.isManaged(secret) else { return .unknown }
        let digest = SHA256.hash(Array(secret.utf8))
        if let token = managed(digest) { return .counts(token) }
        return state.withLock { $0.readAt == nil ? .unread : $0.tokens[digest] == nil ? .unknown : .ended }
    }

    /// Returns the token with this digest, and notes its use; nil if there is none that counts.
    func token(withDigest digest: [UInt8]) -> AccessToken? { settings.tokens.first { $0.hasDigest(digest) } ?? managed(digest) }

    private func managed(_ digest: [UInt8]) -> AccessToken? {
        let now = clock.now()
        let token = state.withLock { state -> ManagedToken? in
            guard let token = state.tokens[digest], token.counts(at: now) else { return nil }
            if token.lastUsedAt.map({ $0.later(Self.noteInterval) <= now }) ?? true { state.used.insert(token.name) }
            return token
        }
        return token.map(AccessToken.init)
    }

    /// Whether a secret has the form of those that the store's tokens have.
    private static func isManaged(_ secret: String) -> Bool {
        secret.utf8.count <= AccessToken.longestSecret && secret.utf8.starts(with: ManagedToken.prefix.utf8)
    }

    /// Whether a secret could be that of a token which was created since the store was last read.
    func mayBeNew(_ secret: String) -> Bool {
        guard access != nil, Self.isManaged(secret), settings.tokens.matching(secret) == nil else { return false }
        let digest = SHA256.hash(Array(secret.utf8))
        return state.withLock { $0.tokens[digest] == nil }
    }

    /// Waits until the store has been read, if a secret could be that of a new token.
    ///
    /// Strangers who send such secrets without end keep the store busy for a tenth of the time at most.
    func prepare(for secret: String) async {
        let asked = ContinuousClock.now
        guard mayBeNew(secret) else { return }
        let rest = state.withLock { state in
            state.triedAt.map { max(Self.patience, state.cost * 9) - $0.duration(to: asked) } ?? .zero
        }
        // If reading takes long, the token counts from the next regular reading on.
        if rest > Self.interval { return }
        if rest > .zero { try? await Task.sleep(for: rest) }
        await refresh(asked)
    }

    // MARK: Sessions

    /// Whether it is known what has ended.
    var isReady: Bool { access == nil || state.withLock { $0.readAt != nil } }

    /// The problem of a caller who can't be judged before the store has been read.
    static var unread: Problem { Problem(.technical(.storeUnavailable, cause: "the store's tokens haven't been read yet")) }

    /// Whether what any of some principals, who are the same holder, began then has ended before its time.
    /// - Parameters:
    ///   - session: the id of a session; nil for a token of the identity provider.
    ///   - begun: when it began; nil if it doesn't say.
    func hasEnded(_ principals: [Principal], session: String? = nil, begunAt begun: Instant?) -> Bool {
        let (isReady, isEndedHere, hasSignOuts) = state.withLock { state in
            (access == nil || state.readAt != nil, session.map { state.endedHere[$0] != nil } ?? false, !state.signOuts.isEmpty)
        }
        if !isReady || isEndedHere { return true }
        guard hasSignOuts else { return false }
        let holders = principals.map(SignOut.holder)
        return state.withLock { state in holders.contains { state.signOuts[$0]?.hasEnded(session, begunAt: begun) ?? false } }
    }

    /// Ends a session before its time, here at once and in every other process within a second.
    /// - Throws: the store's errors; then it has ended here alone.
    func end(_ session: SignOut.Session, of principal: Principal) async throws(Problem) {
        let now = clock.now()
        state.withLock { state in
            if state.endedHere.count >= state.sweepAt {
                state.endedHere = state.endedHere.filter { $0.value > now }
                // Sweeping at twice the size keeps the cost of each sign-out constant.
                state.sweepAt = max(1000, 2 * state.endedHere.count)
            }
            state.endedHere[session.id] = session.until
        }
        try await desk?.signOut(principal, of: session).orProblem()
    }

    /// Ends all sessions of a holder, here at once and in every other process within a second.
    /// - Throws: the store's errors; then none has ended.
    func endEverything(of principal: Principal) async throws(Problem) {
        try await desk?.signOutEverywhere(principal).orProblem()
        await refresh()
    }

    // MARK: Reading

    /// Reads the store until the service shuts down, and notes there which tokens were used.
    func run() async throws {
        guard access != nil else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            var rounds = 0
            while !Task.isCancelled {
                await self.refresh()
                await self.noteUses()
                if rounds % 120 == 0 { await self.startOver() }
                rounds += 1
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Reads the store, unless that was begun since something was asked; all who wait share what is read next.
    func refresh(_ asked: ContinuousClock.Instant = .now) async {
        guard let access else { return }
        while true {
            let task = state.withLock { state -> Task<Void, Never>? in
                if state.reading == nil {
                    if let begun = state.readSince, begun >= asked { return nil }
                    state.reading = (since: ContinuousClock.now, task: Task { await self.read(access) })
                }
                return state.reading?.task
            }
            guard let task else { return }
            await task.value
        }
    }

    private func read(_ access: any AccessRepository) async {
        let began = ContinuousClock.now
        let (readsAll, known) = state.withLock { ($0.readsAll, $0.readsAll ? [] : $0.entries) }
        let found = await access.findAll(knowing: known)
        let hasChanged = state.withLock { state -> Bool in
            (state.readSince, state.reading) = (state.reading?.since, nil)
            (state.triedAt, state.cost) = (.now, began.duration(to: .now))
            guard case .success(let entries) = found else {
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            defer { (state.readAt, state.hasFailed) = (.now, false) }
            if readsAll { state.readsAll = false }
            guard entries != state.entries else { return state.hasFailed }
            state.entries = entries
            state.tokens = [:]
            state.names = [:]
            state.signOuts = [:]
            for entry in entries {
                if let token = entry.token { (state.tokens[token.digest], state.names[token.name]) = (token, token) }
                if let signOut = entry.signOut { state.signOuts[signOut.holder] = signOut }
            }
            return state.hasFailed
        }
        guard hasChanged else { return }
        switch found {
        case .success: logger.notice("the store's tokens can be read again")
        case .failure(let error):
            logger.warning(
                "the store's tokens can't be read",
                metadata: ["code": "\(error.code.rawValue)", "cause": "\(error.cause ?? "")"]
            )
        }
    }

    /// Notes in the store which tokens were used.
    func noteUses() async {
        let used = state.withLock { state in
            defer { state.used = [] }
            return state.used.compactMap { state.names[$0] }
        }
        for token in used {
            // Its name may be another token's by now.
            guard var stored = try? await access?.find(.token(token.name)).get()?.token, stored.digest == token.digest else { continue }
            stored.use(at: clock.now())
            // If another process was faster, its note does, and if the store can't be written, the next use is noted.
            _ = await access?.save(.token(stored))
        }
    }

    /// Removes from the store what says nothing any more, and reads the rest again.
    ///
    /// An entry that was removed and made again since it was last read can have the same version.
    func startOver() async {
        let now = clock.now()
        for entry in state.withLock({ $0.entries }) where entry.isOver(at: now) { _ = await access?.remove(entry) }
        state.withLock { $0.readsAll = true }
    }
}
