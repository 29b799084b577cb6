#if !canImport(Darwin)
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import Synchronization
import Testing

@testable import CargoRemote

/// What the endpoints of subscriptions receive, and which ones are never connected to.
@Suite("A subscription's webhook")
struct SubscriptionWebhookTests {
    private let clock = FixedClock()

    private static func event() throws -> DomainEvent {
        let events = Correlation.$actor.withValue(.token("ops")) {
            DomainEvent.events(raisedBy: Cargo.stub("ABC123"), storedAs: 1, at: .stub())
        }
        return try #require(events.first).stored(as: 7)
    }

    /// A sender that resolves every name to the given addresses, one list for each time that it asks.
    private func sender(
        allowing hosts: Set<String>,
        _ answers: [[String]?] = [["127.0.0.1"]],
        timeout: Duration = .seconds(20)
    ) -> (sender: SubscriptionWebhook, lookups: LookupCount) {
        let count = LookupCount()
        let transport = EndpointTransport(
            EndpointPolicy(allowedHosts: hosts),
            timeouts: RemoteTimeouts(response: timeout, total: timeout),
            resolver: HostResolver { host in
                let place = count.note(host)
                return answers[min(place, answers.count - 1)]?.compactMap { IPAddress($0) }
            }
        )
        return (SubscriptionWebhook(transport: transport, timeout: timeout, clock: clock), count)
    }

    final class LookupCount: Sendable {
        private let hosts = Mutex<[String]>([])

        var all: [String] { hosts.withLock { $0 } }

        func note(_ host: String) -> Int {
            hosts.withLock { hosts in
                hosts.append(host)
                return hosts.count - 1
            }
        }
    }

    @Test("is a CloudEvent, signed with every valid secret, at the address that was judged")
    func request() async throws {
        try await ScriptedServer.run([.send(answer(204, "text/plain", ""))]) { server in
            var subscription = Subscription.stub(endpoint: .stub("http://receiver.test:\(server.port)/hook?a=B"))
            let expired = WebhookSecret.random()
            let (old, new) = (WebhookSecret.random(), WebhookSecret.random())
            subscription.rotateSecret(to: expired, overlap: .zero, at: .stub())
            subscription.rotateSecret(to: old, overlap: .seconds(0), at: .stub())
            subscription.rotateSecret(to: new, overlap: .seconds(60), at: .stub())
            let (sender, lookups) = sender(allowing: ["receiver.test"])
            let event = try Self.event()
            #expect(await sender.send(event, to: subscription) == .delivered)
            #expect(lookups.all == ["receiver.test"])
            let request = try #require(server.requests.first)
            let parts = request.components(separatedBy: "\r\n\r\n")
            let head = parts[0].lowercased()
            #expect(request.hasPrefix("POST /hook?a=B HTTP/1.1\r\n"))
            #expect(head.contains("\r\nhost: receiver.test:\(server.port)\r\n"))
            #expect(head.contains("\r\ncontent-type: application/cloudevents+json\r\n"))
            #expect(head.contains("\r\nwebhook-id: cargo:abc123:1:0\r\n"))
            #expect(
                parts[1] == #"{"data":\#(event.withoutActor.canonicalText),"datacontenttype":"application/json","id":"Cargo:ABC123:1:0","#
                    + #""source":"urn:cargo-kit:events","specversion":"1.0","subject":"ABC123","time":"2026-01-01T00:00:00.000Z","#
                    + #""type":"io.github.cargokit.CargoBooked"}"#
            )
            let timestamp = String(Instant.stub().epochMilliseconds / 1000)
            let signatures = [new, old].map { $0.signature(id: "Cargo:ABC123:1:0", timestamp: timestamp, body: Array(parts[1].utf8)) }
            #expect(request.contains("webhook-signature: \(signatures.joined(separator: " "))\r\n"))
        }
    }

    @Test("is the same request that a relay sends to its webhook, byte for byte")
    func sameRequest() async throws {
        let accepted = ScriptedServer.Step.send(answer(204, "text/plain", ""))
        try await ScriptedServer.run([accepted, accepted]) { server in
            let (old, new) = (WebhookSecret.random(), WebhookSecret.random())
            var subscription = Subscription.stub(endpoint: .stub("http://127.0.0.1:\(server.port)/hook"))
            subscription.rotateSecret(to: old, overlap: .zero, at: .stub())
            subscription.rotateSecret(to: new, overlap: .seconds(60), at: .stub())
            let event = try Self.event()
            #expect(await sender(allowing: ["127.0.0.1"]).sender.send(event, to: subscription) == .delivered)
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/hook"))
            let handler = try WebhookHandler(url: url, secrets: [new, old], clock: clock)
            #expect(await handler.handle(event) == .delivered)
            // A tracer that another test in this process installs adds its own ids to each request.
            let requests = server.requests.map { request in
                request.split(separator: "\r\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("in-memory-") }
            }
            #expect(requests.count == 2)
            #expect(requests.first == requests.last)
        }
    }

    @Test(
        "isn't sent to an address that isn't public, whatever the name says",
        arguments: [
            ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["100.64.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"],
            ["2002:7f00:1::1"], ["fe80::1"], ["fd00::1"], ["0.0.0.0"], ["224.0.0.1"], ["127.0.0.1", "10.0.0.1"],
        ]
    )
    func privateAddress(addresses: [String]) async throws {
        try await ScriptedServer.run([.send(answer(204, "text/plain", ""))]) { server in
            let (sender, _) = sender(allowing: [], [addresses])
            let subscription = Subscription.stub(endpoint: .stub("https://rebound.test:\(server.port)/"))
            let outcome = await sender.send(try Self.event(), to: subscription)
            #expect(outcome == .unavailable(reason: "the endpoint's address isn't public", retryAfter: nil))
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        "isn't sent to a literal private address, to http or to the local host",
        arguments: [
            ("https://127.0.0.1:PORT/", "the endpoint's address isn't public"),
            ("https://[::1]:PORT/", "the endpoint's address isn't public"),
            ("https://[::ffff:127.0.0.1]:PORT/", "the endpoint's address isn't public"),
            ("http://partner.example:PORT/", "the endpoint must use https"),
            ("https://localhost:PORT/", "the endpoint's host isn't public"),
        ]
    )
    func literal(url: String, reason: String) async throws {
        try await ScriptedServer.run([.send(answer(204, "text/plain", ""))]) { server in
            let (sender, lookups) = sender(allowing: [])
            let subscription = Subscription.stub(endpoint: .stub(url.replacingOccurrences(of: "PORT", with: "\(server.port)")))
            let outcome = await sender.send(try Self.event(), to: subscription)
            #expect(outcome == .unavailable(reason: reason, retryAfter: nil))
            #expect(server.requests.isEmpty && lookups.all.isEmpty)
        }
    }

    @Test("isn't sent to a host whose address becomes private after the first delivery")
    func rebinding() async throws {
        let addresses = ["8.8.8.8", "127.0.0.1", "8.8.8.8"]
        let (lookups, receiver) = (LookupCount(), AddressedReceiver())
        let time = Mutex(ContinuousClock.now)
        let resolver = HostResolver { host in
            let place = lookups.note(host)
            return [addresses[min(place, addresses.count - 1)]].compactMap { IPAddress($0) }
        } now: {
            time.withLock { $0 }
        }
        let transport = EndpointTransport(
            EndpointPolicy(),
            timeouts: RemoteTimeouts(response: .seconds(20), total: .seconds(20)),
            resolver: resolver
        ) { address, _ in
            receiver.connection(to: address)
        }
        let sender = SubscriptionWebhook(transport: transport, timeout: .seconds(20), clock: clock)
        let (event, subscription) = (try Self.event(), Subscription.stub(endpoint: .stub("https://rebound.test/")))
        #expect(await sender.send(event, to: subscription) == .delivered)
        time.withLock { $0 += .milliseconds(29_999) }
        #expect(await sender.send(event, to: subscription) == .delivered)
        #expect(lookups.all.count == 1)
        time.withLock { $0 += .milliseconds(1) }
        let refused = DeliveryOutcome.unavailable(reason: "the endpoint's address isn't public", retryAfter: nil)
        for _ in 0..<2 { #expect(await sender.send(event, to: subscription) == refused) }
        #expect(receiver.received == ["8.8.8.8", "8.8.8.8"])
        time.withLock { $0 += .seconds(30) }
        #expect(await sender.send(event, to: subscription) == .delivered)
        #expect(receiver.received == ["8.8.8.8", "8.8.8.8", "8.8.8.8"] && receiver.connected == ["8.8.8.8", "8.8.8.8"])
        #expect(lookups.all.count == 3)
    }

    /// Accepts every event, and notes the addresses that are connected to and sent to.
    private final class AddressedReceiver: Sendable {
        private let log = Mutex<(connected: [String], received: [String])>(([], []))

        var connected: [String] { log.withLock { $0.connected } }
        var received: [String] { log.withLock { $0.received } }

        func connection(to address: IPAddress) -> any HTTPTransport {
            log.withLock { $0.connected.append(address.description) }
            return Connection(receiver: self, address: address)
        }

        private struct Connection: HTTPTransport {
            let receiver: AddressedReceiver
            let address: IPAddress

            func send(_ request: RemoteRequest) async -> Result<RemoteAnswer, TransportFailure> {
                receiver.log.withLock { $0.received.append(address.description) }
                return .success(RemoteAnswer(status: 204, headers: [:], body: []))
            }
        }
    }

    @Test(
        "of a customer isn't sent to a host that the operator allows",
        arguments: [
            ("http://receiver.test:PORT/", "the endpoint must use https"),
            ("https://receiver.test:PORT/", "the endpoint's host has no public address"),
            ("https://127.0.0.1:PORT/", "the endpoint's address isn't public"),
        ]
    )
    func allowedHost(url: String, reason: String) async throws {
        try await ScriptedServer.run([.send(answer(204, "text/plain", ""))]) { server in
            let (sender, _) = sender(allowing: ["receiver.test", "127.0.0.1"])
            let endpoint = EndpointURL.stub(url.replacingOccurrences(of: "PORT", with: "\(server.port)"))
            let theirs = Subscription.stub(owner: .stub(), endpoint: endpoint)
            let event = try Self.event()
            #expect(await sender.send(event, to: theirs) == .unavailable(reason: reason, retryAfter: nil))
            let callback = Subscription.stub(owner: .stub(), endpoint: endpoint, dcsaFilter: DCSAEventFilter())
            #expect(await sender.sendCallback([], to: callback) == .unavailable(reason: reason, retryAfter: nil))
            #expect(server.requests.isEmpty)
        }
    }

    @Test("isn't sent to where a redirect points")
    func redirect() async throws {
        try await ScriptedServer.run([.send(answer(204, "text/plain", ""))]) { target in
            let redirect = answer(307, "text/plain", "", "Location: http://127.0.0.1:\(target.port)/stolen")
            try await ScriptedServer.run([.send(redirect)]) { server in
                let (sender, _) = sender(allowing: ["receiver.test"])
                let subscription = Subscription.stub(endpoint: .stub("http://receiver.test:\(server.port)/"))
                let outcome = await sender.send(try Self.event(), to: subscription)
                #expect(outcome == .failed(reason: "the endpoint answered 307", retryAfter: nil))
                #expect(target.requests.isEmpty)
            }
        }
    }

    @Test(
        "the response decides what becomes of the event and of the subscription",
        arguments: [
            (answer(200, "text/plain", "ok"), .delivered), (answer(410, "text/plain", ""), .refused(reason: "the endpoint answered 410")),
            (answer(404, "text/plain", ""), .failed(reason: "the endpoint answered 404", retryAfter: nil)),
            (answer(500, "text/plain", "", "Retry-After: 7"), .failed(reason: "the endpoint answered 500", retryAfter: .seconds(7))),
            (answer(429, "text/plain", "", "Retry-After: 9"), .unavailable(reason: "the endpoint answered 429", retryAfter: .seconds(9))),
            (answer(503, "text/plain", ""), .unavailable(reason: "the endpoint answered 503", retryAfter: nil)),
            ("nonsense\r\n\r\n", .failed(reason: "the connection broke", retryAfter: nil)),
            (
                answer(200, "text/plain", String(repeating: "x", count: 70_000)),
                .failed(reason: "the response is too long", retryAfter: nil)
            ),
        ] as [(String, DeliveryOutcome)]
    )
    func outcomes(response: String, outcome: DeliveryOutcome) async throws {
        try await ScriptedServer.run([.send(response)]) { server in
            let (sender, _) = sender(allowing: ["127.0.0.1"])
            let subscription = Subscription.stub(endpoint: .stub("http://127.0.0.1:\(server.port)/"))
            let result = await sender.send(try Self.event(), to: subscription)
            #expect(result == outcome)
        }
    }

    @Test("an endpoint that can't be reached or resolved is unavailable")
    func unreached() async throws {
        let (sender, _) = sender(allowing: ["receiver.test"], [nil])
        let subscription = Subscription.stub(endpoint: .stub("http://receiver.test:1/"))
        let event = try Self.event()
        #expect(await sender.send(event, to: subscription) == .unavailable(reason: "the endpoint's host has no address", retryAfter: nil))
        let (other, _) = self.sender(allowing: ["receiver.test"], [["127.0.0.1"]])
        #expect(await other.send(event, to: subscription) == .unavailable(reason: "no connection could be made", retryAfter: nil))
    }

    @Test(
        "a customer isn't told whether a name is unknown or has a private address",
        arguments: [nil, [], ["10.0.0.1"], ["::1"]] as [[String]?]
    )
    func unknownName(addresses: [String]?) async throws {
        let (sender, _) = sender(allowing: ["wiki.internal"], [addresses])
        let theirs = Subscription.stub(owner: .stub(), endpoint: .stub("https://wiki.internal/"))
        let outcome = await sender.send(try Self.event(), to: theirs)
        #expect(outcome == .unavailable(reason: "the endpoint's host has no public address", retryAfter: nil))
    }

    @Test("an endpoint that never answers fails at the time limit")
    func silent() async throws {
        try await ScriptedServer.run([.silence]) { server in
            let (sender, _) = sender(allowing: ["127.0.0.1"], timeout: .milliseconds(100))
            let subscription = Subscription.stub(endpoint: .stub("http://127.0.0.1:\(server.port)/"))
            let outcome = await sender.send(try Self.event(), to: subscription)
            #expect(outcome == .failed(reason: "no response came in time", retryAfter: nil))
        }
    }

    @Test("twenty endpoints that never answer delay no other subscription with the same host and port", .timeLimit(.minutes(10)))
    func slowNeighbours() async throws {
        try await ScriptedServer.run([ScriptedServer.Step](repeating: .silence, count: 20) + [.send(answer(204, "text/plain", ""))]) {
            server in
            let (sender, _) = sender(allowing: ["127.0.0.1"])
            let endpoint = EndpointURL.stub("http://127.0.0.1:\(server.port)/")
            let event = try Self.event()
            let slow = (0..<20).map { _ in Subscription.stub(endpoint: endpoint) }
            let outcome = await withTaskGroup(of: Void.self) { group in
                for subscription in slow { group.addTask { _ = await sender.send(event, to: subscription) } }
                // All of them are being sent: none waits for another's connection.
                while server.requests.count < 20 { await Task.yield() }
                let outcome = await sender.send(event, to: Subscription.stub(endpoint: endpoint))
                group.cancelAll()
                return outcome
            }
            #expect(outcome == .delivered)
        }
    }

    @Test("a relay delivers a store's events over real sockets, in order, with one that fails sent again")
    func relay() async throws {
        let (ok, bad) = (ScriptedServer.Step.send(answer(204, "text/plain", "")), ScriptedServer.Step.send(answer(500, "text/plain", "")))
        try await ScriptedServer.run([ok, bad, ok, ok]) { server in
            let store = InMemoryStore(clock: clock)
            let subscriptions = try #require(store.subscriptions)
            let subscription = Subscription.stub(endpoint: .stub("http://127.0.0.1:\(server.port)/"))
            #expect(try await subscriptions.save(subscription).get())
            for id in ["CARGO-1", "CARGO-2", "CARGO-3"] { try await store.cargos.save(.stub(id)).get() }
            let relay = SubscriptionRelay(
                owner: "one",
                subscriptions: subscriptions,
                store: store,
                sender: SubscriptionWebhook(policy: EndpointPolicy(allowedHosts: ["127.0.0.1"]), clock: clock),
                clock: clock
            )
            while try await relay.poll().get() {}
            #expect(server.requests.count == 3)
            try clock.advance(by: .seconds(1))
            while try await relay.poll().get() {}
            let ids = server.requests.map { $0.components(separatedBy: #""subject":""#)[1].prefix(7) }
            #expect(ids == ["CARGO-1", "CARGO-2", "CARGO-3", "CARGO-2"])
            let progress = try #require(try await subscriptions.progress(of: subscription.id).get())
            #expect(progress.deliveries.map(\.failure) == [nil, .answered(status: 500), nil, nil])
        }
    }
}
#endif
