import CargoWire
import Foundation
import Synchronization
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

    @Test func `a caller's sessions are limited, and the oldest ends without ending those of others`() {
        let now = Mutex(ContinuousClock.now)
        let sessions = PageSessions(now: { now.withLock { $0 } })
        let other = sessions.begin(as: Caller(name: "bob", role: .clerk, isAnonymous: false)).name
        let caller = Caller(name: "alice", role: .clerk, isAnonymous: false)
        let names = (0..<PageSessions.maximumPerCaller).map { _ in sessions.begin(as: caller).name }
        #expect(names.allSatisfy { sessions.find($0) != nil })
        let latest = sessions.begin(as: caller).name
        #expect(sessions.find(names[0]) == nil)
        #expect((names.dropFirst() + [latest, other]).allSatisfy { sessions.find($0) != nil })
        // A session that ended makes room.
        sessions.end(names[5])
        _ = sessions.begin(as: caller)
        #expect(sessions.find(names[1]) != nil)
        for _ in 0..<10_000 { _ = sessions.begin(as: caller) }
        #expect(sessions.find(other) != nil)
        now.withLock { $0 += PageSessions.lifetime }
        #expect(sessions.find(other) == nil)
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
