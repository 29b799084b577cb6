#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Testing

@testable import CargoServer

/// The outbox over HTTP: pages, and streams that miss nothing.
struct EventStreamTests {
    @Test func `the feed goes page by page`() async throws {
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

    @Test func `a stream begins after the last event seen, whoever says it how`() async throws {
        try await TestService.run { service in
            try await service.book(5)
            let seen24 = try await service.stream(upTo: 5)
            #expect(seen24 == [1, 2, 3, 4, 5])
            let seen25 = try await service.stream(after: 3, upTo: 5)
            #expect(seen25 == [4, 5])
            let seen26 = try await service.stream(query: "?after=2", upTo: 5)
            #expect(seen26 == [3, 4, 5])
            // A browser that connects again sends the same address, and the field is newer.
            let seen27 = try await service.stream(query: "?after=2", after: 4, upTo: 5)
            #expect(seen27 == [5])
        }
    }

    @Test func `a frame holds the event in its wire shape`() async throws {
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

    @Test func `200 clients at once, a quarter of which connect again, get every event once, and one that reads nothing holds nobody up`()
        async throws
    {
        try await TestService.run { service in
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

    @Test func `a client that does not read loses its connection, and goes on where it was`() async throws {
        var settings = TestService.settings
        settings.limits.stallSeconds = 1
        let (broken, isBroken) = AsyncStream<Void>.makeStream()
        let watch: @Sendable (String) -> Void = { if $0 == "event stream broken off" { isBroken.yield() } }
        try await TestService.run(settings, onLog: watch) { service in
            // More than the buffers between the two ends hold.
            let count = 24_000
            try await service.book(count)
            let port = service.port
            let client = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                return Held(client)
            }
            // Until the service has lost patience nobody reads.
            for await _ in broken { break }
            let seen = try await blocking { client.ids(upTo: Int64(count)) }
            #expect(!seen.isEmpty)
            #expect(seen.count < count)
            #expect(seen == Array(1...Int64(max(seen.count, 1))))
            // On a busy machine this reader may be too slow as well: it goes on again.
            var all = seen
            while let last = all.last, last < Int64(count) {
                let more = try await service.stream(after: last, upTo: Int64(count))
                try #require(!more.isEmpty)
                all += more
            }
            #expect(all == Array(1...Int64(count)))
        }
    }

    @Test func `there are no more streams than may be`() async throws {
        var settings = TestService.settings
        settings.limits.eventStreams = 1
        try await TestService.run(settings) { service in
            try await service.book(1)
            let port = service.port
            let held = try await blocking {
                let client = try SocketClient(port: port)
                try client.send(TestService.text("GET", "/v1/events", headers: ["Accept": "text/event-stream"]))
                _ = try client.line(until: "id: 1\n")
                return Held(client)
            }
            let refused = try await service.send("GET", "/v1/events", headers: ["Accept": "text/event-stream"])
            #expect(refused.status == 503)
            #expect(refused.code == "streams_exhausted")
            #expect(refused["retry-after"] == "5")
            _ = held
        }
    }
}

/// Keeps a connection open while nobody reads from it.
private final class Held: @unchecked Sendable {
    // Sendable: the thread that opened it has let go of it, and one thread reads.
    private let client: SocketClient

    init(_ client: SocketClient) { self.client = client }

    func ids(upTo last: Int64) -> [Int64] { client.ids(upTo: last) }
}

extension TestService {
    /// Books so many cargos, straight into the store: each is an event.
    fileprivate func book(_ count: Int) async throws {
        for number in 1...count {
            let cargo = try Cargo.book(
                trackingId: TrackingId("C\(100_000 + number)"),
                customerId: CustomerId("ACME"),
                routeSpecification: .stub(),
                at: Instant("2026-01-10T12:00:00Z")
            )
            try await store.cargos.save(cargo).get()
        }
    }

    /// The ids of events that a stream sends, up to one.
    fileprivate func stream(query: String = "", after: Int64? = nil, upTo last: Int64) async throws -> [Int64] {
        var headers = ["Accept": "text/event-stream"]
        if let after { headers["Last-Event-ID"] = String(after) }
        let text = Self.text("GET", "/v1/events" + query, headers: headers)
        let port = port
        return try await blocking {
            let client = try SocketClient(port: port, timeoutSeconds: 60)
            try client.send(text)
            return client.ids(upTo: last)
        }
    }
}

extension SocketClient {
    /// The ids of events up to one, or to the end of the connection.
    fileprivate func ids(upTo last: Int64) -> [Int64] {
        var ids: [Int64] = []
        // The end of a connection that was cut is an error; what came before it counts.
        while let line = try? line(until: "\n") {
            guard line.hasPrefix("id: "), let id = Int64(line.dropFirst(4)) else { continue }
            ids.append(id)
            if id == last { break }
        }
        return ids
    }
}
#endif
