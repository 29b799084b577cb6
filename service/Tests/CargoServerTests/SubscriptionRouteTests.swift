import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// Subscriptions, managed over HTTP.
struct SubscriptionRouteTests {
    private static let body = #"{"endpoint":"https://partner.example/hook","filter":{"eventTypes":["CargoBooked"],"trackingId":"ABC123"}}"#

    @Test func `a subscription is added, changed, paused, resumed and removed`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            let added = try await service.send("POST", "/v1/subscriptions", Self.body, as: CustomerTests.acme)
            #expect(added.status == 201, "\(added.text)")
            let id = try #require(try added.json["id"]?.asText)
            #expect(added["location"] == "/v1/subscriptions/\(id)")
            #expect(try added.json["customerId"]?.asText == "ACME")
            #expect(WebhookSecret(try added.json["secret"]?.asText ?? "") != nil)
            let path = "/v1/subscriptions/\(id)"
            let shown = try await service.send("GET", path, as: CustomerTests.acme)
            #expect(try shown.status == 200 && shown.json["secret"] == nil && !shown.text.contains("whsec"))
            let change = #"{"endpoint":"https://partner.example/other"}"#
            let changed = try await service.send("PUT", path, change, as: CustomerTests.acme)
            #expect(
                try changed.json["endpoint"]?.asText == "https://partner.example/other" && changed.json["filter"]?.members.isEmpty == true
            )
            let paused = try await service.send("PUT", path + "/state", #"{"reason":"Moving","state":"PAUSED"}"#, as: CustomerTests.acme)
            #expect(try paused.json["state"]?.asText == "PAUSED" && paused.json["reason"]?.asText == "Moving")
            let resumed = try await service.send("PUT", path + "/state", #"{"state":"ACTIVE"}"#, as: CustomerTests.acme)
            #expect(try resumed.json["state"]?.asText == "ACTIVE" && resumed.json["reason"] == nil)
            let rotated = try await service.send("POST", path + "/secret", #"{"overlapSeconds":60}"#, as: CustomerTests.acme)
            let secret = try #require(try rotated.json["secret"]?.asText)
            #expect(try secret != added.json["secret"]?.asText)
            let stored = try await service.store.subscriptions?.find(SubscriptionId(id)).get()
            #expect(stored?.secrets.count == 2 && stored?.revealedSecret == secret)
            #expect(try await service.send("GET", path + "/deliveries", as: CustomerTests.acme).text == #"{"deliveries":[],"held":[]}"#)
            #expect(try await service.send("DELETE", path, as: CustomerTests.acme).status == 204)
            for (method, end, body) in [
                ("GET", "", nil), ("DELETE", "", nil), ("PUT", "", change), ("GET", "/deliveries", nil), ("POST", "/secret", "{}"),
                ("POST", "/deliveries", #"{"sequence":1}"#), ("PUT", "/state", #"{"state":"ACTIVE"}"#),
            ] {
                let gone = try await service.send(method, path + end, body, as: CustomerTests.acme)
                #expect(gone.status == 404 && gone.code == "subscription_not_found", "\(method) \(end)")
            }
        }
    }

    @Test(
        arguments: [
            (#"{"endpoint":"http://partner.example/"}"#, 422, "endpoint_refused"),
            (#"{"endpoint":"https://127.0.0.1/"}"#, 422, "endpoint_refused"),
            (#"{"endpoint":"https://[::ffff:10.0.0.1]/"}"#, 422, "endpoint_refused"),
            (#"{"endpoint":"https://localhost/"}"#, 422, "endpoint_refused"),
            (#"{"endpoint":"https://169.254.169.254/latest"}"#, 422, "endpoint_refused"),
            (#"{"endpoint":"https://2130706433/"}"#, 422, "validation_failed"),
            (#"{"endpoint":"file:///etc/passwd"}"#, 422, "validation_failed"),
            (#"{"endpoint":"https://user:pw@partner.example/"}"#, 422, "validation_failed"), ("{}", 422, "validation_failed"),
            (#"{"endpoint":"https://partner.example/","filter":{"eventTypes":["CargoSold"]}}"#, 422, "validation_failed"),
            (#"{"endpoint":"https://partner.example/","filter":{"eventTypes":[]}}"#, 422, "validation_failed"),
            (#"{"endpoint":"https://partner.example/","filter":{"customer":"ACME"}}"#, 422, "validation_failed"),
            (#"{"endpoint":"https://partner.example/","secret":"x"}"#, 422, "validation_failed"),
            (#"{"endpoint":"https://partner.example/","customerId":"OTHER"}"#, 422, "validation_failed"),
        ]
    )
    func `a subscription that may not be is refused`(body: String, status: Int, code: String) async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            let answer = try await service.send("POST", "/v1/subscriptions", body, as: CustomerTests.acme)
            #expect(answer.status == status && answer.code == code, "\(answer.text)")
        }
    }

    @Test func `a host that the operator allows is open to the operator's own subscriptions, and to no customer's`() async throws {
        var settings = try CustomerTests.settings
        settings.endpoints = EndpointPolicy(allowedHosts: ["receiver.internal"])
        try await TestService.run(settings) { service in
            let cloud = #"{"endpoint":"http://receiver.internal:9200/_search"}"#
            let forAcme = #"{"customerId":"ACME","endpoint":"http://receiver.internal/"}"#
            let dcsa = #"{"callbackUrl":"http://receiver.internal/","secret":"\#(CustomerTests.dcsaSecret)"}"#
            let change = #"{"callbackUrl":"http://receiver.internal/"}"#
            let own = try await service.send("POST", "/v1/subscriptions", Self.body, as: TestService.clerk)
            let ownPath = "/v1/subscriptions/\(try #require(try own.json["id"]?.asText))"
            let theirs = try await service.send("POST", "/v1/subscriptions", Self.body, as: CustomerTests.acme)
            let theirPath = "/v1/subscriptions/\(try #require(try theirs.json["id"]?.asText))"
            let callback = dcsa.replacing("http://receiver.internal", with: "https://partner.example")
            let theirDCSA = try await service.send("POST", "/v2/event-subscriptions", callback, as: CustomerTests.acme)
            let theirDCSAPath = "/v2/event-subscriptions/\(try #require(try theirDCSA.json["subscriptionID"]?.asText))"
            let (clerk, acme) = (TestService.clerk, CustomerTests.acme)
            for (method, path, body, token, status) in [
                ("POST", "/v1/subscriptions", cloud, clerk, 201), ("POST", "/v1/subscriptions", cloud, acme, 422),
                ("POST", "/v1/subscriptions", forAcme, clerk, 422), ("POST", "/v2/event-subscriptions", dcsa, clerk, 201),
                ("POST", "/v2/event-subscriptions", dcsa, acme, 422), ("PUT", ownPath, cloud, clerk, 200),
                ("PUT", theirPath, cloud, acme, 422), ("PUT", theirPath, cloud, clerk, 422), ("PUT", theirDCSAPath, change, acme, 422),
                ("PUT", theirDCSAPath, change, clerk, 422),
            ] {
                let answer = try await service.send(method, path, body, as: token)
                #expect(answer.status == status, "\(method) \(path) \(body): \(answer.text)")
                #expect(status != 422 || answer.text.contains("the endpoint must use https"), "\(answer.text)")
            }
        }
    }

    @Test func `a clerk sees everyone's subscriptions in pages, a customer their own, a viewer can't change any`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            let ids = try await [TestService.clerk, CustomerTests.acme, CustomerTests.other].asyncMap { token in
                try await service.send("POST", "/v1/subscriptions", Self.body, as: token).json["id"]?.asText ?? ""
            }
            let forAcme = #"{"customerId":"ACME","endpoint":"https://partner.example/"}"#
            let given = try await service.send("POST", "/v1/subscriptions", forAcme).json["id"]?.asText ?? ""
            func list(_ token: String, _ query: String = "") async throws -> [String] {
                let answer = try await service.send("GET", "/v1/subscriptions" + query, as: token)
                return try answer.json["subscriptions"]?.asList?.compactMap { $0["id"]?.asText } ?? []
            }
            let all = (ids + [given]).sorted()
            #expect(try await list(TestService.clerk) == all)
            #expect(try await list(TestService.viewer, "?limit=2") == Array(all.prefix(2)))
            #expect(try await list(TestService.viewer, "?limit=2&after=\(all[1])") == Array(all.suffix(2)))
            #expect(try await list(CustomerTests.acme) == [ids[1], given].sorted())
            #expect(try await list(CustomerTests.other) == [ids[2]])
            #expect(try await service.send("DELETE", "/v1/subscriptions/\(ids[0])", as: TestService.viewer).status == 403)
            #expect(try await service.send("GET", "/v1/subscriptions", as: nil).status == 401)
        }
    }

    @Test func `an event is sent again on request, but not one that the subscription doesn't have`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            try await service.prepare()
            let added = try await service.send("POST", "/v1/subscriptions", Self.body)
            let id = try #require(try added.json["id"]?.asText)
            try await service.book()
            let sequence = try #require(try await service.send("GET", "/v1/events").json["events"]?.asList?.first?["sequence"])
            guard case .integer(let number) = sequence else { return }
            for (wanted, status) in [(number, 202), (number + 1000, 404), (0, 404), (-1, 404)] {
                let answer = try await service.send("POST", "/v1/subscriptions/\(id)/deliveries", "{\"sequence\":\(wanted)}")
                #expect(answer.status == status, "\(wanted): \(answer.text)")
            }
            #expect(try await service.store.subscriptions?.find(SubscriptionId(id)).get()?.resends == [number])
        }
    }

    @Test func `the metrics count subscriptions and name those whose endpoints fail`() async throws {
        try await TestService.run { service in
            let subscriptions = try #require(service.store.subscriptions)
            let (failing, fine, paused) = (Subscription.stub(), Subscription.stub(), Subscription.stub())
            for one in [failing, fine, paused] { #expect(try await subscriptions.save(one).get()) }
            var changed = paused.stored(as: 1)
            changed.pause(reason: .byOperator, at: .stub())
            #expect(try await subscriptions.save(changed).get())
            func progress(_ version: Int64, failingSince: Instant?) throws -> SubscriptionProgress {
                SubscriptionProgress(
                    partition: try OutboxPartition(number: 0, version: version, position: 0, lease: nil, held: []),
                    failingSince: failingSince
                )
            }
            // The service's clock stands at 2026-01-10T12:00:00Z.
            #expect(try await subscriptions.save(progress(0, failingSince: .stub(day: 9, hour: 11)), of: failing.id).get())
            var text = try await service.send("GET", "/metrics", as: TestService.admin).text
            #expect(text.contains(#"cargo_subscriptions{state="active"} 2"#) && text.contains(#"cargo_subscriptions{state="paused"} 1"#))
            #expect(text.contains("cargo_subscription_failing_seconds{subscription=\"\(failing.id)\"} 3600"))
            #expect(!text.contains(fine.id.text))
            #expect(try await subscriptions.save(progress(1, failingSince: nil), of: failing.id).get())
            text = try await service.send("GET", "/metrics", as: TestService.admin).text
            #expect(text.contains("cargo_subscription_failing_seconds{subscription=\"\(failing.id)\"} 0"))
            var removed = failing.stored(as: 1)
            removed.remove(at: .stub())
            #expect(try await subscriptions.save(removed).get())
            text = try await service.send("GET", "/metrics", as: TestService.admin).text
            #expect(!text.contains(failing.id.text))
        }
    }

    @Test func `a customer's additions and changes of subscriptions have a daily limit, in both formats and on the page`() async throws {
        var settings = try CustomerTests.settings
        settings.access.customerSubscriptionsPerDay = 100
        try await TestService.run(settings) { service in
            let dcsa = #"{"callbackUrl":"https://partner.example/","secret":"\#(CustomerTests.dcsaSecret)"}"#
            for number in 0..<50 {
                let isDCSA = number.isMultiple(of: 2)
                let root = isDCSA ? "/v2/event-subscriptions" : "/v1/subscriptions"
                let added = try await service.send("POST", root, isDCSA ? dcsa : Self.body, as: CustomerTests.acme)
                try #require(added.status == 201, "\(number): \(added.text)")
                let removed = try await service.send("DELETE", try #require(added["location"]), as: CustomerTests.acme)
                #expect(removed.status == 204)
            }
            for (root, body) in [("/v2/event-subscriptions", dcsa), ("/v1/subscriptions", Self.body)] {
                let surplus = try await service.send("POST", root, body, as: CustomerTests.acme)
                #expect(surplus.status == 429 && surplus["retry-after"] != nil, "\(surplus.text)")
            }
            var browser = Browser(service: service)
            browser.cookie = try await browser.post("/customer/sign-in", "token=\(CustomerTests.acme)").cookie
            let csrf = try #require(try await browser.get("/customer/subscriptions").text.value(of: "csrf"))
            let page = try await browser.post("/customer/subscriptions", "csrf=\(csrf)&endpoint=https%3A%2F%2Fpartner.example%2Fhook")
            #expect(page.status == 429)
            #expect(try await service.send("POST", "/v1/subscriptions", Self.body, as: CustomerTests.other).status == 201)
            #expect(try await service.send("POST", "/v1/subscriptions", Self.body, as: TestService.clerk).status == 201)
        }
    }

    @Test func `a customer can't have more subscriptions than are allowed`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            for _ in 0..<20 {
                #expect(try await service.send("POST", "/v1/subscriptions", Self.body, as: CustomerTests.acme).status == 201)
            }
            let surplus = try await service.send("POST", "/v1/subscriptions", Self.body, as: CustomerTests.acme)
            #expect(surplus.status == 409 && surplus.code == "subscriptions_too_many")
        }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
