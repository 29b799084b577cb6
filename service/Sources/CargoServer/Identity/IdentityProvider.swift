import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Logging
import Synchronization

/// The company's identity provider: where it is, its keys, and who holds its tokens.
///
/// It reads the keys again after ten minutes, or when a token names an unknown key, but waits ten seconds between reads, so that nobody can use the
/// service to flood the provider. While the provider is down, it goes on with the keys that it has for up to a day.
final class IdentityProvider: Sendable {
    let settings: ServerSettings.Identity
    private let connection: any ProviderConnection
    private let clock: any DomainClock
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let logger: Logger
    private let state = Mutex(State())

    static let freshness = Duration.seconds(600)
    static let pause = Duration.seconds(10)
    static let maximumAge = Duration.seconds(86_400)
    /// The maximum number of verified tokens that are remembered.
    private static let maximumVerified = 4096

    private struct State {
        var metadata: ProviderMetadata?
        var keys: SigningKeys?
        /// When the keys were last read, and how often.
        var read: ContinuousClock.Instant?
        var reads = 0
        /// When they were last asked for.
        var tried: ContinuousClock.Instant?
        /// Whether they couldn't be read then.
        var hasFailed = false
        var reading: Task<Void, Never>?
        /// Who holds which token whose signature was verified, so that it isn't verified for each request.
        var verified: [String: Identity] = [:]
    }

    init(
        _ settings: ServerSettings.Identity,
        connection: any ProviderConnection,
        logger: Logger,
        clock: any DomainClock = SystemClock(),
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.settings = settings
        self.connection = connection
        self.logger = logger
        self.clock = clock
        self.uptime = uptime
    }

    // MARK: Tokens

    /// Whether a token can be judged without waiting.
    func isKnown(_ token: String) -> Bool { state.withLock { $0.verified[token] != nil } }

    /// Reads the provider's keys if a token can't be judged without them.
    func prepare(for token: String) async {
        guard !isKnown(token), let token = try? JSONWebToken(token) else { return }
        let keys = state.withLock { $0.keys }
        if keys?.has(keyOf: token) != true { await read() }
    }

    /// Returns who holds a bearer token, by the keys that are at hand.
    /// - Throws: `TokenFault`; nil if there are no keys, or if the token names an unknown one while the provider is down.
    func holder(of text: String) throws(TokenFault) -> Identity? {
        refreshIfStale()
        let (known, keys, reads) = state.withLock { ($0.verified[text], $0.keys, $0.reads) }
        if let known {
            guard !known.hasEnded(at: clock.now()) else { throw .expired }
            return known
        }
        let token = try JSONWebToken(text)
        guard let keys, keys.has(keyOf: token) || !state.withLock({ $0.hasFailed }) else { return nil }
        try keys.verify(token)
        try token.claims.check(issuer: settings.issuer, audience: settings.audience, now: clock.now())
        let identity = try settings.identity(token.claims)
        state.withLock { state in
            // Its key may have been withdrawn meanwhile.
            guard state.reads == reads else { return }
            if state.verified.count >= Self.maximumVerified { state.verified = [:] }
            state.verified[text] = identity
        }
        return identity
    }

    /// Returns who signed in, from the ID token that the provider gave for it.
    /// - Throws: `TokenFault`; nil if there are no keys.
    func holder(ofIdToken text: String, nonce: String) async throws(TokenFault) -> Identity? {
        refreshIfStale()
        await prepare(for: text)
        let token = try JSONWebToken(text)
        guard let client = settings.client, let keys = state.withLock({ $0.keys }) else { return nil }
        try keys.verify(token)
        try token.claims.check(issuer: settings.issuer, audience: client.id, now: clock.now())
        try token.claims.check(nonce: nonce, client: client.id)
        return try settings.identity(token.claims)
    }

    // MARK: The provider

    /// Where the provider's services are; nil if it can't be reached.
    func metadata() async -> ProviderMetadata? {
        if let metadata = state.withLock({ $0.metadata }) { return metadata }
        await read()
        return state.withLock { $0.metadata }
    }

    /// Exchanges a code for the tokens of one who signed in (RFC 6749, 4.1.3; RFC 7636).
    /// - Returns: the ID token; nil if the provider refuses the code.
    /// - Throws: `identity_provider_unavailable`.
    func idToken(for code: String, verifier: String) async throws(Problem) -> String? {
        guard let client = settings.client, let metadata = await metadata(), let address = metadata.token else { throw Self.unavailable }
        var form: [EncodedFields.Field] = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", client.callback), ("code_verifier", verifier),
            ("client_id", client.id),
        ]
        var fields = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        if let secret = client.secret {
            if metadata.wantsSecretInBody {
                form.append(("client_secret", secret))
            } else {
                let pair = PercentEncoding.encode(client.id) + ":" + PercentEncoding.encode(secret)
                fields.append(("Authorization", "Basic " + Base64.encode(Array(pair.utf8))))
            }
        }
        switch await connection.post(address, fields, Array(EncodedFields.text(of: form).utf8)) {
        case .failure(let reason):
            warn("the identity provider can't be asked for a token", reason.text)
            throw Self.unavailable
        case .success(let answer):
            guard answer.status == 200 else {
                // The body names the error, and no secret (RFC 6749, 5.2).
                warn("the identity provider refuses a code", "status \(answer.status): \(Self.shown(answer.body))")
                if answer.status >= 500 { throw Self.unavailable }
                return nil
            }
            return Input(foreign: answer.body)?["id_token"]?.asText
        }
    }

    static let unavailable = Problem(.identityProviderUnavailable)

    /// Reads the provider's addresses and keys, unless that was tried a moment ago; waits if it is being done already.
    func read() async {
        let now = uptime()
        let reading = state.withLock { state -> Task<Void, Never>? in
            if let reading = state.reading { return reading }
            if let tried = state.tried, now - tried < Self.pause { return nil }
            state.tried = now
            let task = Task {
                await self.readOnce()
                self.state.withLock { $0.reading = nil }
            }
            state.reading = task
            return task
        }
        await reading?.value
    }

    private func refreshIfStale() {
        let now = uptime()
        let isStale = state.withLock { state in
            guard let read = state.read else { return false }
            if now - read > Self.maximumAge {
                (state.keys, state.read, state.verified) = (nil, nil, [:])
                return true
            }
            let isPausing = state.tried.map { now - $0 < Self.pause } ?? false
            return now - read > Self.freshness && !isPausing
        }
        if isStale { Task { await read() } }
    }

    private func readOnce() async {
        do throws(ProviderFailure) {
            let discovery = Self.trimmed(settings.issuer) + "/.well-known/openid-configuration"
            guard let metadata = ProviderMetadata(json: try await get(discovery), issuer: settings.issuer) else {
                throw ProviderFailure(text: "\(discovery) isn't a discovery document of \(settings.issuer)")
            }
            guard let set = KeySet(json: try await get(metadata.keys)), let keys = SigningKeys(set) else {
                throw ProviderFailure(text: "\(metadata.keys) has no key for RS256, ES256 or EdDSA")
            }
            let now = uptime()
            state.withLock { state in
                // A key that was withdrawn doesn't vouch for anyone any more.
                (state.metadata, state.keys, state.read, state.verified) = (metadata, keys, now, [:])
                state.reads += 1
                state.hasFailed = false
            }
        } catch {
            state.withLock { $0.hasFailed = true }
            warn("the identity provider's keys can't be read", error.text)
        }
    }

    private func get(_ address: String) async throws(ProviderFailure) -> [UInt8] {
        let answer = try await connection.get(address).get()
        guard answer.status == 200 else { throw ProviderFailure(text: "\(address) answers with status \(answer.status)") }
        return answer.body
    }

    private func warn(_ text: Logger.Message, _ cause: String) { logger.warning(text, metadata: ["cause": "\(cause)"]) }

    private static func shown(_ body: [UInt8]) -> String {
        String(decoding: body.prefix(200).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    private static func trimmed(_ issuer: String) -> String { issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer }
}

extension Identity {
    /// Whether the token has expired, with the same tolerance as when it was read.
    func hasEnded(at now: Instant) -> Bool {
        guard let end = try? end.advanced(by: TokenClaims.clockSkew) else { return false }
        return now >= end
    }
}
