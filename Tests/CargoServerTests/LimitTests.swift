#if Server
import CargoWire
import Testing

@testable import CargoServer

/// Limits on what a request may cost.
struct LimitTests {
    @Test func `a request target of 8 KiB is accepted and a longer one is rejected`() async throws {
        try await TestService.run { service in
            let longest = "/livez?" + String(repeating: "x", count: Target.mostBytes - 7)
            let read = try await service.send("GET", longest).status
            #expect(read == 200)
            let refused = try await service.send("GET", longest + "x")
            #expect(refused.status == 414)
            #expect(refused.code == "target_too_long")
        }
    }

    @Test func `a query of 101 fields is rejected`() async throws {
        try await TestService.run { service in
            let query = (0..<101).map { "n\($0)=1" }.joined(separator: "&")
            let answer = try await service.send("GET", "/v1/locations?" + query)
            #expect(answer.status == 400)
            #expect(answer.code == "target_invalid")
            #expect(try answer.json["detail"]?.asText == "At most 100 fields are allowed.")
        }
    }

    @Test func `the sign-in form is limited to 8 KiB and 100 fields`() async throws {
        try await TestService.run { service in
            let headers = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://localhost"]
            let many = (0..<101).map { "n\($0)=1" }.joined(separator: "&")
            let tooMany = try await service.send("POST", "/clerk/sign-in", many, as: nil, headers: headers)
            #expect(tooMany.status == 400)
            #expect(tooMany.code == "form_invalid")
            let twice = try await service.send("POST", "/clerk/sign-in", "to=a&token=b&to=c", as: nil, headers: headers)
            #expect(twice.status == 400)
            let long = "token=" + String(repeating: "x", count: 8 << 10)
            let tooLong = try await service.send("POST", "/clerk/sign-in", long, as: nil, headers: headers)
            #expect(tooLong.status == 413)
            #expect(tooLong.code == "body_too_large")
        }
    }

    @Test func `without a token, every route except the probes is rate-limited`() async throws {
        for path in ["/", "/nope", "/openapi.json", "/clerk/sign-in", "/assets/style.css", "/v1/cargos", "/%zz"] {
            var settings = TestService.settings
            settings.access.publicRequestsPerMinute = 1
            try await TestService.run(settings) { service in
                var statuses: [Int] = []
                for _ in 0..<2 { statuses.append(try await service.send("GET", path, as: nil).status) }
                #expect(statuses.last == 429, "\(path)")
                #expect(!statuses.dropLast().contains(429), "\(path)")
                for probe in ["/livez", "/readyz", "/livez?x=1"] {
                    let status = try await service.send("GET", probe, as: nil).status
                    #expect(status == 200, "\(probe)")
                }
            }
        }
    }

    @Test func `each token has its own rate limit`() async throws {
        var settings = TestService.settings
        settings.access.tokenRequestsPerMinute = 1
        try await TestService.run(settings) { service in
            var statuses: [Int] = []
            for _ in 0..<2 { statuses.append(try await service.send("GET", "/v1/locations").status) }
            #expect(statuses == [200, 429])
            let other = try await service.send("GET", "/v1/locations", as: TestService.admin).status
            #expect(other == 200)
        }
    }

    @Test func `after too many wrong tokens, every token from that address is rejected`() async throws {
        #expect(ServerSettings().access.wrongTokensPerMinute == 10)
        var settings = TestService.settings
        settings.access.wrongTokensPerMinute = 1
        try await TestService.run(settings) { service in
            let wrong = try await service.send("GET", "/v1/cargos", as: "wrong-secret-0123456789").status
            #expect(wrong == 401)
            for token in ["wrong-secret-0123456789", TestService.clerk] {
                let refused = try await service.send("GET", "/v1/cargos", as: token)
                #expect(refused.status == 429)
                #expect(refused.code == "rate_limited")
                #expect(refused["retry-after"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
            }
            let form = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://localhost"]
            let signIn = try await service.send("POST", "/clerk/sign-in", "token=\(TestService.clerk)", as: nil, headers: form)
            #expect(signIn.status == 429)
            let probe = try await service.send("GET", "/livez", as: "wrong-secret-0123456789").status
            #expect(probe == 200)
        }
    }

    @Test func `wrong tokens at sign-in count like wrong tokens in the API`() async throws {
        var settings = TestService.settings
        settings.access.wrongTokensPerMinute = 1
        try await TestService.run(settings) { service in
            let form = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://localhost"]
            var statuses: [Int] = []
            for token in ["a", "b", TestService.clerk] {
                statuses.append(try await service.send("POST", "/clerk/sign-in", "token=\(token)", as: nil, headers: form).status)
            }
            #expect(statuses == [422, 429, 429])
            let shown = try await service.send("GET", "/v1/cargos")
            #expect(shown.status == 429)
        }
    }
}
#endif
