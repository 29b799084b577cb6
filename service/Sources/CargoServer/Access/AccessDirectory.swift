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
        /// How long the last read took.
        var cost = Duration.zero
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

    /// Returns the token with this secret; nil if there is none that counts.
    func token(with secret: String) -> AccessToken? {
        if let token = settings.tokens.matching(secret) { return token }
        guard Self.isManaged(secret) else { return nil }
        let now = clock.now()
        let token = state.withLock { state -> ManagedToken? in
            guard let token = state.tokens[SHA256.hash(Array(secret.utf8))], token.counts(at: now) else { return nil }
            if token.lastUsedAt.map({ $0.later(Self.noteInterval) <= now }) ?? true { state.used.insert(token.name) }
            return token
        }
        return token.map(AccessToken.init)
    }

    /// Returns the token with this digest; nil if there is none that counts.
    func token(withDigest digest: [UInt8]) -> AccessToken? {
        if let token = settings.tokens.first(where: { $0.hasDigest(digest) }) { return token }
        let now = clock.now()
        guard let token = state.withLock({ $0.tokens[digest] }), token.counts(at: now) else { return nil }
        return AccessToken(token)
    }

    /// Whether a secret has the form of those that the store's tokens have.
    private static func isManaged(_ secret: String) -> Bool {
        secret.utf8.count <= AccessToken.longestSecret && secret.utf8.starts(with: ManagedToken.prefix.utf8)
    }

    /// Whether a secret could be that of a token which was created since the store was last read.
    func mayBeNew(_ secret: String) -> Bool { access != nil && Self.isManaged(secret) && token(with: secret) == nil }

    /// Waits until the store has been read, if a secret could be that of a new token.
    ///
    /// Strangers who send such secrets without end keep the store busy for a tenth of the time at most.
    func prepare(for secret: String) async {
        let asked = ContinuousClock.now
        guard mayBeNew(secret) else { return }
        let rest = state.withLock { state in
            state.readAt.map { max(Self.patience, state.cost * 9) - $0.duration(to: asked) } ?? .zero
        }
        if rest > .zero { try? await Task.sleep(for: min(rest, Self.interval)) }
        await refresh(asked)
    }

    // MARK: Sessions

    /// Whether what a holder began then has ended before its time.
    /// - Parameters:
    ///   - session: the id of a session; nil for a token of the identity provider.
    ///   - begun: when it began; nil if it doesn't say.
    func hasEnded(_ principal: Principal, session: String? = nil, begunAt begun: Instant?) -> Bool {
        guard access != nil || session != nil else { return false }
        return state.withLock { state in
            if access != nil, state.readAt == nil { return true }
            if let session, state.endedHere[session] != nil { return true }
            return !state.signOuts.isEmpty && state.signOuts[SignOut.holder(principal)]?.hasEnded(session, begunAt: begun) ?? false
        }
    }

    /// Ends a session before its time, here at once and in every other process within a second.
    func end(_ session: SignOut.Session, of principal: Principal) async {
        let now = clock.now()
        state.withLock { state in
            if state.endedHere.count >= state.sweepAt {
                state.endedHere = state.endedHere.filter { $0.value > now }
                // Sweeping at twice the size keeps the cost of each sign-out constant.
                state.sweepAt = max(1000, 2 * state.endedHere.count)
            }
            state.endedHere[session.id] = session.until
        }
        if let desk { await store { await desk.signOut(principal, of: session) } }
    }

    /// Ends all sessions of a holder, here at once and in every other process within a second.
    func endEverything(of principal: Principal) async {
        guard let desk else { return }
        await store { await desk.signOutEverywhere(principal) }
        await refresh()
    }

    private func store(_ step: () async -> Result<Void, DomainError>) async {
        if case .failure(let error) = await step() {
            logger.warning("a sign-out isn't stored, so other processes don't know of it", metadata: ["code": "\(error.code.rawValue)"])
        }
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
        let found = await access.findAll(knowing: state.withLock { $0.entries })
        let hasChanged = state.withLock { state -> Bool in
            (state.readSince, state.reading) = (state.reading?.since, nil)
            guard case .success(let entries) = found else {
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            defer { (state.readAt, state.cost, state.hasFailed) = (.now, began.duration(to: .now), false) }
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
    private func noteUses() async {
        let used = state.withLock { state in
            defer { state.used = [] }
            return state.used.compactMap { state.names[$0] }
        }
        for var token in used {
            token.use(at: clock.now())
            // If another process was faster, its note does, and if the store can't be written, the next use is noted.
            _ = await access?.save(.token(token))
        }
    }

    /// Removes from the store what says nothing any more, and reads the rest again.
    ///
    /// An entry that was removed and made again since it was last read can have the same version.
    private func startOver() async {
        let now = clock.now()
        let entries = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        for entry in entries where entry.isOver(at: now) { _ = await access?.remove(entry) }
        await refresh()
    }
}
