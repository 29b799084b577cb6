import CargoApplication
import CargoDomain
import CargoWire
import Foundation
import Logging
import Synchronization
import Testing

@testable import CargoServer

/// Limits on what a request may cost.
struct LimitTests {
    @Test func `a request target of 8 KiB is accepted and a longer one is rejected`() async throws {
        try await TestService.run { service in
            let longest = "/livez?" + String(repeating: "x", count: Target.maximumBytes - 7)
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

    @Test(arguments: [
        ["Authorization": "Basic Y2xlcms6c2VjcmV0"], ["Authorization": "Bearer"], ["Authorization": "Bearer a\r\nAuthorization: Bearer b"],
    ])
    func `a request whose Authorization isn't one bearer token counts against its address`(headers: [String: String]) async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 2
        try await TestService.run(settings) { service in
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await service.send("GET", "/v1/cargos", as: nil, headers: headers).status) }
            #expect(statuses == [401, 401, 429])
        }
    }

    @Test(arguments: [
        ("GET", "/clerk/suggestions/nope", [:], 404), ("POST", "/clerk/suggestions/locations", [:], 405),
        ("GET", "/clerk/suggestions/locations?%zz", [:], 400), ("GET", "/clerk/suggestions/locations", [:], 401),
        ("GET", "/clerk/suggestions/locations", ["X-Long": String(repeating: "x", count: 17 << 10)], 431),
    ])
    func `a request for suggestions counts against its address unless a clerk sent it`(
        method: String,
        path: String,
        headers: [String: String],
        status: Int
    ) async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 2
        try await TestService.run(settings) { service in
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await service.send(method, path, as: nil, headers: headers).status) }
            #expect(statuses == [status, status, 429])
        }
    }

    @Test func `a flood of rejected requests is one line in the log`() async throws {
        var settings = TestService.settings
        settings.access.publicRequestsPerMinute = 1
        settings.limits.eventStreamsPerAddress = 1
        let lines = Mutex<[String]>([])
        let watch: LogWatch.Watch = { level, message, _ in
            if level >= .info { lines.withLock { $0.append(message) } }
        }
        try await TestService.run(settings, onLog: watch) { service in
            for _ in 0..<20 { _ = try await service.send("GET", "/", as: nil) }
            #expect(lines.withLock { $0.filter { $0 == "request" } } == [])
            // One, or one more for each ten seconds that a busy machine takes.
            #expect((1...9).contains(lines.withLock { $0.filter { $0 == "requests were rejected by limits" } }.count))
        }
    }

    @Test func `rejections of ten seconds share a line with their counts`() {
        let time = Mutex(ContinuousClock.now)
        let log = RejectionLog(now: { time.withLock { $0 } })
        let lines = Mutex<[Logger.Metadata]>([])
        let logger = Logger(label: "test") { _ in LogWatch { _, _, metadata in lines.withLock { $0.append(metadata) } } }
        for _ in 0..<3 { log.note("rate_limited", to: logger) }
        time.withLock { $0 += .seconds(10) }
        log.note("bodies_exhausted", to: logger)
        #expect(lines.withLock { $0 } == [["rate_limited": "1"], ["rate_limited": "2", "bodies_exhausted": "1"]])
    }

    @Test func `each customer has a rate limit for all their tokens, and a limit of bookings per day`() async throws {
        var settings = try CustomerTests.settings
        settings.access.customerRequestsPerMinute = 4
        settings.access.customerBookingsPerDay = 2
        let second = "second-secret-0123456789-xyz"
        settings.access.tokens.append(try AccessToken(role: .customer, customer: CustomerId("ACME"), secret: second))
        try await TestService.run(settings) { service in
            try await service.prepare()
            let booking = #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"}"#
            var answers: [Answer] = []
            for token in [CustomerTests.acme, second, CustomerTests.acme] {
                answers.append(try await service.send("POST", "/v1/cargos", booking, as: token))
            }
            #expect(answers.map(\.status) == [201, 201, 429])
            #expect(try answers.last?.json["detail"]?.asText == "A customer can make 2 bookings a day.")
            let other = try await service.send("POST", "/v1/cargos", booking, as: CustomerTests.other).status
            #expect(other == 201)
            var statuses: [Int] = []
            for _ in 0..<2 { statuses.append(try await service.send("GET", "/v1/cargos", as: CustomerTests.acme).status) }
            #expect(statuses == [200, 429])
        }
    }

    @Test func `one customer, token or carrier can have limits of its own, and learns what is left`() async throws {
        var settings = try CustomerTests.settings
        for text in [
            "customer=ACME:requestsPerMinute=3", "customer=ACME:bookingsPerDay=1", "token=admin:bodyBytes=100",
            "token=viewer:requestsPerMinute=0",
        ] {
            try settings.access.tenants.add(setting: text)
        }
        try await TestService.run(settings) { service in
            try await service.prepare()
            let booking = #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"}"#
            var answers: [Answer] = []
            for _ in 0..<2 { answers.append(try await service.send("POST", "/v1/cargos", booking, as: CustomerTests.acme)) }
            for _ in 0..<2 { answers.append(try await service.send("GET", "/v1/cargos", as: CustomerTests.acme)) }
            #expect(answers.map(\.status) == [201, 429, 200, 429])
            #expect(answers.map { $0["ratelimit-policy"] } == Array(repeating: #""customer";q=3;w=60"#, count: 4))
            #expect(
                answers.map { $0["ratelimit"]?.prefix(14) } == [
                    #""customer";r=2"#, #""customer";r=1"#, #""customer";r=0"#, #""customer";r=0"#,
                ]
            )
            #expect(answers[3]["retry-after"].flatMap { Int($0) }.map { (1...20).contains($0) } == true)
            let other = try await service.send("POST", "/v1/cargos", booking, as: CustomerTests.other)
            #expect(other.status == 201 && other["ratelimit-policy"] == #""customer";q=12000;w=60"#)
            let long = try await service.send(
                "PUT",
                "/v1/locations/USNYC",
                #"{"name":"\#(String(repeating: "N", count: 100))"}"#,
                as: TestService.admin
            )
            #expect(try long.status == 413 && long.json["detail"]?.asText == "This body may have at most 100 bytes.")
            #expect(try await service.send("GET", "/v1/cargos", as: TestService.viewer)["ratelimit"] == nil)
            #expect(try await service.send("GET", "/v1/cargos")["ratelimit-policy"] == #""token";q=60000;w=60"#)
        }
    }

    @Test(arguments: [
        "", "customer=ACME", "customer=ACME:x=1", "customer=:requestsPerMinute=1", "customer=A B:requestsPerMinute=1",
        "group=a:requestsPerMinute=1",
        "token=a:requestsPerMinute=", "token=a:requestsPerMinute=-1", "token=a:requestsPerMinute=1:2", "token=a:bodyBytes=0",
        "token=a:requestsPerMinute=1000000000", "carrier=:bodyBytes=1", "token=twice:bodyBytes=2",
    ])
    func `a limit of one tenant is refused if it isn't one`(text: String) throws {
        var tenants: [Tenant: TenantLimits] = [:]
        try tenants.add(setting: "token=twice:bodyBytes=1")
        #expect(throws: ServerSettingsError.self) { try tenants.add(setting: text) }
        #expect(tenants.count == 1)
    }

    @Test func `every limit is a setting, and stands in the threat model with its default`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/threat-model.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for row in NumberSetting.table { #expect(text.contains(row), "\(row)") }
        let listed = text.split(separator: "\n").filter { row in
            ["access", "carriers", "limits"].contains { row.hasPrefix("| `\($0).") }
        }
        #expect(listed.count == NumberSetting.table.count)
        #expect(Set(NumberSetting.all.map(\.flag)).count == NumberSetting.all.count)
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
