#if Server
import Hummingbird

/// Tells who calls, how often they may, and what.
struct Gatekeeper: Sendable {
    let settings: ServerSettings.Access
    /// Requests without a token, by address.
    private let publicRates: RateLimiter
    /// Requests with a token, by token.
    private let tokenRates: RateLimiter
    /// Wrong tokens, by address.
    private let guesses: RateLimiter

    init(_ settings: ServerSettings.Access) {
        self.settings = settings
        publicRates = RateLimiter(perMinute: settings.publicRequestsPerMinute)
        tokenRates = RateLimiter(perMinute: settings.tokenRequestsPerMinute)
        guesses = RateLimiter(perMinute: settings.wrongTokensPerMinute)
    }

    /// Who calls, by their token; counts the request.
    /// - Throws: `token_invalid`, `rate_limited`.
    func caller(of request: Request, from address: AddressPrefix) throws(Problem) -> Caller {
        let fields = request.headers[values: .authorization]
        guard let field = fields.first else {
            // A service without tokens serves this machine alone, at any rate.
            if settings.isOpen { return Caller(role: .service, isAnonymous: false) }
            try Self.hold(publicRates.refusal(of: address))
            return Caller(role: settings.allowsPublicTracking ? .tracking : nil, isAnonymous: true)
        }
        let scheme = "bearer "
        guard fields.count == 1, field.utf8.count > scheme.utf8.count, field.prefix(scheme.count).lowercased() == scheme else {
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_request""#)
        }
        guard let index = try token(for: field.dropFirst(scheme.count)[...].trimmingSpaces, from: address) else {
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_token""#)
        }
        try Self.hold(tokenRates.refusal(of: index))
        return Caller(role: settings.tokens[index].role, isAnonymous: false)
    }

    /// The role that a secret gives; nil if the service doesn't know it.
    /// - Throws: `rate_limited`.
    func role(for secret: String, from address: AddressPrefix) throws(Problem) -> Role? {
        try token(for: secret[...], from: address).map { settings.tokens[$0].role }
    }

    /// The place of the token with a secret, of several the one with the highest role; nil, and counted, if the service doesn't know it.
    ///
    /// Once an address has shown too many wrong secrets, no secret is compared, so that it can't go on guessing.
    /// - Throws: `rate_limited`.
    private func token(for secret: Substring, from address: AddressPrefix) throws(Problem) -> Int? {
        let detail = "Too many wrong tokens came from this address."
        try Self.hold(guesses.wait(of: address), detail)
        let shown = Array(secret.utf8)
        // All are compared, whichever fits, so that the time does not tell which.
        var found: Int?
        for (index, token) in settings.tokens.enumerated() where token.isEqual(to: shown) {
            if found.map({ settings.tokens[$0].role < token.role }) ?? true { found = index }
        }
        if found == nil { try Self.hold(guesses.refusal(of: address), detail) }
        return found
    }

    /// Refuses a request that has to wait some seconds.
    private static func hold(_ seconds: Int?, _ detail: String? = nil) throws(Problem) {
        if let seconds { throw Problem(.rateLimited, detail: detail, headers: [.retryAfter: String(seconds)]) }
    }

    /// Refuses a caller who may not.
    /// - Throws: `token_required`, `role_insufficient`.
    func admit(_ caller: Caller, to access: Access) throws(Problem) {
        guard case .role(let needed) = access else { return }
        guard let role = caller.role, role >= needed else {
            throw caller.isAnonymous
                ? Self.refusal(.tokenRequired, "Bearer")
                : Self.refusal(.roleInsufficient, #"Bearer error="insufficient_scope""#)
        }
    }

    private static func refusal(_ fault: TransportFault, _ challenge: String) -> Problem {
        Problem(fault, headers: [.wwwAuthenticate: challenge])
    }
}
#endif
