#if Server
import Hummingbird

/// Lets clerks in at the pages: by the cookie of their session, and their forms by what those carry besides.
struct ClerkDoor: Sendable {
    let keeper: Gatekeeper
    let sessions: PageSessions

    init(_ keeper: Gatekeeper, sessions: PageSessions = PageSessions()) {
        self.keeper = keeper
        self.sessions = sessions
    }

    var settings: ServerSettings.Access { keeper.settings }

    /// Somebody who may see the clerks' pages.
    struct Clerk: Sendable {
        let sessionName: String
        let session: PageSessions.Session
        /// Whether the browser has to be told the name of the session.
        let isNew: Bool
    }

    /// Who asks; nil where they have to sign in first, which nobody has to where everybody may do everything.
    func clerk(of call: Call) -> Clerk? {
        for name in cookies(of: call) {
            if let session = sessions.find(name), session.role >= .clerk { return Clerk(sessionName: name, session: session, isNew: false) }
        }
        guard settings.isOpen else { return nil }
        let (name, session) = sessions.begin(as: .admin)
        return Clerk(sessionName: name, session: session, isNew: true)
    }

    /// Refuses a form that another site sent.
    /// - Throws: `form_foreign`.
    func checkOrigin(of call: Call) throws(Problem) {
        if let site = call.request.headers[.fetchSite], site != "same-origin", site != "none" { throw Problem(.formForeign) }
        for origin in call.values(.origin) {
            let host = origin.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init)
            guard origin.contains("://"), host == call.request.head.authority else { throw Problem(.formForeign) }
        }
    }

    /// Refuses a form that does not carry what the session's forms carry.
    /// - Throws: `form_foreign`.
    func check(_ form: FormFields, of clerk: Clerk, _ call: Call) throws(Problem) {
        try checkOrigin(of: call)
        let shown = Array((form["csrf"] ?? "").utf8)
        let wanted = Array(clerk.session.csrf.utf8)
        var difference = UInt8(shown.count == wanted.count ? 0 : 1)
        for (one, other) in zip(shown, wanted) { difference |= one ^ other }
        guard difference == 0 else { throw Problem(.formForeign) }
    }

    // MARK: Cookies

    /// Behind a proxy the browser speaks TLS, and the cookie is for that alone.
    private var isSecure: Bool { settings.proxies > 0 }
    private var cookieName: String { isSecure ? "__Secure-cargo-session" : "cargo-session" }

    /// The field that tells a browser its session.
    func cookie(_ name: String) -> String { attributes(cookieName + "=" + name, seconds: PageSessions.lifetime) }

    /// The field that lets a browser forget it.
    var noCookie: String { attributes(cookieName + "=", seconds: 0) }

    private func attributes(_ pair: String, seconds: Int) -> String {
        "\(pair); Path=/clerk; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    private func cookies(of call: Call) -> [String] {
        call.values(.cookie).flatMap { $0.split(separator: ";") }.compactMap { pair in
            let sides = pair.split(separator: "=", maxSplits: 1)
            return sides.count == 2 && sides[0][...].trimmingSpaces == cookieName ? String(sides[1].trimmingSpaces) : nil
        }
    }
}
#endif
