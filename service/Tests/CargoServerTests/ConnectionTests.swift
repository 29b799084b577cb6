import Foundation
import Testing

@testable import CargoServer

/// Limits on how long and how often a client may hold a connection.
struct ConnectionTests {
    private static var settings: ServerSettings {
        var settings = TestService.settings
        settings.limits.bodySeconds = 1
        settings.limits.stallSeconds = 1
        return settings
    }

    @Test(arguments: ["/livez", "/nope", "/v1/cargos"])
    func `a body that no route reads doesn't block its connection`(path: String) async throws {
        try await TestService.run(Self.settings) { service in
            let port = service.port
            let isEnded = try await blocking {
                let client = try SocketClient(port: port)
                let head = TestService.text("GET", path, headers: ["Content-Length": "1000", "Content-Type": "text/plain"])
                try client.send(head)
                // Sends one byte at a time so that the connection is never idle, but far fewer bytes than the body has.
                for _ in 0..<600 {
                    guard (try? client.send("x")) != nil else { return true }
                    if client.isEnded(within: 0.1) { return true }
                }
                return false
            }
            #expect(isEnded)
        }
    }

    @Test func `unread responses don't keep their connection open`() async throws {
        try await TestService.run(Self.settings) { service in
            let port = service.port
            let isEnded = try await blocking {
                let client = try SocketClient(port: port, timeoutSeconds: 5)
                let requests = String(repeating: TestService.text("GET", "/openapi.json"), count: 200)
                // The service stops reading while its responses aren't taken, so sending may fail before everything is sent.
                try? client.send(requests)
                return client.isEnded(within: 60)
            }
            #expect(isEnded)
        }
    }

    @Test func `a slow reader gets complete responses`() async throws {
        var settings = Self.settings
        // More than a busy machine keeps a reader from its turn.
        settings.limits.stallSeconds = 20
        try await TestService.run(settings) { service in
            let port = service.port
            let lengths = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(String(repeating: TestService.text("GET", "/openapi.json"), count: 20))
                return try (0..<20).map { _ in try client.answer()?.body.count ?? 0 }
            }
            #expect(lengths == [Int](repeating: OpenAPIDocument(of: TestService.routes).bytes.count, count: 20))
        }
    }

    @Test func `a client that reads no responses doesn't make the service produce them all`() async throws {
        try await TestService.run(Self.settings) { service in
            let port = service.port
            let made = try await blocking {
                let client = try SocketClient(port: port, timeoutSeconds: 5, receiveBuffer: 64 << 10)
                try? client.send(String(repeating: TestService.text("GET", "/openapi.json"), count: 400))
                #expect(client.isEnded(within: 60))
                return try Self.count(of: "/openapi.json", port: port)
            }
            // A few hundred kB fit in the system's buffers, not the 40 MB of all responses.
            #expect((1..<100).contains(made), "\(made) answers were made")
        }
    }

    @Test func `a pipelining connection doesn't starve others`() async throws {
        let (pipes, requests) = (8, 1000)
        try await TestService.run { service in
            let port = service.port
            for _ in 0..<pipes {
                Thread.detachNewThread {
                    guard let client = try? SocketClient(port: port) else { return }
                    try? client.send(String(repeating: TestService.text("GET", "/livez"), count: requests))
                    for _ in 0..<requests { guard (try? client.answer()) != nil else { return } }
                }
            }
            let answered = try await blocking {
                let deadline = ContinuousClock.now + .seconds(300)
                var answered = 0
                while try Self.count(of: "/livez", port: port) < pipes * requests {
                    guard .now < deadline else { throw SocketClient.Failure(text: "the pipelines weren't answered whole") }
                    answered += 1
                }
                return answered
            }
            // If the service answered a whole pipeline in a row, other clients would only get a turn after each pipeline.
            #expect(answered > 5 * pipes, "others were answered \(answered) times")
        }
    }

    /// How often a route has responded, according to the service's metrics.
    private static func count(of route: String, port: Int) throws -> Int {
        let client = try SocketClient(port: port)
        try client.send(TestService.text("GET", "/metrics", as: TestService.scraper))
        let lines = String(decoding: try client.answer()?.body ?? [], as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("http_requests_total{") && $0.contains("\"\(route)\"") }
        return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
    }

    @Test func `each address has a limit of open connections`() async throws {
        var settings = TestService.settings
        settings.limits.connectionsPerAddress = 3
        try await TestService.run(settings) { service in
            let port = service.port
            try await blocking {
                func answers(_ client: SocketClient) -> Bool {
                    (try? client.send(TestService.text("GET", "/livez"))) != nil && (try? client.answer())??.status == 200
                }
                var clients = try (0..<3).map { _ in try SocketClient(port: port) }
                #expect(clients.allSatisfy(answers))
                #expect(try SocketClient(port: port).isEnded(within: 60))
                #expect(clients.allSatisfy(answers))
                clients.removeLast()
                // The service notices the closed connection a moment later.
                let deadline = ContinuousClock.now + .seconds(60)
                var isAdmitted = false
                while !isAdmitted, .now < deadline { isAdmitted = try answers(SocketClient(port: port)) }
                #expect(isAdmitted)
            }
        }
    }

    @Test(arguments: ["", "GET /livez HTTP/1.1\r\n", TestService.text("GET", "/livez", headers: ["Content-Length": "9"]) + "x"])
    func `at the limit of connections, a new one replaces the one that waited longest for its client`(sent: String) async throws {
        var settings = TestService.settings
        settings.limits.connections = 8
        settings.limits.connectionsPerAddress = 0
        try await TestService.run(settings) { service in
            let port = service.port
            try await blocking {
                func answers(_ client: SocketClient) throws -> Bool {
                    try client.send(TestService.text("GET", "/livez"))
                    return try client.answer()?.status == 200
                }
                let oldest = try SocketClient(port: port)
                #expect(try answers(oldest))
                let active = try SocketClient(port: port)
                var clients: [SocketClient] = []
                for _ in 0..<50 {
                    let client = try SocketClient(port: port, timeoutSeconds: 30)
                    #expect(try answers(active))
                    #expect(try answers(client))
                    if !sent.isEmpty { try client.send(sent) }
                    clients.append(client)
                }
                #expect(oldest.isEnded(within: 30))
                #expect(clients.prefix(30).allSatisfy { $0.isEnded(within: 30) })
            }
        }
    }

    @Test func `silent connections don't replace an event stream`() async throws {
        var settings = TestService.settings
        settings.limits.connections = 8
        settings.limits.connectionsPerAddress = 0
        try await TestService.run(settings) { service in
            let port = service.port
            try await blocking {
                let stream = try SocketClient(port: port)
                try stream.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                #expect(try stream.answer(toHead: true)?.status == 200)
                let clients = try (0..<50).map { _ in try SocketClient(port: port) }
                #expect(clients.prefix(30).allSatisfy { $0.isEnded(within: 30) })
                #expect(!stream.isEnded(within: 1))
            }
        }
    }

    @Test func `behind a trusted proxy, the limit of connections applies to the proxy`() async throws {
        var settings = TestService.settings
        settings.limits.connectionsPerAddress = 1
        settings.access.proxies = 1
        try await TestService.run(settings) { service in
            let port = service.port
            let statuses = try await blocking {
                let clients = try (0..<3).map { _ in try SocketClient(port: port) }
                return try clients.map { client in
                    try client.send(TestService.text("GET", "/livez"))
                    return try client.answer()?.status
                }
            }
            #expect(statuses == [200, 200, 200])
        }
    }
}
