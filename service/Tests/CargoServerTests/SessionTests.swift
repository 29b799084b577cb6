import CargoApplication
import CargoDomain
import CargoWire
import Foundation
import Testing

@testable import CargoServer

/// The sessions of the pages: their cookies, how they start and end, and forms behind a proxy.
struct SessionTests {
    private static func signIn(_ service: TestService, _ headers: [String: String]) async throws -> Answer {
        var browser = Browser(service: service)
        browser.headers = headers
        return try await browser.post("/clerk/sign-in", "token=\(TestService.clerk)")
    }

    @Test(
        arguments: [
            (0, false, [:], false), (0, false, ["X-Forwarded-Proto": "https"], false), (0, true, [:], true), (1, false, [:], true),
            (1, false, ["X-Forwarded-Proto": "https"], true), (1, false, ["X-Forwarded-Proto": "http"], false),
            (1, true, ["X-Forwarded-Proto": "http"], true), (1, false, ["X-Forwarded-Proto": "https, http"], false),
            (2, false, ["X-Forwarded-Proto": "https, http"], true), (1, false, ["X-Forwarded-Proto": "HTTPS"], true),
            (1, false, ["X-Forwarded-Proto": ",;="], false),
        ] as [(Int, Bool, [String: String], Bool)]
    )
    func `over TLS, the session cookie is Secure and limited to this host`(
        proxies: Int,
        requiresSecure: Bool,
        headers: [String: String],
        isSecure: Bool
    ) async throws {
        var settings = TestService.settings
        settings.access.proxies = proxies
        settings.access.requiresSecureCookies = requiresSecure
        try await TestService.run(settings) { service in
            let answer = try await Self.signIn(service, headers)
            let field = try #require(answer["set-cookie"])
            let attributes = field.components(separatedBy: "; ").dropFirst()
            let expected =
                isSecure
                ? ["Path=/", "Max-Age=43200", "HttpOnly", "SameSite=Strict", "Secure"]
                : ["Path=/clerk", "Max-Age=43200", "HttpOnly", "SameSite=Strict"]
            #expect(Array(attributes) == expected)
            #expect(field.hasPrefix(isSecure ? "__Host-cargo-session=" : "cargo-session="))
            var browser = Browser(service: service)
            browser.headers = headers
            browser.cookie = "a=b; \(answer.cookie ?? ""); c"
            #expect(try await browser.get("/clerk").status == 200)
        }
    }

    @Test func `a sign-in starts a new session and ends the old one`() async throws {
        try await TestService.run { service in
            let old = try await Browser.signedIn(service, as: TestService.clerk)
            #expect(try await old.get("/clerk").status == 200)
            let answer = try await old.post("/clerk/sign-in", "token=\(TestService.admin)")
            #expect(answer.status == 303)
            #expect(answer.cookie != old.cookie)
            #expect(try await old.get("/clerk").status == 303)
            var new = old
            new.cookie = answer.cookie
            #expect(try await new.get("/clerk").status == 200)
        }
    }

    private static let key = "dGhpcyBpcyBhIHRlc3QsIGFuZCAzMiBieXRlcyBvZiA="

    /// Settings with one token and some keys of sessions.
    private static func access(_ keys: String..., secret: String = TestService.clerk, role: Role = .clerk) throws -> ServerSettings.Access {
        var access = ServerSettings.Access()
        access.tokens = [try AccessToken(role: role, name: "alice", secret: secret)]
        access.sessionKeys = try keys.map { try SessionKey(setting: $0) }
        return access
    }

    @Test func `a session ends when it expires and at sign-out, and nothing else is one`() async throws {
        let clock = WallClock()
        let access = try Self.access()
        let sessions = PageSessions(.clerk, AccessDirectory(access, clock: clock))
        let caller = Caller.holder(of: access.tokens[0])
        let (name, session) = sessions.begin(as: caller, with: access.tokens[0])
        #expect(sessions.find(name)?.csrf == session.csrf && sessions.find(name)?.caller == caller)
        #expect(session.csrf.count == 32 && session.csrf != session.id && !name.contains(session.csrf))
        for place in [0, 20, name.count - 1] {
            var letters = Array(name)
            letters[place] = letters[place] == "A" ? "B" : "A"
            #expect(sessions.find(String(letters)) == nil, "\(place)")
        }
        for text in ["", "A", session.id, session.csrf, name + "A", String(name.dropLast()), String(repeating: "A", count: 5_000)] {
            #expect(sessions.find(text) == nil)
        }
        #expect(PageSessions(.clerk, AccessDirectory(access, clock: clock)).find(name) == nil, "another process has another key")
        clock.advance(seconds: 43_199)
        let watch = sessions.watch(name)
        #expect(sessions.find(name) != nil && watch.caller == caller)
        clock.advance(seconds: 1)
        #expect(sessions.find(name) == nil && watch.hasEnded)
        let other = sessions.begin(as: caller, with: access.tokens[0]).name
        let (left, observed) = (sessions.begin(as: caller, with: access.tokens[0]).name, sessions.watch(other))
        try await sessions.end(other)
        #expect(sessions.find(other) == nil && observed.hasEnded && sessions.find(left) != nil)
    }

    @Test func `with a key, any process knows a session, as long as the settings know who began it`() throws {
        let old = "b2xkIGtleSwgYW5kIGFsc28gMzIgYnl0ZXMgbG9uZyE="
        let access = try Self.access(old)
        let caller = Caller.holder(of: access.tokens[0])
        let name = PageSessions(.clerk, AccessDirectory(access)).begin(as: caller, with: access.tokens[0]).name
        #expect(PageSessions(.clerk, AccessDirectory(access)).find(name)?.caller == caller)
        #expect(
            try PageSessions(.clerk, AccessDirectory(Self.access(Self.key, old))).find(name) != nil,
            "the key was replaced, and the old one stays for a while"
        )
        #expect(try PageSessions(.clerk, AccessDirectory(Self.access(Self.key))).find(name) == nil)
        #expect(PageSessions(.customer, AccessDirectory(access)).find(name) == nil, "the session is one of the clerks' pages")
        #expect(
            try PageSessions(.clerk, AccessDirectory(Self.access(old, secret: TestService.admin))).find(name) == nil,
            "the token is gone"
        )
        #expect(try PageSessions(.clerk, AccessDirectory(Self.access(old, role: .viewer))).find(name) == nil, "the token has another role")
        var identity = Issuer.settings
        identity.client = .init(id: "cargo", address: "https://cargo.example")
        var company = access
        company.identity = identity
        let bob = Caller(name: "bob", role: .customer, isAnonymous: false, customer: try CustomerId("ACME"), subject: "0002")
        let theirs = PageSessions(.customer, AccessDirectory(company)).begin(as: bob, for: .seconds(60)).name
        #expect(PageSessions(.customer, AccessDirectory(company)).find(theirs)?.caller == bob)
        #expect(PageSessions(.customer, AccessDirectory(access)).find(theirs) == nil, "the provider is gone")
    }

    @Test(arguments: [
        "", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "not Base64", "b2xkIGtleSwgYW5kIGFsc28gMzMgYnl0ZXMgbG9uZyEh",
    ])
    func `a key of sessions must be 32 random bytes`(text: String) {
        #expect(throws: ServerSettingsError.self) { try SessionKey(setting: text) }
    }

    @Test(
        arguments: [
            (["Origin": "https://cargo.example", "Sec-Fetch-Site": "same-origin"], 303), (["Origin": "http://localhost"], 303), ([:], 303),
            (["Origin": "https://cargo.example"], 403), (["Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"], 403),
            (["Origin": "https://evil.example", "Sec-Fetch-Site": "none"], 403), (["Origin": "null"], 403),
            (["Origin": "https://cargo.example", "X-Forwarded-Host": "cargo.example"], 403),
        ] as [([String: String], Int)]
    )
    func `behind a proxy that forwards no host, a form works or the response says what is missing`(
        headers: [String: String],
        status: Int
    ) async throws {
        try await TestService.run { service in
            let answer = try await Self.signIn(service, headers)
            #expect(answer.status == status)
            guard status == 403, headers["Sec-Fetch-Site"] != "cross-site", headers["Origin"] != "null" else { return }
            let detail = try #require(try answer.json["detail"]?.asText)
            #expect(detail.contains(headers["Origin"] ?? "") && detail.contains("localhost"))
            #expect(detail.contains("X-Forwarded-Host"))
        }
    }

    @Test func `a host that a trusted proxy forwards counts as the form's host`() async throws {
        var settings = TestService.settings
        settings.access.proxies = 1
        try await TestService.run(settings) { service in
            for (host, status) in [("cargo.example", 303), ("evil.example, cargo.example", 303), ("cargo.example, other.example", 403)] {
                let answer = try await Self.signIn(service, ["Origin": "https://cargo.example", "X-Forwarded-Host": host])
                #expect(answer.status == status, "\(host)")
            }
        }
    }

    @Test func `a viewer sees the pages without forms and can't change anything`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let browser = try await Browser.signedIn(service, as: TestService.viewer)
            let list = try await browser.get("/clerk")
            #expect(list.status == 200)
            #expect(list.text.contains("ABC123") && !list.text.contains("/clerk/book"))
            let page = try await browser.get("/clerk/cargos/ABC123").text
            #expect(page.contains("ACME"))
            for form in ["routes", "handling", "destination", "deadline"] {
                #expect(!page.contains("/clerk/cargos/ABC123/\(form)"), "\(form)")
            }
            #expect(try await browser.get("/clerk/book").status == 403)
            let csrf = try #require(list.text.value(of: "csrf"))
            let changed = try await browser.post("/clerk/cargos/ABC123/destination", "csrf=\(csrf)&version=1&destination=USNYC")
            #expect(changed.code == "role_insufficient")
            #expect(try await browser.post("/clerk/sign-out", "csrf=\(csrf)").status == 303)
        }
    }

    @Test(arguments: [TestService.partner, TestService.scraper])
    func `a token without the permission for pages can't start a session`(token: String) async throws {
        try await TestService.run { service in
            let answer = try await Browser(service: service).post("/clerk/sign-in", "token=\(token)")
            #expect(answer.status == 422)
            #expect(answer["set-cookie"] == nil)
        }
    }
}
