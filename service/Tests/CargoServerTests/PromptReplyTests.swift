import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoServer

/// Requests that are answered on the event loop of their connection.
struct PromptReplyTests {
    private static let path = "/v1/cargos/ABC123/tracking"

    private static func prepared(_ body: @escaping @Sendable (TestService) async throws -> Void) async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            try await body(service)
        }
    }

    @Test func `pipelined requests get their responses in order, whether or not they wait`() async throws {
        try await Self.prepared { service in
            let paths = [
                "/livez", "/v1/cargos", "/livez", "/livez", Self.path, "/nope", Self.path, Self.path, "/livez", "/v1/cargos/ABC123",
            ]
            let port = service.port
            let answers = try await blocking {
                let client = try SocketClient(port: port)
                let requests = paths.enumerated().map { TestService.text("GET", $1, headers: ["X-Request-Id": "r-\($0)"]) }
                try client.send(requests.joined())
                return try paths.map { _ in try client.answer() }
            }
            #expect(answers.map { $0?["x-request-id"] } == paths.indices.map { "r-\($0)" })
            #expect(answers.map { $0?.status } == [200, 200, 200, 200, 200, 404, 200, 200, 200, 200])
            #expect(answers[4]?.text == answers[7]?.text)
        }
    }

    @Test func `a kept view has the same header fields as a new one`() async throws {
        try await Self.prepared { service in
            func fields(_ answer: Answer) -> [String] {
                answer.headers.filter { $0.name != "date" && $0.name != "x-request-id" }.map { "\($0.name): \($0.value)" }.sorted()
            }
            let new = try await service.send("GET", Self.path)
            let kept = try await service.send("GET", Self.path)
            #expect(fields(kept) == fields(new))
            #expect(kept["date"]?.hasSuffix(" GMT") == true)
            #expect(kept["x-request-id"]?.count == 16)
            let tag = ["If-None-Match": try #require(new["etag"])]
            let unchanged = try await service.send("GET", Self.path, headers: tag)
            #expect(unchanged.status == 304 && unchanged.text.isEmpty && unchanged["etag"] == new["etag"])
            let head = try await service.send("HEAD", Self.path)
            #expect(fields(head) == fields(new) && head.text.isEmpty)
        }
    }

    @Test func `each request counts once against its caller's rate`() async throws {
        var settings = TestService.settings
        settings.access.tokenRequestsPerMinute = 2
        try await TestService.run(settings) { service in
            service.store.change { $0.place(Cargo.stub("ABC123", version: 1)) }
            let tracked = ["/v1/cargos/ABC123/tracking", "/v1/cargos/ABC123"]
            var statuses: [Int] = []
            for path in tracked + tracked { statuses.append(try await service.send("GET", path).status) }
            #expect(statuses == [200, 200, 429, 429])
            // Another token has its own allowance, and needs the permission.
            let scraper = try await service.send("GET", tracked[0], as: TestService.scraper)
            let stranger = try await service.send("GET", tracked[0], as: "unknown-secret-0123456789-abcdef")
            #expect(scraper.status == 403 && stranger.status == 401)
        }
    }

    @Test func `a connection that asks to be closed is closed after its response`() async throws {
        try await TestService.run { service in
            let port = service.port
            try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/livez") + TestService.text("GET", "/livez", headers: ["Connection": "close"]))
                for _ in 0..<2 {
                    let answer = try client.answer()
                    #expect(answer?.text == "alive\n")
                }
                #expect(client.isEnded(within: 20))
            }
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"), ("1994-11-06T08:49:37.999Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("2000-02-29T23:59:59Z", "Tue, 29 Feb 2000 23:59:59 GMT"), ("2026-12-26T12:00:00Z", "Sat, 26 Dec 2026 12:00:00 GMT"),
    ])
    func `dates have the form of RFC 9110`(time: String, text: String) throws {
        let field = DateField()
        let earlier = field.text(at: try Instant("2026-01-01T00:00:00Z"))
        #expect(earlier == "Thu, 01 Jan 2026 00:00:00 GMT")
        let later = field.text(at: try Instant(time))
        #expect(later == text)
    }
}
