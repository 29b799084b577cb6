import CargoApplication
import CargoDomain
import CargoLocalization
import Hummingbird

/// Authenticates callers, limits their request rates and checks their permissions.
struct Gatekeeper: Sendable {
    let settings: ServerSettings.Access
    /// The company's identity provider; nil if there is none.
    let provider: IdentityProvider?
    /// The tokens that count, and what ended before its time.
    let directory: AccessDirectory
    /// Customers' requests that no index answers at once.
    let turns = Turns<CustomerId>()
    /// Limits requests without a token, by address.
    private let publicRates: RateLimiter
    /// Limits requests with a token, by token, or by its holder if it is of the identity provider.
    private let tokenRates: RateLimiter
    /// Limits what the scripts of clerks' pages ask for as they type, by clerk.
    private let clerkRates: RateLimiter
    /// Limits requests with a customer's tokens, by customer.
    private let customerRates: RateLimiter
    /// Limits wrong tokens and wrong signatures, by address.
    private let guesses: RateLimiter
    /// Limits what carriers push with signatures, by carrier, where the settings say so.
    private let carrierRates = RateLimiter(perMinute: 0)
    /// Limits bookings, by customer.
    private let bookingRates: RateLimiter
    /// Limits new subscriptions and changes of them, by customer: a store keeps the ids of removed ones.
    private let subscriptionRates: RateLimiter

    init(_ directory: AccessDirectory, provider: IdentityProvider? = nil) {
        let settings = directory.settings
        self.directory = directory
        self.settings = settings
        self.provider = provider
        publicRates = RateLimiter(perMinute: settings.publicRequestsPerMinute)
        tokenRates = RateLimiter(perMinute: settings.tokenRequestsPerMinute)
        clerkRates = RateLimiter(perMinute: settings.tokenRequestsPerMinute)
        customerRates = RateLimiter(perMinute: settings.customerRequestsPerMinute)
        guesses = RateLimiter(perMinute: settings.wrongTokensPerMinute)
        bookingRates = RateLimiter(perDay: settings.customerBookingsPerDay)
        subscriptionRates = RateLimiter(perDay: settings.customerSubscriptionsPerDay)
    }

    // MARK: Identifying

    /// Identifies the caller by token and counts the request against the caller's rate limit.
    /// - Parameter fields: receives the fields that say what is left of the limit.
    /// - Throws: `token_invalid`, `rate_limited`, `identity_provider_unavailable`.
    func caller(of request: HTTPRequest, from address: AddressPrefix, _ fields: inout HTTPFields) throws(Problem) -> Caller {
        let (caller, key) = try identify(request, from: address)
        guard let key else { return caller }
        let own = limits(of: .token(caller.subject ?? caller.name))?.requestsPerMinute
        try Self.spend(tokenRates.count(key, own: own), "token", &fields)
        if let customer = caller.customer {
            try Self.spend(customerRates.count(customer, own: limits(of: .customer(customer))?.requestsPerMinute), "customer", &fields)
        }
        return caller
    }

    /// What requests with a token are counted by.
    private enum RateKey: Hashable {
        case token(AccessToken)
        /// A person or program of the identity provider, whose tokens change.
        case caller(Caller)
    }

    /// Rejects the request with `rate_limited` if nothing is left.
    private static func spend(_ quota: RateLimiter.Quota?, _ name: String, _ fields: inout HTTPFields) throws(Problem) {
        guard let quota else { return }
        quota.write(name, to: &fields)
        try hold(quota.wait)
    }

    private func limits(of tenant: Tenant) -> TenantLimits? {
        // safe: a dictionary
        settings.tenants.isEmpty ? nil : settings.tenants[tenant]
    }

    /// The maximum size of a caller's bodies, in bytes, if the settings give one for this caller.
    func bodyBytes(of caller: Caller) -> Int? {
        let own = [limits(of: .token(caller.subject ?? caller.name)), caller.customer.flatMap { limits(of: .customer($0)) }]
        return own.compactMap { $0?.bodyBytes }.min()
    }

    /// Counts what a carrier pushes with a signature.
    /// - Throws: `rate_limited`; `body_too_large` if the settings allow this carrier less.
    func countPush(of carrier: String, bytes: Int) throws(Problem) {
        guard let own = limits(of: .carrier(carrier)) else { return }
        if let maximum = own.bodyBytes, bytes > maximum {
            throw Problem(.bodyTooLarge, detail: "This body may have at most \(maximum) bytes.")
        }
        try Self.hold(carrierRates.count(carrier, own: own.requestsPerMinute)?.wait)
    }

    private func identify(_ request: HTTPRequest, from address: AddressPrefix) throws(Problem) -> (Caller, RateKey?) {
        let fields = request.headerFields[values: .authorization]
        guard let field = fields.first else {
            // A service without tokens serves only this machine and has no rate limit.
            if settings.isOpen { return (.local, nil) }
            try Self.hold(publicRates.refusal(of: address))
            return (.anonymous(settings.allowsPublicTracking ? .tracking : nil), nil)
        }
        guard fields.count == 1, let secret = Self.secret(in: field) else {
            try count(nil, from: address)
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_request""#)
        }
        if let provider, isOfProvider(secret) {
            let caller = try caller(with: secret, of: provider, from: address)
            return (caller, .caller(caller))
        }
        guard let token = try token(for: secret, from: address) else {
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_token""#)
        }
        return (.holder(of: token), .token(token))
    }

    /// Identifies the holder of a token of the identity provider.
    private func caller(with token: String, of provider: IdentityProvider, from address: AddressPrefix) throws(Problem) -> Caller {
        try Self.hold(guesses.wait(of: address), Self.guessed)
        let identity: Identity?
        do throws(TokenFault) {
            identity = try provider.holder(of: token)
        } catch {
            // An expired token isn't a guess, even if a program sends it again and again.
            try Self.hold(
                error.isGuess ? guesses.refusal(of: address) : publicRates.refusal(of: address),
                error.isGuess ? Self.guessed : nil
            )
            var problem = Self.refusal(.tokenInvalid, #"Bearer error="invalid_token", error_description="\#(error.text)""#)
            problem.detail = Phrase(of: error.text)
            throw problem
        }
        guard let identity else {
            try Self.hold(publicRates.refusal(of: address))
            throw IdentityProvider.unavailable
        }
        guard directory.isReady else {
            try Self.hold(publicRates.refusal(of: address))
            throw AccessDirectory.unread
        }
        guard !hasEnded(identity) else {
            try Self.hold(publicRates.refusal(of: address))
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_token", error_description="The token's holder was signed out.""#)
        }
        return identity.caller
    }

    /// Whether the holder of a token of the identity provider was signed out since it was issued.
    func hasEnded(_ identity: Identity) -> Bool { directory.hasEnded([identity.caller.principal], begunAt: identity.begin) }

    /// Whether a secret is a token of the identity provider rather than one of the settings.
    private func isOfProvider(_ secret: String) -> Bool { JSONWebToken.resembles(secret) && settings.tokens.matching(secret) == nil }

    /// The token that a request carries, if it can't be judged without waiting; nil for all other requests.
    func tokenToPrepare(in request: HTTPRequest) -> String? {
        guard let field = request.headerFields[.authorization], let secret = Self.secret(in: field) else { return nil }
        if let provider, isOfProvider(secret) { return provider.isKnown(secret) ? nil : secret }
        return directory.mayBeNew(secret) ? secret : nil
    }

    /// Waits for what is needed to judge a token.
    func prepare(for secret: String) async {
        if let provider, isOfProvider(secret) {
            await provider.prepare(for: secret)
        } else {
            await directory.prepare(for: secret)
        }
    }

    /// Returns a check of whether the token that a request carried has expired or was revoked since.
    func ending(of call: Call) -> @Sendable () -> Bool {
        guard let field = call.request.headerFields[.authorization], let secret = Self.secret(in: field) else { return { false } }
        let caller = call.caller
        if let provider, isOfProvider(secret) {
            return {
                guard let identity = try? provider.holder(of: secret) else { return true }
                return identity.caller != caller || hasEnded(identity)
            }
        }
        let digest = SHA256.hash(Array(secret.utf8))
        return { directory.token(withDigest: digest).map(Caller.holder) != caller }
    }

    /// The secret in an `Authorization` field; nil if the field has another scheme.
    private static func secret(in field: String) -> String? {
        let scheme = "bearer "
        guard field.utf8.count > scheme.utf8.count, field.prefix(scheme.count).lowercased() == scheme else { return nil }
        return String(field.dropFirst(scheme.count)[...].trimmingSpaces)
    }

    /// Returns the token with this secret.
    ///
    /// If the service doesn't know the secret, returns nil and counts a wrong guess.
    ///
    /// Once an address has sent too many wrong secrets, no more of its secrets are compared, so it can't go on guessing.
    /// - Throws: `rate_limited`.
    func token(for secret: String, from address: AddressPrefix) throws(Problem) -> AccessToken? {
        try Self.hold(guesses.wait(of: address), Self.guessed)
        switch directory.judge(secret) {
        case .counts(let token): return token
        case .unknown: try Self.hold(guesses.refusal(of: address), Self.guessed)
        // A program that goes on with a token that has ended isn't guessing.
        case .ended: try Self.hold(publicRates.refusal(of: address))
        case .unread:
            try Self.hold(publicRates.refusal(of: address))
            throw AccessDirectory.unread
        }
        return nil
    }

    /// Rejects a signed body, before it is read, from an address that has sent too many wrong signatures or tokens.
    /// - Throws: `rate_limited`.
    func checkSignatures(from address: AddressPrefix) throws(Problem) { try Self.hold(guesses.wait(of: address), Self.guessed) }

    /// Counts a wrong signature.
    /// - Throws: `rate_limited`.
    func countWrongSignature(from address: AddressPrefix) throws(Problem) { try Self.hold(guesses.refusal(of: address), Self.guessed) }

    private static let guessed: Phrase = "This address has sent too many wrong tokens or signatures."

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

    /// Counts a booking against the customer who makes it; the operator may make any number.
    /// - Throws: `rate_limited`.
    func countBooking(of caller: Caller) throws(Problem) {
        guard let customer = caller.customer else { return }
        let own = limits(of: .customer(customer))?.bookingsPerDay
        let detail: Phrase = "A customer can make \(own ?? settings.customerBookingsPerDay) bookings a day."
        try Self.hold(bookingRates.count(customer, own: own)?.wait, detail)
    }

    /// Counts a new subscription, or a change of one, against the customer who makes it; the operator may make any number.
    /// - Throws: `rate_limited`.
    func countSubscription(of caller: Caller) throws(Problem) {
        guard let customer = caller.customer else { return }
        let own = limits(of: .customer(customer))?.subscriptionsPerDay
        let detail: Phrase = "A customer can add or change subscriptions \(own ?? settings.customerSubscriptionsPerDay) times a day."
        try Self.hold(subscriptionRates.count(customer, own: own)?.wait, detail)
    }

    // MARK: Admitting

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
                : refusal(.roleInsufficient, #"Bearer error="insufficient_scope""#, [.text("role", permission.role.rawValue)])
        }
    }

    private static func refusal(_ fault: TransportFault, _ challenge: String, _ params: [DomainError.Parameter] = []) -> Problem {
        var problem = Problem(fault, headers: [.wwwAuthenticate: challenge])
        problem.params = params
        return problem
    }
}

extension RateLimiter.Quota {
    /// Writes the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
    fileprivate func write(_ name: String, to fields: inout HTTPFields) {
        fields[.rateLimitPolicy] = "\"\(name)\";q=\(maximum);w=\(seconds)"
        fields[.rateLimit] = "\"\(name)\";r=\(remaining);t=\(reset)"
    }
}

extension FieldName {
    /// `RateLimit`.
    static let rateLimit = known("RateLimit")
    /// `RateLimit-Policy`.
    static let rateLimitPolicy = known("RateLimit-Policy")
}
