import CargoApplication
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// The pages of customers, and the page of subscriptions.
struct CustomerPageTests {
    /// Runs a test against a service where ACME has the cargo ABC123 and OTHER the cargo XYZ789.
    static func run(_ body: @escaping @Sendable (TestService) async throws -> Void)
        async throws
    {
        var settings = try CustomerTests.settings
        settings.endpoints = EndpointPolicy(allowedHosts: ["receiver.internal"])
        try await TestService.run(settings) { service in
            try await service.prepare()
            for (id, customer) in [("ABC123", "ACME"), ("XYZ789", "OTHER")] {
                let booking = TestService.booking.replacing("ABC123", with: id).replacing(
                    "ACME",
                    with: customer
                )
                #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
            }
            try await body(service)
        }
    }

    static func signedIn(_ service: TestService, as secret: String = CustomerTests.acme)
        async throws -> Browser
    {
        var browser = Browser(service: service)
        let answer = try await browser.post("/customer/sign-in", "token=\(secret)")
        try #require(answer.status == 303 && answer["location"] == "/customer", "\(answer.text)")
        #expect(answer["set-cookie"]?.contains("Path=/customer;") == true)
        browser.cookie = answer.cookie
        return browser
    }

    @Test func `a customer's pages show their own cargos only`() async throws {
        try await Self.run { service in
            let browser = try await Self.signedIn(service)
            let list = try await browser.get("/customer")
            #expect(
                list.status == 200 && list.text.contains("ABC123") && !list.text.contains("XYZ789")
                    && !list.text.contains("OTHER")
            )
            #expect(try await browser.get("/customer/cargos/ABC123").status == 200)
            for path in [
                "/customer/cargos/XYZ789", "/customer/cargos/ZZZ999", "/customer/cargos/..",
                "/customer/book?like=XYZ789",
            ] {
                let answer = try await browser.get(path)
                #expect(
                    answer.status == 404 && answer.code == "cargo_not_found",
                    "\(path): \(answer.text)"
                )
            }
            for path in ["/clerk", "/clerk/cargos/ABC123", "/clerk/subscriptions"] {
                #expect(try await browser.get(path).status == 303, "\(path)")
            }
        }
    }

    @Test func `a cargo is booked again by its route, for the customer who signed in`() async throws {
        try await Self.run { service in
            let browser = try await Self.signedIn(service)
            let form = try await browser.get("/customer/book?like=ABC123").text
            #expect(
                form.contains(#"value="HKHKG""#) && form.contains(#"value="SESTO""#)
                    && form.contains(#"action="/customer/book""#)
            )
            let csrf = try #require(form.value(of: "csrf"))
            let key = try #require(form.value(of: "key"))
            let fields =
                "csrf=\(csrf)&key=\(key)&origin=HKHKG&destination=SESTO&arrivalDeadline=2026-03-01T00:00&customerId=OTHER"
            for _ in 0..<2 { #expect(try await browser.post("/customer/book", fields).status == 303) }
            let own =
                try await service.send("GET", "/v1/cargos", as: CustomerTests.acme).json["cargos"]?.asList
                ?? []
            #expect(own.count == 2 && own.allSatisfy { $0["customerId"]?.asText == "ACME" })
            let late = fields.replacing("2026-03-01T00:00", with: "2020-01-01T00:00").replacing(
                key,
                with: "another"
            )
            #expect(try await browser.post("/customer/book", late).status == 422)
            #expect(
                try await browser.post("/customer/book", fields.replacing(csrf, with: "forged")).status
                    == 403
            )
        }
    }

    @Test(arguments: [TestService.clerk, TestService.partner, "unknown-secret-0123456789-abcdef"])
    func `only a customer's token opens the customers' pages`(secret: String) async throws {
        try await Self.run { service in
            let answer = try await Browser(service: service).post(
                "/customer/sign-in",
                "token=\(secret)"
            )
            #expect(answer.status == 422 && answer["set-cookie"] == nil)
            let stranger = try await Browser(service: service).get("/customer")
            #expect(
                stranger.status == 303 && stranger["location"] == "/customer/sign-in?to=%2Fcustomer"
            )
        }
    }

    @Test func `a cargo is found by its reference, by its customer and by clerks`() async throws {
        try await Self.run { service in
            for (id, type, value) in [
                ("ABC123", "CONTAINER", "CSQU3054383"), ("ABC123", "CUSTOMER", "Order 17"), ("XYZ789", "CUSTOMER", "Order 18"),
                ("ABC123", "BOOKING", "BKG 1"), ("XYZ789", "BOOKING", "BKG 1"),
            ] {
                let body = #"{"type":"\#(type)","value":"\#(value)"}"#
                #expect(try await service.send("POST", "/v1/cargos/\(id)/references", body).status == 200)
            }
            let customer = try await Self.signedIn(service)
            for typed in ["abc123", "csqu+305438-3", "Order+17", "BKG+1", "booking:BKG+1"] {
                let found = try await customer.get("/customer?cargo=\(typed)")
                #expect(found.status == 303 && found["location"] == "/customer/cargos/ABC123", "\(typed): \(found.text)")
            }
            for typed in ["XYZ789", "Order+18", "%22%3E"] {
                let none = try await customer.get("/customer?cargo=\(typed)")
                #expect(none.status == 200 && none.text.contains("No cargo found") && !none.text.contains("/customer/cargos/XYZ789"))
            }
            #expect(try await customer.get("/customer?cargo=").text.contains("/customer/cargos/ABC123"))

            var clerk = Browser(service: service)
            clerk.cookie = try await clerk.post("/clerk/sign-in", "token=\(TestService.clerk)").cookie
            for (typed, id) in [("xyz789", "XYZ789"), ("Order+18", "XYZ789"), ("csqu+305438-3", "ABC123")] {
                let found = try await clerk.get("/clerk?cargo=\(typed)&customerId=")
                #expect(found.status == 303 && found["location"] == "/clerk/cargos/\(id)", "\(typed): \(found.text)")
            }
            let both = try await clerk.get("/clerk?cargo=BKG+1")
            #expect(both.status == 200 && both.text.contains("/clerk/cargos/ABC123") && both.text.contains("/clerk/cargos/XYZ789"))
            #expect(both.text.contains(#"value="BKG 1""#))
            #expect(try await clerk.get("/clerk?cargo=NOBODY").text.contains("No cargos match these filters."))
        }
    }

    @Test func `a session ends at sign-out`() async throws {
        try await Self.run { service in
            let browser = try await Self.signedIn(service)
            let csrf = try #require(try await browser.get("/customer").text.value(of: "csrf"))
            #expect(try await browser.post("/customer/sign-out", "csrf=\(csrf)").status == 303)
            #expect(try await browser.get("/customer").status == 303)
        }
    }

    @Test func `a customer subscribes on a page, which shows the secret once`() async throws {
        try await Self.run { service in
            let browser = try await Self.signedIn(service)
            let path = "/customer/subscriptions"
            let csrf = try #require(try await browser.get(path).text.value(of: "csrf"))
            let fields =
                "csrf=\(csrf)&endpoint=https%3A%2F%2Fpartner.example%2Fhook&trackingId=abc123&eventType-CargoArrived=on"
            let added = try await browser.post(path, fields)
            #expect(added.status == 200 && added.text.contains("whsec_"))
            let shown = try await browser.get(path).text
            #expect(
                shown.contains("https://partner.example/hook")
                    && shown.contains("Cargo ABC123; CargoArrived")
            )
            #expect(!shown.contains("whsec_"))
            let list =
                try await service.send("GET", "/v1/subscriptions", as: CustomerTests.acme).json[
                    "subscriptions"
                ]?.asList ?? []
            let id = try #require(list.first?["id"]?.asText)
            #expect(shown.contains("\(path)/\(id)/pause"))
            #expect(
                try await browser.post("\(path)/\(id)/pause", "csrf=\(csrf)")["location"]
                    == "\(path)?done=pause"
            )
            #expect(
                try await browser.get("\(path)?done=pause").text.contains("Paused. Events are kept")
            )
            #expect(try await browser.post("\(path)/\(id)/resume", "csrf=\(csrf)").status == 303)
            #expect(
                try await browser.post("\(path)/\(id)/rotate", "csrf=\(csrf)").text.contains("whsec_")
            )
            let other = try await Self.signedIn(service, as: CustomerTests.other)
            let theirs = try #require(try await other.get(path).text.value(of: "csrf"))
            for step in ["pause", "resume", "rotate", "remove"] {
                let foreign = try await other.post("\(path)/\(id)/\(step)", "csrf=\(theirs)")
                #expect(foreign.status == 404 && foreign.code == "subscription_not_found", "\(step)")
            }
            #expect(try await !other.get(path).text.contains(id))
            #expect(try await browser.post("\(path)/\(id)/remove", "csrf=forged").status == 403)
            #expect(try await browser.post("\(path)/\(id)/remove", "csrf=\(csrf)").status == 303)
            #expect(try await browser.get(path).text.contains("There are no subscriptions yet."))
        }
    }

    @Test(
        arguments: [
            ("endpoint=http%3A%2F%2Fpartner.example%2F", "the endpoint must use https"),
            ("endpoint=http%3A%2F%2Freceiver.internal%2F", "the endpoint must use https"),
            ("endpoint=https%3A%2F%2F10.0.0.1%2F", "isn&#39;t public"),
            ("endpoint=nonsense", "Enter an https URL."),
            ("endpoint=https%3A%2F%2Fpartner.example%2F&trackingId=%21", "tracking id"),
        ]
    )
    func `a subscription that may not be is refused beside its field`(fields: String, fault: String)
        async throws
    {
        try await Self.run { service in
            let browser = try await Self.signedIn(service)
            let csrf = try #require(
                try await browser.get("/customer/subscriptions").text.value(of: "csrf")
            )
            let answer = try await browser.post("/customer/subscriptions", "csrf=\(csrf)&\(fields)")
            #expect(answer.status == 422 && answer.text.contains(fault), "\(answer.text)")
        }
    }

    @Test func `why nothing is sent is told in the reader's language, and in English in JSON`() async throws {
        try await Self.run { service in
            let browser = try await Self.signedIn(service)
            var german = browser
            german.headers["Accept-Language"] = "de"
            let path = "/customer/subscriptions"
            let csrf = try #require(try await browser.get(path).text.value(of: "csrf"))
            for (endpoint, reason) in [
                ("http%3A%2F%2Fpartner.example%2F", "Der Endpunkt muss https verwenden."),
                ("https%3A%2F%2F10.0.0.1%2F", "Die Adresse des Endpunkts ist nicht öffentlich."),
                ("https%3A%2F%2Flocalhost%2F", "Der Host des Endpunkts ist nicht öffentlich."),
            ] {
                let refused = try await german.post(path, "csrf=\(csrf)&endpoint=\(endpoint)")
                #expect(refused.status == 422 && refused.text.contains("gesendet werden: \(reason)"), "\(refused.text)")
            }
            #expect(try await browser.post(path, "csrf=\(csrf)&endpoint=https%3A%2F%2Fpartner.example%2F").status == 200)
            let subscriptions = try #require(service.store.subscriptions)
            let stored = try #require(try await subscriptions.all().first)
            #expect(try await browser.post("\(path)/\(stored.id)/pause", "csrf=\(csrf)").status == 303)
            #expect(try await browser.get(path).text.contains("<br>paused by its owner"))
            #expect(try await german.get(path).text.contains("<br>Vom Eigentümer angehalten"))
            let json = try await service.send(
                "GET",
                "/v1/subscriptions/\(stored.id)",
                as: CustomerTests.acme,
                headers: ["Accept-Language": "de"]
            ).json
            #expect(json["reason"]?.asText == "paused by its owner")
            var failing = try #require(try await subscriptions.find(stored.id).get())
            failing.resume(at: .stub(day: 2))
            failing.pause(reason: .failing(since: .stub(day: 2), last: .answered(status: 500)), at: .stub(day: 3))
            #expect(try await subscriptions.save(failing).get())
            #expect(
                try await browser.get(path).text.contains("every delivery has failed since 3 Jan 2026, 00:00: the endpoint answered 500")
            )
            let seit = "Seit 3. Jan. 2026, 00:00 schlägt jede Zustellung fehl: Der Endpunkt antwortete mit 500"
            #expect(try await german.get(path).text.contains(seit))
        }
    }

    @Test func `a clerk sees everyone's subscriptions, a viewer without forms`() async throws {
        try await Self.run { service in
            for token in [CustomerTests.acme, CustomerTests.other] {
                let body = #"{"endpoint":"https://partner.example/\#(token.prefix(4))"}"#
                #expect(
                    try await service.send("POST", "/v1/subscriptions", body, as: token).status == 201
                )
            }
            let clerk = try await Browser.signedIn(service, as: TestService.clerk).get(
                "/clerk/subscriptions"
            ).text
            #expect(
                clerk.contains("partner.example/acme") && clerk.contains("partner.example/othe")
                    && clerk.contains("/pause")
            )
            let viewer = try await Browser.signedIn(service, as: TestService.viewer).get(
                "/clerk/subscriptions"
            ).text
            #expect(
                viewer.contains("partner.example/acme") && !viewer.contains("/pause")
                    && !viewer.contains(#"name="endpoint""#)
            )
        }
    }
}
