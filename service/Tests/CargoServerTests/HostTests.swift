import Testing

@testable import CargoServer

/// For which host a request or a form is meant, and what of it can be trusted.
struct HostTests {
    @Test(
        arguments: [
            ("localhost", "localhost", nil), ("LocalHost:8080", "localhost", "8080"), ("127.0.0.1:", "127.0.0.1", nil),
            ("[::1]", "[::1]", nil), ("[::1]:80", "[::1]", "80"),
        ] as [(String, String, String?)]
    )
    func `an authority is a host and perhaps a port`(text: String, host: String, port: String?) {
        #expect(Authority(text)?.host == host)
        #expect(Authority(text)?.port == port)
    }

    @Test(arguments: [
        "", ":80", "[::1", "[::1].evil.example", "[::1]evil", "localhost:evil.example", "localhost:80:80", "localhost:123456",
        "localhost:-1", "user@localhost", "localhost/evil", "localhost,evil", "localhost evil", "local\u{301}host", "localhost\\evil",
    ])
    func `anything else is no authority`(text: String) { #expect(Authority(text) == nil) }

    @Test(arguments: [
        "null", "", "localhost", "ftp://localhost", "https://evil.example/localhost", "https://localhost/", "https://localhost?x",
        "https://user@localhost", "https://", "https:localhost", "HTTPS://localhost",
    ])
    func `an origin has a scheme, a host, perhaps a port, and nothing else`(text: String) { #expect(Origin(text) == nil) }

    @Test(arguments: [
        "[::1].evil.example", "localhost:evil.example", "evil.example", "127.0.0.1.evil.example", "localhost:80:80", "", "[::1",
    ])
    func `a service without tokens answers to its own names only`(host: String) async throws {
        var settings = ServerSettings()
        settings.port = 0
        try await TestService.run(settings) { service in
            let refused = try await service.send("GET", "/v1/locations", as: nil, headers: ["Host": host])
            #expect(refused.status == 421)
            for name in ["localhost:\(service.port)", "LOCALHOST", "127.0.0.1", "[::1]:1"] {
                let answer = try await service.send("GET", "/v1/locations", as: nil, headers: ["Host": name])
                #expect(answer.status == 200, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "GET /livez HTTP/1.1\r\n\r\n", "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /livez HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", "GET /livez HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        "POST /livez HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            + "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func `a request whose host or end is ambiguous is refused, and nothing after it is read`(text: String) async throws {
        try await TestService.run { service in
            let port = service.port
            let (first, second) = try await blocking {
                let client = try SocketClient(port: port, timeoutSeconds: 20)
                try client.send(text)
                client.closeSide()
                return (try client.answer()?.status, try client.answer()?.status)
            }
            #expect(first == 400)
            #expect(second == nil)
        }
    }

    @Test func `a request of HTTP 1.0 needs no Host where callers have tokens`() async throws {
        try await TestService.run { service in
            let port = service.port
            let status = try await blocking {
                let client = try SocketClient(port: port)
                try client.send("GET /livez HTTP/1.0\r\n\r\n")
                return try client.answer()?.status
            }
            #expect(status == 200)
        }
    }

    private static func signIn(_ service: TestService, to: String) async throws -> Answer {
        try await Browser(service: service).post("/clerk/sign-in", "token=\(TestService.clerk)&to=" + PercentEncoding.encode(to))
    }

    @Test(arguments: [
        "/clerk/../../else", "/clerk/..", "/clerk/./x", "/clerk/%2e%2e/else", "/clerk/%2E%2E%2felse", "/clerk//else", "/clerkelse",
        "//clerk",
        "/clerk/%zz", "/clerk\\..", "https://evil.example/clerk", "/customer", "/clerk/x\u{301}",
    ])
    func `a sign-in leads to the pages behind it only`(to: String) async throws {
        try await TestService.run { service in
            let answer = try await Self.signIn(service, to: to)
            #expect(answer.status == 303)
            #expect(answer["location"] == "/clerk")
        }
    }

    @Test(arguments: ["/clerk", "/clerk?late=true", "/clerk/cargos/ABC123", "/clerk/cargos/ABC123?done=booked"])
    func `a sign-in leads back to the page that asked for it`(to: String) async throws {
        try await TestService.run { service in
            let answer = try await Self.signIn(service, to: to)
            #expect(answer["location"] == to)
        }
    }

    @Test(arguments: [
        "http://evil.example/localhost", "https://evil.example#localhost", "http://localhost.evil.example", "http://localhost:1", "null",
        "http://user@localhost",
    ])
    func `a form of another origin is refused`(origin: String) async throws {
        try await TestService.run { service in
            var browser = Browser(service: service)
            browser.headers = ["Origin": origin]
            let answer = try await browser.post("/clerk/sign-in", "token=\(TestService.clerk)")
            #expect(answer.status == 403)
        }
    }
}
