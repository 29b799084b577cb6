#if Server
import CargoLocalization
import Hummingbird

/// Authenticates callers, limits their request rates and checks their permissions.
struct Gatekeeper: Sendable {
    let settings: ServerSettings.Access
    /// Limits requests without a token, by address.
    private let publicRates: RateLimiter
    /// Limits requests with a token, by token.
    private let tokenRates: RateLimiter
    /// Limits what the scripts of clerks' pages ask for as they type, by clerk.
    private let clerkRates: RateLimiter
    /// Limits wrong tokens, by address.
    private let guesses: RateLimiter
    /// Limits new subscriptions, by customer: a store keeps the ids of removed ones.
    private let subscriptionRates = RateLimiter(perDay: Self.subscriptionsPerDay)

    /// The number of subscriptions that a customer may add per day, apart from how many they may have.
    static let subscriptionsPerDay = 100

    init(_ settings: ServerSettings.Access) {
        self.settings = settings
        publicRates = RateLimiter(perMinute: settings.publicRequestsPerMinute)
        tokenRates = RateLimiter(perMinute: settings.tokenRequestsPerMinute)
        clerkRates = RateLimiter(perMinute: settings.tokenRequestsPerMinute)
        guesses = RateLimiter(perMinute: settings.wrongTokensPerMinute)
    }

    /// Identifies the caller by token and counts the request against the caller's rate limit.
    /// - Throws: `token_invalid`, `rate_limited`.
    func caller(of request: HTTPRequest, from address: AddressPrefix) throws(Problem) -> Caller {
        let fields = request.headerFields[values: .authorization]
        guard let field = fields.first else {
            // A service without tokens serves only this machine and has no rate limit.
            if settings.isOpen { return .local }
            try Self.hold(publicRates.refusal(of: address))
            return .anonymous(settings.allowsPublicTracking ? .tracking : nil)
        }
        let scheme = "bearer "
        guard fields.count == 1, field.utf8.count > scheme.utf8.count, field.prefix(scheme.count).lowercased() == scheme else {
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_request""#)
        }
        guard let token = try token(for: String(field.dropFirst(scheme.count)[...].trimmingSpaces), from: address) else {
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_token""#)
        }
        try Self.hold(tokenRates.refusal(of: token))
        return .holder(of: token)
    }

    /// Returns the token with this secret.
    ///
    /// If the service doesn't know the secret, returns nil and counts a wrong guess.
    ///
    /// Once an address has sent too many wrong secrets, no more of its secrets are compared, so it can't go on guessing.
    /// - Throws: `rate_limited`.
    func token(for secret: String, from address: AddressPrefix) throws(Problem) -> AccessToken? {
        let detail: Phrase = "This address has sent too many wrong tokens."
        try Self.hold(guesses.wait(of: address), detail)
        let token = settings.tokens.matching(secret)
        if token == nil { try Self.hold(guesses.refusal(of: address), detail) }
        return token
    }

    /// Rejects the request with `rate_limited` and a `Retry-After` header if `seconds` isn't nil.
    private static func hold(_ seconds: Int?, _ detail: Phrase? = nil) throws(Problem) {
        if let seconds { throw Problem(.rateLimited, detail: detail, headers: [.retryAfter: String(seconds)]) }
    }

    /// Counts a request of a page's script, which is made as one types: against the clerk, or against the address of one who isn't signed in.
    /// - Throws: `rate_limited`.
    func count(_ clerk: Caller?, from address: AddressPrefix) throws(Problem) {
        if settings.isOpen { return }
        try Self.hold(clerk.map { clerkRates.refusal(of: $0) } ?? publicRates.refusal(of: address))
    }

    /// Counts a new subscription against the customer who adds it; the operator may add any number.
    /// - Throws: `rate_limited`.
    func countSubscription(of caller: Caller) throws(Problem) {
        guard let customer = caller.customer else { return }
        let detail: Phrase = "A customer can add \(Self.subscriptionsPerDay) subscriptions a day."
        try Self.hold(subscriptionRates.refusal(of: customer), detail)
    }

    /// Rejects a caller who lacks the required permission.
    ///
    /// For a customer, a route that isn't open to customers doesn't exist.
    /// - Throws: `token_required`, `role_insufficient`; `not_found` for a customer.
    func admit(_ caller: Caller, to access: Access) throws(Problem) {
        switch access {
        case .everybody: return
        case .requiresOrSigned:
            if caller.customer != nil { throw Problem(.notFound) }
        case .requires(let wanted):
            if caller.customer != nil { throw Problem(.notFound) }
            try Self.check(caller, wanted)
        case .requiresOrOwns(let wanted):
            if caller.customer != nil { return }
            try Self.check(caller, wanted)
        }
    }

    /// Rejects a caller who lacks a permission.
    /// - Throws: `token_required`, `role_insufficient`; `not_found` for a customer.
    static func check(_ caller: Caller, _ permission: Permission) throws(Problem) {
        if caller.customer != nil { throw Problem(.notFound) }
        guard caller.may(permission) else {
            throw caller.isAnonymous
                ? refusal(.tokenRequired, "Bearer")
                : refusal(.roleInsufficient, #"Bearer error="insufficient_scope""#)
        }
    }

    private static func refusal(_ fault: TransportFault, _ challenge: String) -> Problem {
        Problem(fault, headers: [.wwwAuthenticate: challenge])
    }
}
#endif
