import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import Hummingbird
import Logging
import NIOEmbedded
import Synchronization
import Testing

@testable import CargoServer

/// The outbox over HTTP: pages, and streams that miss no event.
struct EventStreamTests {
    @Test func `the feed is paged`() async throws {
        try await TestService.run { service in
            try await service.book(20)
            let first = try await service.send("GET", "/v1/events?limit=15")
            #expect(try first.json["events"]?.asList?.count == 15)
            #expect(try first.json["next"] == 15)
            #expect(first["link"] == #"</v1/events?limit=15&after=15>; rel="next""#)
            let rest = try await service.send("GET", "/v1/events?after=15&limit=15")
            #expect(try rest.json["events"]?.asList?.compactMap { $0["sequence"] } == (16...20).map { .integer($0) })
            #expect(try rest.json["next"] == nil)
        }
    }

    @Test func `a stream starts after the last event seen, given by header or query`() async throws {
        try await TestService.run { service in
            try await service.book(5)
            let seen24 = try await service.stream(upTo: 5)
            #expect(seen24 == [1, 2, 3, 4, 5])
            let seen25 = try await service.stream(after: 3, upTo: 5)
            #expect(seen25 == [4, 5])
            let seen26 = try await service.stream(query: "?after=2", upTo: 5)
            #expect(seen26 == [3, 4, 5])
            // A reconnecting browser sends the same URL, and its Last-Event-ID is newer.
            let seen27 = try await service.stream(query: "?after=2", after: 4, upTo: 5)
            #expect(seen27 == [5])
        }
    }

    @Test(arguments: [("", 9_007_199_254_740_991), ("?after=9007199254740991", nil), ("", 4)] as [(String, Int64?)])
    func `a stream after the last event continues with new events`(query: String, after: Int64?) async throws {
        try await TestService.run { service in
            try await service.book(3)
            let port = service.port
            var headers = ["Accept": "text/event-stream"]
            if let after { headers["Last-Event-ID"] = String(after) }
            let text = TestService.text("GET", "/v1/events" + query, headers: headers)
            let client = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(text)
                _ = try client.line(until: "retry: ")
                return Held(client)
            }
            try await service.book(2, from: 4)
            let ids = try await blocking { client.ids(upTo: 5, orKeepAlive: true) }
            #expect(ids == [4, 5])
        }
    }

    @Test func `a frame has the event's wire form`() async throws {
        try await TestService.run { service in
            try await service.book(1)
            let port = service.port
            let text = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                _ = try client.line(until: "id: ")
                return try client.line(until: "\n\n")
            }
            let lines = try #require(text?.split(separator: "\n"))
            #expect(lines[0] == "1")
            #expect(lines[1] == "event: CargoBooked")
            let event = try await service.send("GET", "/v1/events").json["events"]?.asList?.first
            #expect(try JSONParser.parse(String(lines[2].dropFirst(6))) == event)
        }
    }

    @Test func `200 concurrent clients, a quarter of them reconnecting, get every event once, and one that reads nothing delays no other`()
        async throws
    {
        var settings = TestService.settings
        settings.limits.eventStreamsPerAddress = 0
        try await TestService.run(settings) { service in
            let port = service.port
            let idle = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                return Held(client)
            }
            let seen = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for number in 0..<200 {
                    group.addTask {
                        guard number.isMultiple(of: 4) else { return try await service.stream(upTo: 40) }
                        let first = try await service.stream(upTo: 15)
                        return try await first + service.stream(after: first.last, upTo: 40)
                    }
                }
                try await service.book(40)
                var all: [[Int64]] = []
                for try await ids in group { all.append(ids) }
                return all
            }
            #expect(seen.count == 200)
            #expect(seen.allSatisfy { $0 == Array(1...40) })
            _ = idle
        }
    }

    @Test func `a client that doesn't read is disconnected, and resumes where it was`() async throws {
        var settings = TestService.settings
        settings.limits.stallSeconds = 1
        let (broken, isBroken) = AsyncStream<Void>.makeStream()
        let watch: LogWatch.Watch = { _, message, _ in
            if message == "event stream interrupted" { isBroken.yield() }
        }
        try await TestService.run(settings, onLog: watch) { service in
            // More than the buffers on both ends hold.
            let count = 24_000
            try await service.book(count)
            let port = service.port
            let client = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                return Held(client)
            }
            // Don't read until the service has given up.
            for await _ in broken { break }
            let seen = try await blocking { client.ids(upTo: Int64(count)) }
            #expect(!seen.isEmpty)
            #expect(seen.count < count)
            #expect(seen == Array(1...Int64(max(seen.count, 1))))
            // On a busy machine this reader may also be too slow; it reconnects and continues.
            var all = seen
            while let last = all.last, last < Int64(count) {
                let more = try await service.stream(after: last, upTo: Int64(count))
                try #require(!more.isEmpty)
                all += more
            }
            #expect(all == Array(1...Int64(count)))
        }
    }

    @Test func `streams are limited in total and per address`() async throws {
        var settings = TestService.settings
        settings.access.proxies = 1
        settings.limits.eventStreams = 2
        settings.limits.eventStreamsPerAddress = 1
        try await TestService.run(settings) { service in
            try await service.book(1)
            let port = service.port
            func open(_ address: String) async throws -> Held {
                try await blocking {
                    let client = try SocketClient(port: port)
                    let headers = ["Accept": "text/event-stream", "X-Forwarded-For": address]
                    try client.send(TestService.text("GET", "/v1/events", headers: headers))
                    _ = try client.line(until: "id: 1\n")
                    return Held(client)
                }
            }
            func refused(_ address: String) async throws -> Answer {
                try await service.send("GET", "/v1/events", headers: ["Accept": "text/event-stream", "X-Forwarded-For": address])
            }
            let first = try await open("2001:db8:0:1::1")
            // Another address of the same customer.
            let same = try await refused("2001:db8:0:1:ffff::2")
            #expect(same.status == 429)
            #expect(same.code == "rate_limited")
            let second = try await open("2001:db8:0:2::1")
            let full = try await refused("192.0.2.1")
            #expect(full.status == 503)
            #expect(full.code == "streams_exhausted")
            for answer in [same, full] { #expect(answer["retry-after"].flatMap { Int($0) }.map { $0 > 0 } == true) }
            _ = (first, second)
        }
    }

    @Test func `a stream whose connection breaks before the response begins counts no longer`() throws {
        var limits = ServerSettings.Limits()
        limits.eventStreams = 1
        let store = InMemoryStore()
        let kit = CargoKit(store: store, clock: store.clock)
        let source = EventStream.Source(
            kit: kit,
            tail: EventTail(kit, logger: Logger(label: "test")),
            counter: StreamCounter(limits),
            end: OutboxEnd(kit),
            owners: CargoLookups(kit.store.cargos)
        )
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/v1/events")
        let route = try #require(EventRoutes(source: source, keeper: Gatekeeper(AccessDirectory(ServerSettings.Access()))).routes.first)
        let connection = Connection(EmbeddedChannel())
        let call = Call(
            route: route,
            request: request,
            target: try Target("/v1/events"),
            parameters: [:],
            caller: .local,
            address: .none,
            id: RequestIdentity.of(request),
            body: IncomingBody(HTTPFields(), nil, limits, BodyBudget(limits), on: connection),
            connection: connection,
            trail: WriteTrail(),
            logger: Logger(label: "test")
        )
        let stream = EventStream(source: source, call: call)
        var response: Response? = try stream.response(from: 0)
        #expect(throws: Problem.self) { try stream.response(from: 0) }
        withExtendedLifetime(response) {}
        // The service drops the response without having run its body.
        response = nil
        #expect(throws: Never.self) { try stream.response(from: 0) }
    }

    @Test func `a stream disables proxy buffering and spreads the reconnection times of clients`() async throws {
        try await TestService.run { service in
            let port = service.port
            var pauses: Set<String> = []
            for _ in 0..<20 {
                let (head, pause) = try await blocking {
                    let client = try SocketClient(port: port)
                    try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                    let head = try client.answer(toHead: true)
                    _ = try client.line(until: "retry: ")
                    return (head, try client.line(until: "\n\n"))
                }
                #expect(head?["x-accel-buffering"] == "no")
                let milliseconds = try #require(pause.flatMap { Int($0) })
                #expect((1000...3000).contains(milliseconds))
                pauses.insert("\(milliseconds)")
            }
            // Twenty equal draws out of 2001 values don't happen.
            #expect(pauses.count > 1)
        }
    }

    @Test func `an unreadable event is sent as a marker, and the stream continues`() async throws {
        let over: @Sendable (InMemoryStore) -> CargoKit = { DamagedFeed.damaging(2, in: $0) }
        try await TestService.run(over: over) { service in
            try await service.book(3)
            let port = service.port
            let frames = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                return try (1...3).map { _ in
                    _ = try client.line(until: "id: ")
                    return try client.line(until: "\n\n") ?? ""
                }
            }
            let begins = ["1\nevent: CargoBooked\n", "2\nevent: Unreadable\n", "3\nevent: CargoBooked\n"]
            #expect(zip(frames, begins).allSatisfy { $0.hasPrefix($1) }, "\(frames)")
            #expect(frames[1].contains(#"data: {"aggregate":"Cargo:C100002","code":"corrupt_record","sequence":2}"#))
            // A page of a clerk counts the events past it.
            #expect(try await OutboxEnd(over(service.store)).position() == 3)
        }
    }

    @Test func `all streams share one reader of the outbox`() async throws {
        var settings = TestService.settings
        settings.limits.eventStreamsPerAddress = 0
        let feed = CountingFeed()
        try await TestService.run(settings, over: { feed.counting($0) }) { service in
            try await service.book(1)
            let port = service.port
            let clients = try await blocking {
                try (0..<50).map { _ in
                    let client = try SocketClient(port: port)
                    try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                    // The stream has now read everything in the outbox.
                    _ = try client.line(until: "id: 1\n")
                    return Held(client)
                }
            }
            let before = feed.given
            try await service.book(100, from: 1000)
            for client in clients {
                let ids = try await blocking { client.ids(upTo: 101) }
                #expect(ids == Array(2...101))
            }
            // A stream that wasn't waiting yet may read some events itself. If all streams did, it would be 5000.
            #expect(feed.given - before < 2500, "\(feed.given - before) events were read for 50 streams of 100")
        }
    }

    @Test func `waiting streams get each event from a single read`() async throws {
        let feed = CountingFeed()
        let store = InMemoryStore()
        let tail = EventTail(feed.counting(store), logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: [Int64].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var seen: [Int64] = []
                    while seen.count < 250 {
                        guard case .entries(let entries) = await tail.next(after: seen.last ?? 0, hasReadToEnd: true) else { continue }
                        seen += entries.map(\.sequence)
                    }
                    return seen
                }
            }
            let reader = Task { try await tail.run() }
            for number in 0..<250 { try await store.cargos.save(.stub("ABC\(number)")).get() }
            for try await seen in group { #expect(seen == Array(1...250)) }
            reader.cancel()
            _ = await reader.result
        }
        #expect(feed.given == 250)
        #expect(await tail.next(after: 0, hasReadToEnd: false).isEnded)
    }

    @Test func `a stream after the end of the outbox doesn't keep others from waiting`() async throws {
        let feed = CountingFeed()
        let store = InMemoryStore()
        try await store.cargos.save(.stub("ABC1")).get()
        let tail = EventTail(feed.counting(store), logger: Logger(label: "test"))
        let stray = Task { await tail.next(after: 9_007_199_254_740_991, hasReadToEnd: true) }
        let reader = Task { try await tail.run() }
        // The tail reads only while a stream waits.
        while feed.reads == 0 { await Task.yield() }
        async let turn = tail.next(after: 1, hasReadToEnd: true)
        try await store.cargos.save(.stub("ABC2")).get()
        if case .entries(let entries) = await turn {
            #expect(entries.map(\.sequence) == [2])
        } else {
            Issue.record("the stream must wait for the next event")
        }
        reader.cancel()
        _ = await reader.result
        #expect(await stray.value.isEnded)
    }

    @Test func `a stream that falls behind the kept events reads the outbox itself`() async throws {
        let store = InMemoryStore()
        let tail = EventTail(CargoKit(store: store, clock: store.clock), logger: Logger(label: "test"))
        for number in 0..<700 { try await store.cargos.save(.stub("ABC\(number)")).get() }
        let reader = Task { try await tail.run() }
        var last: Int64 = 600
        while last < 700 {
            if case .entries(let entries) = await tail.next(after: last, hasReadToEnd: true) { last = entries.last?.sequence ?? last }
        }
        for cursor: Int64 in [0, 599] {
            guard case .behind = await tail.next(after: cursor, hasReadToEnd: false) else {
                Issue.record("nothing before 601 was read")
                continue
            }
        }
        guard case .entries(let entries) = await tail.next(after: 650, hasReadToEnd: false) else {
            Issue.record("what is kept is given")
            return
        }
        #expect(entries.map(\.sequence) == Array(651...700))
        reader.cancel()
        _ = await reader.result
    }

    @Test func `a stream ends when its session ends`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book(1)
            for ends in ["sign-out", "sign-in"] {
                let browser = try await Browser.signedIn(service, as: TestService.clerk)
                let csrf = try #require(try await browser.get("/clerk/book").text.value(of: "csrf"))
                let port = service.port
                let text = TestService.text("GET", "/clerk/live", as: nil, headers: browser.fields)
                let client = try await blocking {
                    let client = try SocketClient(port: port)
                    try client.send(text)
                    _ = try client.line(until: "retry: ")
                    return Held(client)
                }
                let form = ends == "sign-out" ? "csrf=\(csrf)" : "token=\(TestService.clerk)"
                #expect(try await browser.post("/clerk/\(ends)", form).status == 303)
                // The last chunk arrives long before any keep-alive is due.
                let end = try await blocking { client.end() }
                #expect(end == true, "\(ends)")
                #expect(try await browser.get("/clerk").status == 303)
            }
        }
    }
}

extension EventTail.Turn {
    fileprivate var isEnded: Bool { if case .ended = self { true } else { false } }
}

/// Keeps a connection open without reading from it.
private final class Held: @unchecked Sendable {
    // Sendable: the opening thread no longer uses the client, and only one thread reads from it.
    private let client: SocketClient

    init(_ client: SocketClient) { self.client = client }

    func ids(upTo last: Int64, orKeepAlive: Bool = false) -> [Int64] { client.ids(upTo: last, orKeepAlive: orKeepAlive) }

    /// Whether the service ends the stream properly.
    func end() -> Bool { (try? client.line(until: "0\r\n\r\n")) != nil }
}

extension TestService {
    /// Books a number of cargos directly in the store; each booking is one event.
    fileprivate func book(_ count: Int, from first: Int = 1) async throws {
        for number in first..<first + count {
            let cargo = try Cargo.book(
                trackingId: TrackingId("C\(100_000 + number)"),
                customerId: CustomerId("ACME"),
                routeSpecification: .stub(),
                at: Instant("2026-01-10T12:00:00Z")
            )
            try await store.cargos.save(cargo).get()
        }
    }

    /// The ids of the events that a stream sends, up to a given one.
    fileprivate func stream(query: String = "", after: Int64? = nil, upTo last: Int64) async throws -> [Int64] {
        var headers = ["Accept": "text/event-stream"]
        if let after { headers["Last-Event-ID"] = String(after) }
        let text = Self.text("GET", "/v1/events" + query, headers: headers)
        let port = port
        return try await blocking {
            let client = try SocketClient(port: port)
            try client.send(text)
            return client.ids(upTo: last)
        }
    }
}

extension SocketClient {
    /// The ids of the events up to a given one, or until the connection ends.
    fileprivate func ids(upTo last: Int64, orKeepAlive: Bool = false) -> [Int64] {
        var ids: [Int64] = []
        // A broken connection throws an error; the events before it count.
        while let line = try? line(until: "\n") {
            if orKeepAlive, line.hasPrefix(": ") { break }
            guard line.hasPrefix("id: "), let id = Int64(line.dropFirst(4)) else { continue }
            ids.append(id)
            if id == last { break }
        }
        return ids
    }
}
