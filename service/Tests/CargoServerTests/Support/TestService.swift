import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Logging

@testable import CargoServer

/// An in-memory service for one test, on its own port, over a real socket.
struct TestService: Sendable {
    /// The routes of a service.
    static var routes: [HTTPRoute] {
        let store = InMemoryStore()
        return CargoService(CargoKit(store: store, clock: store.clock)).table.routes
    }

    /// The API description.
    static var description: Input {
        get throws { try JSONParser.parse(String(decoding: OpenAPIDocument(of: routes).bytes, as: UTF8.self)) }
    }

    static let clerk = "clerk-secret-0123456789-abcdef"
    static let admin = "admin-secret-0123456789-abcdef"
    static let service = "service-secret-0123456789-abcdef"
    static let partner = "tracking-secret-0123456789-abcdef"
    static let viewer = "viewer-secret-0123456789-abcdef"
    static let scraper = "metrics-secret-0123456789-abcdef"

    let port: Int
    let store: InMemoryStore

    /// Settings with a token for each role.
    static var settings: ServerSettings {
        var settings = ServerSettings()
        settings.port = 0
        let secrets: [(Role, String)] = [
            (.clerk, clerk), (.admin, admin), (.service, service), (.tracking, partner), (.viewer, viewer), (.metrics, scraper),
        ]
        settings.access.tokens = secrets.compactMap { try? AccessToken(role: $0, secret: $1) }
        return settings
    }

    /// Runs a test against a running service, then shuts the service down.
    static func run(
        _ settings: ServerSettings = settings,
        over kit: (@Sendable (InMemoryStore) -> CargoKit)? = nil,
        timeZones: PortTimeZones = PortTimeZones(),
        onLog: LogWatch.Watch? = nil,
        _ body: @escaping @Sendable (TestService) async throws -> Void
    ) async throws {
        let store = InMemoryStore(clock: FixedClock(try Instant("2026-01-10T12:00:00Z")))
        let (ports, listening) = AsyncStream<Int>.makeStream()
        var logger = onLog.map { onLog in Logger(label: "test") { _ in LogWatch(onLog: onLog) } } ?? Logger(label: "test")
        logger.logLevel = onLog == nil ? .critical : .debug
        let service = CargoService(
            kit?(store) ?? CargoKit(store: store, clock: store.clock),
            settings: settings,
            timeZones: timeZones,
            logger: logger,
            onListening: { listening.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await service.run()
            }
            group.addTask {
                for await port in ports {
                    try await body(TestService(port: port, store: store))
                    return
                }
                throw NotListening()
            }
            // Either the test has ended, or the service has failed.
            try await group.next()
            group.cancelAll()
        }
    }

    struct NotListening: Error {}

    /// Sends a request over a new connection.
    func send(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        as token: String? = clerk,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        let port = port
        let text = Self.text(method, path, body, as: token, headers: headers)
        return try await blocking {
            let client = try SocketClient(port: port)
            try client.send(text)
            guard let answer = try client.answer(toHead: method == "HEAD") else { throw SocketClient.Failure(text: "no answer") }
            return answer
        }
    }

    /// The text of a request as sent over the wire.
    static func text(_ method: String, _ path: String, _ body: String? = nil, as token: String? = clerk, headers: [String: String] = [:])
        -> String
    {
        var all = ["Host": "localhost"]
        if let token { all["Authorization"] = "Bearer \(token)" }
        if let body {
            all["Content-Type"] = "application/json"
            all["Content-Length"] = "\(body.utf8.count)"
        }
        all.merge(headers) { $1 }
        return "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.key): \($0.value)\r\n" }.sorted().joined() + "\r\n" + (body ?? "")
    }
}

extension TestService {
    static let booking =
        #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG","trackingId":"ABC123"}"#

    /// Registers two ports and a voyage between them, over HTTP.
    func prepare() async throws {
        for (code, name) in [("HKHKG", "Hong Kong"), ("SESTO", "Stockholm"), ("USNYC", "New York")] {
            _ = try await send("PUT", "/v1/locations/\(code)", #"{"name":"\#(name)"}"#, as: Self.admin)
        }
        _ = try await send("PUT", "/v1/voyages/V100", Self.schedule, as: Self.admin)
    }

    static let schedule = #"""
        {"schedule":[{"arrivalLocation":"SESTO","arrivalTime":"2026-02-10T00:00:00.000Z","departureLocation":"HKHKG","departureTime":"2026-01-20T00:00:00.000Z"}]}
        """#

    static let itinerary = #"""
        {"legs":[{"loadLocation":"HKHKG","loadTime":"2026-01-20T00:00:00.000Z","unloadLocation":"SESTO","unloadTime":"2026-02-10T00:00:00.000Z","voyageNumber":"V100"}]}
        """#

    /// Books the cargo ABC123.
    func book() async throws { _ = try await send("POST", "/v1/cargos", Self.booking) }
}

/// Passes log entries to a test.
struct LogWatch: LogHandler {
    typealias Watch = @Sendable (Logger.Level, String, Logger.Metadata) -> Void

    let onLog: Watch
    var logLevel = Logger.Level.debug
    var metadata: Logger.Metadata = [:]

    init(onLog: @escaping Watch) { self.onLog = onLog }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { onLog(event.level, event.message.description, metadata.merging(event.metadata ?? [:]) { $1 }) }
}
