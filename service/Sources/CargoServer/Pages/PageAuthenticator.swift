import CargoLocalization
import Hummingbird

/// Authenticates clerks, or customers, by their session cookie, and protects their forms against forgery.
struct PageAuthenticator: Sendable {
    let keeper: Gatekeeper
    let sessions: PageSessions
    /// The pages that the authenticator protects.
    let area: PageArea

    init(_ keeper: Gatekeeper, _ area: PageArea = .clerk) {
        self.keeper = keeper
        self.area = area
        sessions = PageSessions(area, keeper.directory)
    }

    var settings: ServerSettings.Access { keeper.settings }

    /// A signed-in user of the clerks' pages.
    struct Clerk: Sendable {
        let sessionName: String
        let session: PageSessions.Session
        /// Whether the response has to set the session cookie.
        let isNew: Bool
    }

    /// The clerk who sent the request; nil if they have to sign in.
    ///
    /// Without tokens every caller is let in.
    func clerk(of call: Call) -> Clerk? {
        for name in cookies(of: call) {
            if let session = sessions.find(name) { return Clerk(sessionName: name, session: session, isNew: false) }
        }
        guard settings.isOpen, area == .clerk else { return nil }
        let (name, session) = sessions.begin(as: .local)
        return Clerk(sessionName: name, session: session, isNew: true)
    }

    /// Starts a session for a browser and ends its earlier sessions.
    /// - Returns: the `Set-Cookie` value.
    func signIn(
        _ caller: Caller,
        with token: AccessToken? = nil,
        _ call: Call,
        for duration: Duration = PageSessions.lifetime
    ) async throws(Problem) -> String {
        for name in cookies(of: call) { try await sessions.end(name) }
        return cookie(sessions.begin(as: caller, with: token, for: duration).name, call)
    }

    /// The token that someone typed to sign in; nil if it is wrong.
    /// - Throws: `rate_limited`.
    func token(in form: FormFields, _ call: Call) async throws(Problem) -> AccessToken? {
        let secret = FormFields.trimmed(form["token"] ?? "")
        await keeper.prepare(for: secret)
        return try keeper.token(for: secret, from: call.address)
    }

    /// Ends the session of one who asks for that, or all of theirs.
    /// - Parameter form: the form, whose field `everywhere` asks for all.
    /// - Returns: whose session it was; nil if there is none.
    func signOut(_ form: FormFields, _ call: Call) async throws(Problem) -> Caller? {
        // Before it is known which sessions have ended, none is found.
        guard keeper.directory.isReady else { throw AccessDirectory.unread }
        guard let clerk = clerk(of: call) else { return nil }
        try check(form, of: clerk, call)
        call.trail.note(caller: clerk.session.caller)
        if form["everywhere"] != nil { try await keeper.directory.endEverything(of: clerk.session.principal) }
        try await sessions.end(clerk.sessionName)
        return clerk.session.caller
    }

    /// Rejects a form that another site sent.
    ///
    /// Over TLS and on this machine, browsers send `Sec-Fetch-Site`. For requests without it, `Origin` and `Host` must match.
    /// - Throws: `form_foreign`.
    func checkOrigin(of call: Call) throws(Problem) {
        if let site = call.request.headerFields[.fetchSite] {
            if site == "same-origin" { return }
            guard site == "none" else { throw Problem(.formForeign) }
        }
        let hosts = ForwardedFields.hosts(call.request.headerFields, authority: call.request.authority, proxies: settings.proxies)
        for origin in call.values(.origin) {
            guard let from = Origin(origin)?.authority, hosts.contains(where: { Authority($0) == from }) else {
                throw Problem(
                    .formForeign,
                    detail: """
                        The form is from \(origin.prefix(200)), but the request's Host is \(hosts.first?.prefix(200) ?? "absent"). If the \
                        form's address is the service's own, configure the proxy to send it in Host, or in X-Forwarded-Host with \
                        --access-proxies.
                        """
                )
            }
        }
    }

    /// Rejects a form without the session's forgery token.
    /// - Throws: `form_foreign`.
    func check(_ form: FormFields, of clerk: Clerk, _ call: Call) throws(Problem) {
        try checkOrigin(of: call)
        let wanted = Array(clerk.session.csrf.utf8)
        guard wanted.isEqualInConstantTime(to: Array((form["csrf"] ?? "").utf8)) else { throw Problem(.formForeign) }
    }

    // MARK: Cookies

    /// The `Set-Cookie` value that stores the session in the browser.
    func cookie(_ name: String, _ call: Call) -> String {
        kind(call).field(name, seconds: Int(PageSessions.lifetime.components.seconds), area: area)
    }

    /// The `Set-Cookie` value that removes the session from the browser.
    func noCookie(_ call: Call) -> String { kind(call).field("", seconds: 0, area: area) }

    /// The `Set-Cookie` value for a sign-in at the identity provider that has begun.
    func flowCookie(_ value: String, seconds: Int, _ call: Call) -> String { kind(call).flowField(value, seconds: seconds) }

    /// The values of that cookie.
    func flowCookies(of call: Call) -> [String] { kind(call).flowValues(in: call.values(.cookie)) }

    private func kind(_ call: Call) -> SessionCookie {
        let isSecure = settings.requiresSecureCookies || ForwardedFields.isSecure(call.request.headerFields, proxies: settings.proxies)
        return isSecure ? .secure : .plain
    }

    private func cookies(of call: Call) -> [String] { kind(call).values(in: call.values(.cookie), area: area) }
}
