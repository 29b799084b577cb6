#if !canImport(Darwin)
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Foundation
import Hummingbird
import Testing

@testable import CargoRemote

@Suite("A receiver of webhooks in Swift")
struct WebhookReceiverTests {
    private static let event = DomainEvent.events(raisedBy: Cargo.stub("ABC123"), storedAs: 1, at: .stub()).first?.stored(as: 7)

    /// Runs a test against the receiver of docs/webhooks.md.
    private static func run(_ secret: WebhookSecret, _ inbox: Inbox, _ body: @escaping @Sendable (URL) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: receiver([.random(), secret], inbox),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await application.run()
            }
            group.addTask {
                for await port in ports { return try await body(try #require(URL(string: "http://127.0.0.1:\(port)/hook"))) }
                throw RemoteService.NotListening()
            }
            try await group.next()
            group.cancelAll()
        }
    }

    @Test("accepts what a relay sends, once, and refuses what is old, tampered with or signed with another secret")
    func receives() async throws {
        let (secret, inbox) = (WebhookSecret.random(), Inbox())
        let event = try #require(Self.event)
        try await Self.run(secret, inbox) { url in
            func send(_ secrets: [WebhookSecret], at clock: any DomainClock = SystemClock()) async throws -> DeliveryOutcome {
                try await WebhookHandler(url: url, secrets: secrets, clock: clock).handle(event)
            }
            let refused = DeliveryOutcome.refused(reason: "the receiver answered 401")
            let old = try await send([secret], at: FixedClock())
            let forged = try await send([.random()])
            #expect(old == refused && forged == refused)
            #expect(await inbox.events.isEmpty)
            for _ in 0..<2 {
                let accepted = try await send([.random(), secret])
                #expect(accepted == .delivered)
            }
            #expect(await inbox.events == ["Cargo:ABC123:1:0": CloudEvent(event).canonicalBytes])
            let genuine = SignedPost.request(url, event, secrets: [secret], at: SystemClock().now())
            let text = String(decoding: genuine.body ?? [], as: UTF8.self)
            let tampered = RemoteRequest(
                method: "POST",
                url: url,
                headers: genuine.headers,
                body: Array(text.replacing("CUST-1", with: "CUST-2").utf8)
            )
            let transport = RemoteConnections().transport(timeouts: RemoteTimeouts(), maximumBytes: 1 << 20)
            #expect(text.contains("CUST-1"))
            var statuses: [Int] = []
            for request in [genuine, tampered] { statuses.append(try await transport.send(request).get().status) }
            #expect(statuses == [204, 401])
            #expect(await inbox.events.count == 1)
        }
    }

    @Test(
        "finds a signature of its secret among others, at most five minutes old or early",
        arguments: [(-301, false), (-300, true), (0, true), (300, true), (301, false)]
    )
    func tolerance(seconds: Int64, isGenuine: Bool) throws {
        let (secret, body) = (WebhookSecret.random(), Array("{}".utf8))
        let now = Instant.stub()
        let timestamp = String(now.epochMilliseconds / 1000 + seconds)
        let own = secret.signature(id: "1", timestamp: timestamp, body: body)
        let others = [WebhookSecret.random().signature(id: "1", timestamp: timestamp, body: body), "v2,x", ""]
        for signatures in [own, "\(others.joined(separator: " ")) \(own)", "\(own) \(others.joined(separator: " "))"] {
            #expect(secret.hasSigned(body, id: "1", timestamp: timestamp, signatures: signatures, at: now) == isGenuine)
        }
    }

    @Test("refuses every part that isn't the signed one")
    func parts() throws {
        let (secret, body) = (WebhookSecret.random(), Array("{}".utf8))
        let timestamp = String(Instant.stub().epochMilliseconds / 1000)
        let signature = secret.signature(id: "1", timestamp: timestamp, body: body)
        func isGenuine(_ id: String = "1", _ time: String, _ signatures: String, _ body: [UInt8]) -> Bool {
            secret.hasSigned(body, id: id, timestamp: time, signatures: signatures, at: .stub())
        }
        #expect(isGenuine("1", timestamp, signature, body))
        #expect(!isGenuine("2", timestamp, signature, body))
        #expect(!isGenuine("1", timestamp, signature, body + body))
        #expect(!isGenuine("1", timestamp, String(signature.dropFirst(3)), body))
        #expect(!isGenuine("1", timestamp, "", body))
        for time in [
            "", "+\(timestamp)", " \(timestamp)", "\(timestamp).0", "0\(timestamp)", "9999999999999", "99999999999999999999", "-1",
        ] {
            #expect(!isGenuine("1", time, signature, body), "\(time)")
        }
    }
}
#endif
