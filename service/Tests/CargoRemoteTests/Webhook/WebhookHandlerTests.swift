import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import Testing

@testable import CargoRemote

@Suite("A webhook")
struct WebhookHandlerTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private static func handler(_ url: URL, secrets: String..., timeout: Duration = .seconds(60)) throws -> WebhookHandler {
        let secrets = try (secrets.isEmpty ? [secret] : secrets).map { try #require(WebhookSecret($0)) }
        return try WebhookHandler(url: url, secrets: secrets, timeout: timeout, clock: FixedClock())
    }

    private static func event(_ id: String = "ABC123") throws -> DomainEvent {
        let events = Correlation.$actor.withValue(.token("ops")) {
            DomainEvent.events(raisedBy: Cargo.stub(id), storedAs: 1, at: .stub())
        }
        return try #require(events.first).stored(as: 7)
    }

    /// The outcome of delivering one event to a receiver that responds with this step.
    private static func outcome(_ step: ScriptedServer.Step, timeout: Duration = .seconds(60)) async throws -> DeliveryOutcome {
        try await ScriptedServer.run([step]) { server in
            try await handler(server.url, timeout: timeout).handle(try event())
        }
    }

    @Test("signs the test vector of the specification's libraries correctly")
    func vector() throws {
        let secret = try #require(WebhookSecret(Self.secret))
        let body = Array(#"{"test": 2432232314}"#.utf8)
        #expect(
            secret.signature(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body: body)
                == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        )
    }

    @Test("receives a CloudEvent, with the event's id, the send time and a signature for each secret")
    func request() async throws {
        let old = "whsec_" + Data(repeating: 7, count: 24).base64EncodedString()
        try await ScriptedServer.run([.send(answer(204, "text/plain", ""))]) { server in
            let event = try Self.event()
            let outcome = try await Self.handler(server.url, secrets: Self.secret, old).handle(event)
            #expect(outcome == .delivered)
            let request = try #require(server.requests.first)
            let parts = request.components(separatedBy: "\r\n\r\n")
            let head = parts[0].lowercased()
            #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
            #expect(parts[1] == CloudEvent(event).canonicalText)
            #expect(event.actor?.text == "token:ops" && !parts[1].contains("actor") && !parts[1].contains("ops"))
            #expect(head.contains("\r\ncontent-type: application/cloudevents+json\r\n"))
            #expect(head.contains("\r\nwebhook-id: cargo:abc123:1:0\r\n"))
            let timestamp = String(Instant.stub().epochMilliseconds / 1000)
            #expect(head.contains("\r\nwebhook-timestamp: \(timestamp)\r\n"))
            let signatures = try [Self.secret, old].map { text in
                try #require(WebhookSecret(text)).signature(id: "Cargo:ABC123:1:0", timestamp: timestamp, body: Array(parts[1].utf8))
            }
            let field = "webhook-signature: \(signatures.joined(separator: " "))"
            #expect(parts[0].components(separatedBy: "\r\n").contains { $0.lowercased() == field.lowercased() })
        }
    }

    @Test("receives no full stop in an id, because it separates the signed parts")
    func fullStop() async throws {
        try await ScriptedServer.run([.send(answer(200, "text/plain", ""))]) { server in
            let voyage = Voyage.stub("V.1", version: 1).rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC"))
            let event = try #require(DomainEvent.events(raisedBy: voyage, storedAs: 2, at: .stub()).first)
            #expect(event.eventId == "Voyage:V.1:2:0")
            let outcome = try await Self.handler(server.url).handle(event)
            #expect(outcome == .delivered)
            #expect(try #require(server.requests.first).contains("Voyage:V%2E1:2:0\r\n"))
        }
    }

    @Test(
        "decides the event's outcome by its answer",
        arguments: [
            (200, DeliveryOutcome.delivered), (204, .delivered), (299, .delivered),
            (302, .refused(reason: "the receiver answered 302")), (307, .refused(reason: "the receiver answered 307")),
            (400, .refused(reason: "the receiver answered 400")), (401, .refused(reason: "the receiver answered 401")),
            (408, .failed(reason: "the receiver answered 408", retryAfter: nil)),
            (410, .refused(reason: "the receiver answered 410")),
            (429, .unavailable(reason: "the receiver answered 429", retryAfter: nil)),
            (500, .failed(reason: "the receiver answered 500", retryAfter: nil)),
            (502, .failed(reason: "the receiver answered 502", retryAfter: nil)),
            (503, .unavailable(reason: "the receiver answered 503", retryAfter: nil)),
        ]
    )
    func statuses(status: Int, expected: DeliveryOutcome) async throws {
        let text = answer(status, "text/plain", status == 204 ? "" : "whatever", "Location: /elsewhere")
        #expect(try await Self.outcome(.send(text)) == expected)
    }

    @Test("is retried after the time in Retry-After, in seconds or as a date")
    func retryAfter() async throws {
        #expect(
            try await Self.outcome(.send(answer(503, "text/plain", "", "Retry-After: 120")))
                == .unavailable(reason: "the receiver answered 503", retryAfter: .seconds(120))
        )
        // The test's clock is fixed at 2026-01-01T00:00:00Z.
        #expect(
            try await Self.outcome(.send(answer(500, "text/plain", "", "Retry-After: Thu, 01 Jan 2026 00:01:00 GMT")))
                == .failed(reason: "the receiver answered 500", retryAfter: .seconds(60))
        )
        // A very late time is capped at 31 years, so that the result doesn't overflow.
        for wait in ["9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"] {
            #expect(
                try await Self.outcome(.send(answer(503, "text/plain", "", "Retry-After: \(wait)")))
                    == .unavailable(reason: "the receiver answered 503", retryAfter: .seconds(1_000_000_000))
            )
        }
    }

    @Test("gets no event through a redirect")
    func redirection() async throws {
        try await ScriptedServer.run([.send(answer(200, "text/plain", ""))]) { other in
            let location = "Location: \(other.url.absoluteString)"
            let outcome = try await Self.outcome(.send(answer(302, "text/plain", "", location)))
            #expect(outcome == .refused(reason: "the receiver answered 302"))
            #expect(other.requests.isEmpty)
        }
    }

    @Test("fails an event that it answers too slowly, and is unavailable if nothing listens")
    func silence() async throws {
        let silence = try await Self.outcome(.silence, timeout: .seconds(2))
        guard case .failed(_, retryAfter: nil) = silence else {
            Issue.record("\(silence)")
            return
        }
        let closed = try HeldPort()
        defer { closed.letGo() }
        guard case .unavailable(_, retryAfter: nil) = try await Self.handler(closed.url).handle(try Self.event()) else {
            Issue.record("somebody answered at a closed port")
            return
        }
    }

    @Test(
        "has an address with a scheme and a host, and no password",
        arguments: [
            "ftp://example.com", "https://", "example.com", "https://me:secret@example.com", "https://me@example.com", "https://a/#b",
        ]
    )
    func addresses(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: RemoteStoreError.self) { try Self.handler(url) }
    }

    @Test(
        "has a secret of 24 to 64 bytes that is never displayed",
        arguments: [(23, false), (24, true), (64, true), (65, false)]
    )
    func secrets(count: Int, isValid: Bool) throws {
        let text = "whsec_" + Data(repeating: 9, count: count).base64EncodedString()
        let secret = WebhookSecret(text + "\n")
        #expect((secret != nil) == isValid)
        if let secret { #expect("\(secret) \(String(reflecting: secret)) \(Mirror(reflecting: secret).children.count)" == "*** *** 0") }
        #expect(WebhookSecret(String(text.dropFirst(6))) == nil)
        #expect(WebhookSecret(WebhookSecret.random().revealed) != nil)
        #expect(WebhookSecret.random().revealed != WebhookSecret.random().revealed)
    }

    @Test("that fails intermittently receives every event, each cargo's in order")
    func flaky() async throws {
        let store = InMemoryStore(clock: FixedClock())
        for id in ["CGO-A", "CGO-B", "CGO-C"] {
            try await store.cargos.save(.stub(id)).get()
            let cargo = try await store.cargos.findByTrackingId(.stub(id)).get()
            try await store.cargos.save(try cargo.changingDeadline(to: .stub(day: 90), at: .stub())).get()
        }
        let bad = ScriptedServer.Step.send(answer(500, "text/plain", ""))
        let good = ScriptedServer.Step.send(answer(200, "text/plain", ""))
        let busy = ScriptedServer.Step.send(answer(503, "text/plain", "", "Retry-After: 2"))
        try await ScriptedServer.run([bad, good, busy, good, bad, good, good, good, good]) { server in
            let clock = FixedClock()
            var relay = OutboxRelay(
                consumer: try ConsumerName("webhook"),
                owner: "one",
                feed: store.events,
                partitions: try #require(store.outboxPartitions),
                handler: try Self.handler(server.url),
                clock: clock,
                policy: RelayPolicy(concurrency: 1)
            )
            for _ in 0..<100 where server.stepsLeft > 0 {
                if case .idle = try await relay.poll().get() { try clock.advance(by: .milliseconds(1000)) }
            }
            let ids = server.requests.compactMap { request in
                request.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("webhook-id: ") }.map { String($0.dropFirst(12)) }
            }
            #expect(ids.count == 9)
            #expect(Set(ids).count == 6)
            for id in ["CGO-A", "CGO-B", "CGO-C"] {
                let own = ids.filter { $0.hasPrefix("Cargo:\(id):") }
                #expect(own == own.sorted(), "\(own)")
            }
            let partitions = try #require(store.outboxPartitions)
            let deadLetters = DeadLetterQueue(
                consumer: try ConsumerName("webhook"),
                feed: store.events,
                partitions: partitions,
                clock: clock
            )
            #expect(try await deadLetters.entries().get().isEmpty)
        }
    }
}
