import CargoWire
import Testing

@testable import CargoServer

/// Which callers may do what, and what a rejection reveals to them.
struct AccessTests {
    @Test func `a caller who may only track doesn't see the customer`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            for token in [nil, TestService.partner] {
                let tracked = try await service.send("GET", "/v1/cargos/ABC123/tracking", as: token)
                #expect(tracked.status == 200)
                #expect(!tracked.text.contains("ACME"))
                #expect(try tracked.json["trackingId"]?.asText == "ABC123")
            }
            let seen12 = try await service.send("GET", "/v1/cargos/ABC123/tracking").text.contains(#""customerId":"ACME""#)
            #expect(seen12)
        }
    }

    @Test func `an invalid id and an unknown id get the same response`() async throws {
        try await TestService.run { service in
            let texts = try await ["ZZZ999", "..", "abc", "%F0%9F%9A%A2"].asyncMap { id in
                let answer = try await service.send("GET", "/v1/cargos/\(id)/tracking", as: nil, headers: ["X-Request-Id": "same"])
                return "\(answer.status) \(answer.text)"
            }
            #expect(Set(texts).count == 1, "\(texts)")
            #expect(texts[0].hasPrefix(#"404 {"code":"cargo_not_found","params":{}"#))
        }
    }

    @Test func `tracking requires a token if public tracking is off`() async throws {
        var settings = TestService.settings
        settings.access.allowsPublicTracking = false
        try await TestService.run(settings) { service in
            let seen13 = try await service.send("GET", "/v1/cargos/ABC123/tracking", as: nil).status
            #expect(seen13 == 401)
            let seen14 = try await service.send("GET", "/v1/cargos/ABC123/tracking", as: TestService.partner).status
            #expect(seen14 == 404)
            let seen15 = try await service.send("GET", "/livez", as: nil).status
            #expect(seen15 == 200)
        }
    }

    @Test func `public tracking is rate-limited, and its limit doesn't affect requests with a token`() async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 3
        try await TestService.run(settings) { service in
            var statuses: [Int] = []
            for _ in 0..<5 { statuses.append(try await service.send("GET", "/v1/cargos/ABC123/tracking", as: nil).status) }
            #expect(statuses == [404, 404, 404, 429, 429])
            let refused = try await service.send("GET", "/v1/cargos/ABC123/tracking", as: nil)
            #expect(refused.code == "rate_limited")
            #expect(refused["retry-after"].flatMap { Int($0) }.map { (1...20).contains($0) } == true)
            let seen16 = try await service.send("GET", "/v1/cargos/ABC123/tracking").status
            #expect(seen16 == 404)
        }
    }

    @Test func `behind a trusted proxy, the rate limit applies to the client`() async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 1
        settings.access.proxies = 1
        try await TestService.run(settings) { service in
            var statuses: [Int] = []
            // The addresses that the client itself sends precede the one that the proxy appends, and don't count.
            for field in ["198.51.100.1", "203.0.113.9, 198.51.100.1", "198.51.100.2"] {
                statuses.append(
                    try await service.send("GET", "/v1/cargos/ABC123/tracking", as: nil, headers: ["X-Forwarded-For": field]).status
                )
            }
            #expect(statuses == [404, 429, 404])
        }
    }

    @Test func `every response forbids content sniffing and framing`() async throws {
        try await TestService.run { service in
            for path in ["/livez", "/v1/cargos", "/nothing"] {
                let answer = try await service.send("GET", path)
                #expect(answer["x-content-type-options"] == "nosniff")
                #expect(answer["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
                #expect(answer["referrer-policy"] == "no-referrer")
                #expect(answer["cache-control"] == "no-store")
            }
        }
    }

    @Test func `a service without tokens answers requests for local host names only`() async throws {
        var settings = TestService.settings
        settings.access.tokens = []
        try await TestService.run(settings) { service in
            for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080"] {
                let seen17 = try await service.send("GET", "/v1/cargos", as: nil, headers: ["Host": host]).status
                #expect(seen17 == 200, "\(host)")
            }
            for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80"] {
                let seen18 = try await service.send("GET", "/v1/cargos", as: nil, headers: ["Host": host]).status
                #expect(seen18 == 421, "\(host)")
            }
        }
    }

    @Test func `a service without tokens grants at most the admin role and rejects proxied requests`() async throws {
        var settings = TestService.settings
        settings.access.tokens = []
        try await TestService.run(settings) { service in
            for (method, path, status) in [
                ("PUT", "/v1/locations/SESTO", 201), ("GET", "/v1/repository/cargos", 200), ("POST", "/v1/repository/tracking-ids", 403),
            ] {
                let body = method == "PUT" ? #"{"name":"Stockholm"}"# : nil
                let answer = try await service.send(method, path, body, as: nil)
                #expect(answer.status == status, "\(path)")
            }
            for field in ["Forwarded", "X-Forwarded-For", "x-forwarded-proto", "X-FORWARDED-ANYTHING", "X-Real-IP", "Via"] {
                for path in ["/v1/cargos", "/clerk", "/livez"] {
                    let answer = try await service.send("GET", path, as: nil, headers: [field: "1.1 nginx"])
                    #expect(answer.status == 403, "\(field) \(path)")
                    #expect(answer.code == "proxy_without_tokens")
                    let detail = try answer.json["detail"]?.asText
                    #expect(detail?.contains("carries \(field)") == true, "\(answer.text)")
                    #expect(detail?.contains("CARGO_ACCESS_TOKENS") == true)
                }
            }
        }
    }

    @Test func `a service without tokens listens on loopback only`() async throws {
        var settings = ServerSettings()
        #expect(throws: Never.self) { try settings.check() }
        for host in ["0.0.0.0", "::", "192.0.2.1", "localhost.example"] {
            settings.host = host
            #expect(throws: ServerSettingsError.openBeyondLoopback(host: host)) { try settings.check() }
        }
        settings.access.tokens = TestService.settings.access.tokens
        #expect(throws: Never.self) { try settings.check() }
        settings.access.proxies = 1
        #expect(throws: Never.self) { try settings.check() }
        settings.access.tokens = []
        settings.host = "127.0.0.1"
        #expect(throws: ServerSettingsError.self) { try settings.check() }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
