#if Server
import Hummingbird

/// Tells who calls, and whether they may.
struct Gatekeeper: Sendable {
    let settings: ServerSettings.Access
    let rates: RateLimiter

    init(_ settings: ServerSettings.Access) {
        self.settings = settings
        rates = RateLimiter(perMinute: settings.publicRequestsPerMinute)
    }

    /// Who calls, by their token.
    /// - Throws: `token_invalid`.
    func caller(of request: Request) throws(Problem) -> Caller {
        let fields = request.headers[values: .authorization]
        guard let field = fields.first else {
            if settings.isOpen { return Caller(role: .service, isAnonymous: false) }
            return Caller(role: settings.allowsPublicTracking ? .tracking : nil, isAnonymous: true)
        }
        let scheme = "bearer "
        guard fields.count == 1, field.utf8.count > scheme.utf8.count, field.prefix(scheme.count).lowercased() == scheme else {
            throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_request""#)
        }
        let shown = Array(field.dropFirst(scheme.count)[...].trimmingSpaces.utf8)
        // All are compared, whichever fits, so that the time does not tell which.
        var role: Role?
        for token in settings.tokens where token.isEqual(to: shown) { role = max(role ?? token.role, token.role) }
        guard let role else { throw Self.refusal(.tokenInvalid, #"Bearer error="invalid_token""#) }
        return Caller(role: role, isAnonymous: false)
    }

    /// Refuses a caller who may not.
    /// - Throws: `token_required`, `role_insufficient`, `rate_limited`.
    func admit(_ caller: Caller, to access: Access, from address: @autoclosure () -> String) throws(Problem) {
        guard case .role(let needed) = access else { return }
        guard let role = caller.role, role >= needed else {
            throw caller.isAnonymous
                ? Self.refusal(.tokenRequired, "Bearer")
                : Self.refusal(.roleInsufficient, #"Bearer error="insufficient_scope""#)
        }
        if caller.isAnonymous, let seconds = rates.refusal(of: address()) {
            throw Problem(.rateLimited, headers: [.retryAfter: String(seconds)])
        }
    }

    private static func refusal(_ fault: TransportFault, _ challenge: String) -> Problem {
        Problem(fault, headers: [.wwwAuthenticate: challenge])
    }
}
#endif
