import CargoApplication
import Logging
import Synchronization
import Testing

@testable import CargoServer

/// The log lines about writes, which say who did what.
struct WriteLogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func take(_ message: String, _ metadata: Logger.Metadata) {
            guard message == "write" else { return }
            let text = ["caller", "action", "id", "request.id"].map { "\(metadata[$0] ?? "absent")" }.joined(separator: " | ")
            lines.withLock { $0.append(text) }
        }
    }

    @Test func `each successful write is logged in one line with caller, action, id and request`() async throws {
        var settings = TestService.settings
        let secret = "a-secret-of-alices-own-0123456789"
        settings.access.tokens.append(try AccessToken(role: .admin, name: "alice", secret: secret))
        let lines = Lines()
        try await TestService.run(settings, onLog: { lines.take($1, $2) }) { service in
            func send(_ id: String, _ method: String, _ path: String, _ body: String?, _ headers: [String: String] = [:]) async throws {
                _ = try await service.send(method, path, body, as: secret, headers: headers.merging(["X-Request-Id": id]) { $1 })
            }
            for code in ["HKHKG", "SESTO"] { try await send("r-\(code)", "PUT", "/v1/locations/\(code)", #"{"name":"X"}"#) }
            try await send("book", "POST", "/v1/cargos", TestService.booking)
            try await send("again", "POST", "/v1/cargos", TestService.booking)
            try await send("look", "GET", "/v1/cargos/ABC123", nil)
            try await send("move", "PUT", "/v1/cargos/ABC123/deadline", #"{"arrivalDeadline":"2026-04-01T00:00:00Z"}"#, ["If-Match": "*"])
            let batch = """
                completion_time,tracking_id,type,un_locode,voyage_number
                2026-01-05T00:00:00Z,ABC123,RECEIVE,HKHKG,
                2026-01-06T00:00:00Z,NONE99,RECEIVE,HKHKG,

                """
            try await send("batch", "POST", "/v1/handling-events", batch, ["Content-Type": "text/csv"])
            try await send("same", "POST", "/v1/handling-events", batch, ["Content-Type": "text/csv"])
            _ = try await service.send("POST", "/v1/cargos", TestService.booking, as: nil)
        }
        #expect(
            lines.all == [
                "alice | PUT /v1/locations/{unLocode} | HKHKG | r-HKHKG", "alice | PUT /v1/locations/{unLocode} | SESTO | r-SESTO",
                "alice | POST /v1/cargos | ABC123 | book", "alice | PUT /v1/cargos/{trackingId}/deadline | ABC123 | move",
                "alice | POST /v1/handling-events | ABC123 | batch",
            ]
        )
    }

    @Test func `the log line of a form names the holder of the token that signed in`() async throws {
        var settings = TestService.settings
        let secret = "a-secret-of-alices-own-0123456789"
        settings.access.tokens.append(try AccessToken(role: .clerk, name: "alice", secret: secret))
        let lines = Lines()
        try await TestService.run(settings, onLog: { lines.take($1, $2) }) { service in
            try await service.prepare()
            let browser = try await Browser.signedIn(service, as: secret)
            let page = try await browser.get("/clerk/book").text
            let (csrf, key) = (try #require(page.value(of: "csrf")), try #require(page.value(of: "key")))
            let fields =
                "csrf=\(csrf)&key=\(key)&customerId=ACME&origin=HKHKG&destination=SESTO&arrivalDeadline=2026-03-01T00:00"
                + "&trackingId=ABC123"
            #expect(try await browser.post("/clerk/book", fields).status == 303)
            #expect(try await browser.post("/clerk/book", fields.replacing("ACME", with: "")).status == 422)
        }
        let actions = lines.all.map { $0.split(separator: " | ").prefix(3).joined(separator: " | ") }
        #expect(actions.suffix(2) == ["alice | POST /clerk/sign-in | none", "alice | POST /clerk/book | ABC123"])
    }
}
