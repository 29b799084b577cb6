#if !canImport(Darwin)
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoServer
import CargoTesting
import CargoWire
import Foundation
import Testing

@testable import CargoRemote

/// Callbacks in the format of DCSA, from the service that is subscribed at to a receiver, over real sockets.
@Suite("A callback of DCSA")
struct DCSACallbackTests {
    private static let secret = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="
    private static let accepted = ScriptedServer.Step.send(answer(204, "text/plain", ""))

    private func call(_ service: RemoteService, _ method: String, _ path: String, _ body: String? = nil) async throws -> Input {
        let transport = RemoteConnections().transport(timeouts: RemoteTimeouts(), maximumBytes: 1 << 20)
        let url = try #require(URL(string: "http://127.0.0.1:\(service.port)\(path)"))
        let headers = [("Authorization", "Bearer \(ScriptedServer.token)"), ("Content-Type", "application/json")]
        let request = RemoteRequest(
            method: method,
            url: url,
            headers: headers.map { (name: $0.0, value: $0.1) },
            body: body.map { Array($0.utf8) }
        )
        let answer = try await transport.send(request).get()
        try #require(answer.status < 300, "\(String(decoding: answer.body, as: UTF8.self))")
        return try JSONParser.parse(String(decoding: answer.body, as: UTF8.self))
    }

    private func subscribe(_ service: RemoteService, _ port: Int, _ filters: String = "") async throws -> SubscriptionId {
        let body = #"{"callbackUrl":"http://127.0.0.1:\#(port)/hook?who=7","secret":"\#(Self.secret)"\#(filters)}"#
        let added = try await call(service, "POST", "/v2/event-subscriptions", body)
        return try SubscriptionId(try #require(added["subscriptionID"]?.asText))
    }

    /// Sends customers' callbacks to the test's receiver, too: as the operator's, which alone may go to an allowed host.
    private struct LoopbackSender: SubscriptionSender {
        let inner: SubscriptionWebhook

        var timeout: Duration { inner.timeout }

        func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome {
            await inner.send(event, to: subscription)
        }

        func sendCallback(_ body: [UInt8], to subscription: Subscription) async -> DeliveryOutcome {
            guard let secret = subscription.secrets.first?.secret else { return .refused(reason: "no secret") }
            let own = Subscription(
                id: subscription.id,
                createdBy: subscription.createdBy,
                createdAt: subscription.createdAt,
                startsAfter: subscription.startsAfter,
                endpoint: subscription.endpoint,
                dcsaFilter: subscription.dcsaFilter,
                secret: secret
            )
            return await inner.sendCallback(body, to: own)
        }
    }

    private func relay(_ service: RemoteService, _ owner: String) throws -> SubscriptionRelay {
        let policy = EndpointPolicy(allowedHosts: ["127.0.0.1"])
        return SubscriptionRelay(
            owner: owner,
            subscriptions: try #require(service.store.subscriptions),
            store: service.store,
            sender: LoopbackSender(inner: SubscriptionWebhook(policy: policy, clock: service.store.clock)),
            // Each relay reads the outbox into an index of its own, as separate processes do.
            callbacks: DCSACallbacks(CargoKit(store: service.store, clock: service.store.clock)),
            clock: service.store.clock
        )
    }

    private func drain(_ relay: SubscriptionRelay) async throws { while try await relay.poll().get() {} }

    /// Books two cargos; the reference of one means no event.
    private func live(_ store: InMemoryStore) async throws {
        for id in ["CARGO-1", "CARGO-2"] { try await store.cargos.save(.stub(id)).get() }
        let cargo = try await store.cargos.findByTrackingId(.stub("CARGO-1")).get()
        try await store.cargos.save(try cargo.adding(.stub())).get()
    }

    private func ids(_ request: String) throws -> [String] {
        let body = try #require(request.components(separatedBy: "\r\n\r\n").last)
        return try #require(try JSONParser.parse(body).asList).compactMap { $0["eventID"]?.asText }
    }

    @Test("is a signed array of the events that /v2/events lists, in order; one without an answer is sent again by the next relay")
    func life() async throws {
        let steps = [Self.accepted, .drop, Self.accepted, Self.accepted]
        try await ScriptedServer.run(steps) { receiver in
            try await RemoteService.run(allowing: ["127.0.0.1"]) { service in
                try await service.store.cargos.save(.stub("EARLY")).get()
                let id = try await subscribe(service, receiver.port)
                try await live(service.store)
                // The relay that sends this ends with its process before it hears of the second callback.
                try await drain(try relay(service, "killed"))
                #expect(receiver.requests.count == 2)
                try await drain(try relay(service, "heir"))
                #expect(receiver.requests.count == 3)
                let listed = try #require(try await call(service, "GET", "/v2/events").asList)
                let expected = listed.filter { $0["documentReferences"]?.asList?.first?["documentReferenceValue"]?.asText != "EARLY" }
                    .compactMap { $0["eventID"]?.asText }
                let sent = try receiver.requests.map { try ids($0) }
                #expect(sent == [Array(expected.prefix(2)), Array(expected.suffix(2)), Array(expected.suffix(2))])
                let request = try #require(receiver.requests.first)
                #expect(request.hasPrefix("POST /hook?who=7 HTTP/1.1\r\n"))
                let head = request.lowercased()
                let body = Array((request.components(separatedBy: "\r\n\r\n").last ?? "").utf8)
                let key = try #require(Base64.decode(Self.secret.utf8))
                let code = SHA256.authenticationCode(body, key: key).map { String(format: "%02x", $0) }.joined()
                for field in [
                    "subscription-id: \(id)", "notification-signature: sha256=\(code)", "api-version: 2.2.0",
                    "content-type: application/json",
                ] {
                    #expect(head.contains("\r\n\(field)\r\n"), "\(field) in \(head)")
                }
                #expect(!head.contains("\r\nsignature:") && !head.contains("webhook"))
                let progress = try #require(try await service.store.subscriptions?.progress(of: id).get())
                #expect(progress.deliveries.map(\.failure) == [nil, .unanswered(.connectionBroken), nil])
                #expect(progress.failingSince == nil && progress.partition.held.isEmpty)
            }
        }
    }

    @Test("of a customer is about their own cargos, and of a filter about what matches; what matches nothing sends nothing")
    func filtered() async throws {
        try await ScriptedServer.run([Self.accepted, Self.accepted, Self.accepted]) { receiver in
            try await RemoteService.run(allowing: ["127.0.0.1"]) { service in
                let subscriptions = try #require(service.store.subscriptions)
                _ = try await subscribe(service, receiver.port, #","eventType":["EQUIPMENT","TRANSPORT"]"#)
                _ = try await subscribe(service, receiver.port, #","vesselIMONumber":"9321483""#)
                let confirmed = try await subscribe(
                    service,
                    receiver.port,
                    #","shipmentEventTypeCode":["CONF"],"carrierBookingReference":"CARGO-2","eventType":[]"#
                )
                let owned = Subscription.stub(
                    owner: .stub("CUST-9"),
                    endpoint: .stub("http://127.0.0.1:\(receiver.port)/"),
                    dcsaFilter: DCSAEventFilter()
                )
                #expect(try await subscriptions.save(owned).get())
                for (id, customer) in [("CARGO-1", "CUST-1"), ("CARGO-2", "CUST-1"), ("CARGO-3", "CUST-9")] {
                    try await service.store.cargos.save(.stub(id, customer: customer)).get()
                }
                try await drain(try relay(service, "one"))
                func bodies(_ id: SubscriptionId) -> [String] {
                    receiver.requests.filter { $0.lowercased().contains("subscription-id: \(id)") }
                        .compactMap { $0.components(separatedBy: "\r\n\r\n").last }
                }
                #expect(receiver.requests.count == 2)
                #expect(bodies(confirmed).count == 1 && bodies(confirmed).first?.contains(#""shipmentEventTypeCode":"CONF""#) == true)
                #expect(bodies(confirmed).first?.contains("RECE") == false && bodies(confirmed).first?.contains("CARGO-2") == true)
                #expect(bodies(owned.id).count == 1 && bodies(owned.id).first?.contains("CARGO-3") == true)
                #expect(bodies(owned.id).first?.contains("CARGO-1") == false)
            }
        }
    }

    @Test("of a rescheduled voyage has the estimates of all its cargos, and for a customer those of their own")
    func rescheduled() async throws {
        try await ScriptedServer.run((0..<8).map { _ in Self.accepted }) { receiver in
            try await RemoteService.run(allowing: ["127.0.0.1"]) { service in
                let all = try await subscribe(service, receiver.port)
                let owned = Subscription.stub(
                    owner: .stub("CUST-9"),
                    endpoint: .stub("http://127.0.0.1:\(receiver.port)/"),
                    dcsaFilter: DCSAEventFilter()
                )
                #expect(try await #require(service.store.subscriptions).save(owned).get())
                let schedule = { (day: Int) in Schedule.stub([.stub(at: .stub(day: day), to: "USNYC", at: .stub(day: day + 6))]) }
                try await service.store.voyages.save(.stub(schedule: schedule(2))).get()
                for (id, customer) in [("CARGO-1", "CUST-1"), ("CARGO-9", "CUST-9")] {
                    try await service.store.cargos.save(.stub(id, customer: customer, itinerary: .stub())).get()
                }
                let voyage = try await service.store.voyages.findByNumber(.stub("V100")).get()
                try await service.store.voyages.save(voyage.rescheduled(to: schedule(3))).get()
                try await drain(try relay(service, "one"))
                func sent(_ id: SubscriptionId) throws -> [[String]] {
                    try receiver.requests.filter { $0.lowercased().contains("subscription-id: \(id)") }.map { try ids($0) }
                }
                let listed = try #require(try await call(service, "GET", "/v2/events").asList).compactMap { $0["eventID"]?.asText }
                // Booked, routed, booked, routed; then the departures and the arrivals of both.
                #expect(try sent(all).map(\.count) == [2, 6, 2, 6, 4])
                #expect(try sent(all).flatMap(\.self) == listed)
                let own = try #require(try await call(service, "GET", "/v2/events?carrierBookingReference=CARGO-9").asList)
                #expect(own.count == 10)
                #expect(try sent(owned.id).map(\.count) == [2, 6, 2])
                #expect(try sent(owned.id).flatMap(\.self) == own.compactMap { $0["eventID"]?.asText })
            }
        }
    }

    @Test("isn't made of an event that the store doesn't show yet, so that the event isn't passed over")
    func hidden() async throws {
        let store = InMemoryStore(clock: FixedClock())
        try await store.cargos.save(.stub("CARGO-1")).get()
        let callbacks = DCSACallbacks(CargoKit(store: store, clock: store.clock))
        let subscription = Subscription.stub(dcsaFilter: DCSAEventFilter())
        #expect(try await callbacks.body(of: 1, for: subscription) != nil)
        let error = await #expect(throws: DomainError.self) { try await callbacks.body(of: 2, for: subscription) }
        #expect(error?.code == .storeUnavailable)
        try await store.cargos.save(.stub("CARGO-2")).get()
        #expect(try await callbacks.body(of: 2, for: subscription) != nil)
        #expect(try await callbacks.body(of: 2, for: .stub()) == nil)
    }

    @Test("has the references of the time when it is sent, however late they were added")
    func late() async throws {
        let store = InMemoryStore(clock: FixedClock())
        try await store.cargos.save(.stub("CARGO-1")).get()
        // More than one page of the outbox.
        for number in 0..<1000 { try await store.cargos.save(.stub("OTHER-\(number)")).get() }
        let callbacks = DCSACallbacks(CargoKit(store: store, clock: store.clock))
        for container in ["MSKU1234565", "CSQU3054383"] {
            let cargo = try await store.cargos.findByTrackingId(.stub("CARGO-1")).get()
            let emptied = cargo.references.reduce(cargo) { $0.removing($1) }
            try await store.cargos.save(try emptied.adding(try CargoReference(.container, container))).get()
            let body = try #require(try await callbacks.body(of: 1, for: .stub(dcsaFilter: DCSAEventFilter())))
            #expect(String(decoding: body, as: UTF8.self).contains(#""referenceValue":"\#(container)""#))
        }
    }

    @Test("isn't sent once the subscription is removed, and is signed with a new secret at once")
    func changes() async throws {
        try await ScriptedServer.run([Self.accepted, Self.accepted]) { receiver in
            try await RemoteService.run(allowing: ["127.0.0.1"]) { service in
                let id = try await subscribe(service, receiver.port)
                let subscriptions = try #require(service.store.subscriptions)
                var stored = try #require(try await subscriptions.find(id).get())
                let secret = try #require(WebhookSecret(dcsa: Self.secret.replacingOccurrences(of: "MTIz", with: "OTk5")))
                stored.rotateSecret(to: secret, overlap: .seconds(3600), at: service.store.clock.now())
                #expect(try await subscriptions.save(stored).get())
                try await service.store.cargos.save(.stub("CARGO-1")).get()
                let relay = try relay(service, "one")
                try await drain(relay)
                let request = try #require(receiver.requests.first)
                let body = Array((request.components(separatedBy: "\r\n\r\n").last ?? "").utf8)
                #expect(request.contains(": \(secret.notificationSignature(of: body))\r\n"))
                var removed = stored.stored(as: 2)
                removed.remove(at: service.store.clock.now())
                #expect(try await subscriptions.save(removed).get())
                try await service.store.cargos.save(.stub("CARGO-2")).get()
                try await drain(relay)
                #expect(receiver.requests.count == 1)
            }
        }
    }
}
#endif
