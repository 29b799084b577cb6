import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoServer

/// The forms of subscriptions, and the page of one of them.
struct SubscriptionPageTests {
    private static let endpoint = "endpoint=https%3A%2F%2Fpartner.example%2Fhook"

    /// A person at the pages of subscriptions: a clerk, or a customer.
    private struct Visitor {
        let browser: Browser
        let path: String
        let csrf: String
        let subscriptions: any SubscriptionRepository

        init(_ browser: Browser, _ area: String) async throws {
            self.browser = browser
            path = "/\(area)/subscriptions"
            csrf = try #require(try await browser.get(path).text.value(of: "csrf"))
            subscriptions = try #require(browser.service.store.subscriptions)
        }

        func get(_ rest: String = "", in language: String = "en") async throws -> Answer {
            var browser = browser
            browser.headers["Accept-Language"] = language
            return try await browser.get(path + rest)
        }

        func post(_ rest: String, _ fields: String) async throws -> Answer { try await browser.post(path + rest, "csrf=\(csrf)&\(fields)") }

        /// The only subscription of the store.
        func stored() async throws -> Subscription {
            let all = try await subscriptions.all()
            try #require(all.count == 1)
            return all[0]
        }
    }

    /// Runs a test with a clerk and with the customers ACME, who has the cargo ABC123, and OTHER, who has the cargo XYZ789.
    private static func run(_ body: @escaping @Sendable (_ clerk: Visitor, _ acme: Visitor, _ other: Visitor) async throws -> Void)
        async throws
    {
        try await CustomerPageTests.run { service in
            try await body(
                Visitor(.signedIn(service, as: TestService.clerk), "clerk"),
                Visitor(CustomerPageTests.signedIn(service), "customer"),
                Visitor(CustomerPageTests.signedIn(service, as: CustomerTests.other), "customer")
            )
        }
    }

    @Test func `a clerk names a cargo, a customer, a reference as people type it, and several types of events`() async throws {
        try await Self.run { clerk, _, _ in
            let filter =
                "trackingId=abc123&customerId=ACME&reference=+bill+of+lading%3A+MAEU1+&eventType-CargoArrived=on&eventType-CargoClaimed=on"
            #expect(try await clerk.post("", "\(Self.endpoint)&\(filter)").status == 200)
            let stored = try await clerk.stored()
            #expect(
                try stored.filter
                    == SubscriptionFilter(
                        trackingId: .stub("ABC123"),
                        customerId: .stub("ACME"),
                        reference: CargoReference(.billOfLading, "MAEU1"),
                        eventTypes: ["CargoArrived", "CargoClaimed"]
                    )
            )
            let page = try await clerk.get("/\(stored.id)").text
            for field in [
                #"name="endpoint" value="https://partner.example/hook""#, #"name="trackingId" value="ABC123""#,
                #"name="customerId" value="ACME""#, #"name="reference" value="BILL_OF_LADING:MAEU1""#,
                #"name="eventType-CargoArrived" checked>"#, #"name="eventType-CargoClaimed" checked>"#,
            ] { #expect(page.contains(field), "\(field)") }
            #expect(page.split(separator: " checked>").count == 3)
        }
    }

    @Test(arguments: [
        ("trackingId=%21", "subscribe-trackingId", "Enter a cargo&#39;s tracking id."),
        ("customerId=%21", "subscribe-customerId", "Enter the id of a customer, such as ACME."),
        ("reference=ABC709951", "subscribe-reference", "Enter a type and a value, such as booking:ABC709951."),
        ("reference=ship%3AABC709951", "subscribe-reference", "Enter a type and a value, such as booking:ABC709951."),
        ("reference=booking%3A", "subscribe-reference", "Enter a type and a value, such as booking:ABC709951."),
    ])
    func `a wrong value is told beside its field, and what was entered stays`(fields: String, id: String, fault: String) async throws {
        try await Self.run { clerk, _, _ in
            let answer = try await clerk.post("", "\(Self.endpoint)&\(fields)&eventType-CargoClaimed=on")
            #expect(answer.status == 422 && answer.text.contains(#"id="\#(id)-fault">\#(fault)<"#), "\(answer.text)")
            #expect(answer.text.contains(#"value="https://partner.example/hook""#))
            #expect(answer.text.contains(#"name="eventType-CargoClaimed" checked>"#))
            #expect(try await clerk.subscriptions.all().isEmpty)
        }
    }

    @Test func `a customer names only cargos of their own, and no customer`() async throws {
        try await Self.run { _, acme, _ in
            #expect(try await !acme.get().text.contains(#"name="customerId""#))
            for cargo in ["XYZ789", "ZZZ999"] {
                let refused = try await acme.post("", "\(Self.endpoint)&trackingId=\(cargo)")
                #expect(refused.status == 422 && refused.text.contains("You have no cargo with this tracking id."), "\(refused.text)")
            }
            #expect(try await acme.post("", "\(Self.endpoint)&trackingId=ABC123&customerId=%21").status == 200)
            let stored = try await acme.stored()
            #expect(stored.owner == .stub("ACME") && stored.filter == SubscriptionFilter(trackingId: .stub("ABC123")))
            #expect(try await !acme.get("/\(stored.id)").text.contains(#"name="customerId""#))
            #expect(try await acme.post("/\(stored.id)/change", "\(Self.endpoint)&trackingId=XYZ789").status == 422)
            #expect(try await acme.stored().filter == SubscriptionFilter(trackingId: .stub("ABC123")))
        }
    }

    @Test func `the endpoint and the filter are changed, but not to an endpoint that is refused`() async throws {
        try await Self.run { clerk, acme, other in
            let owned = Subscription.stub(owner: .stub("ACME"), filter: SubscriptionFilter(customerId: .stub("ACME")))
            #expect(try await acme.subscriptions.save(owned).get())
            let path = "/\(owned.id)"
            let wanted = "endpoint=https%3A%2F%2Fpartner.example%2Fother&reference=booking%3AABC709951&eventType-CargoBooked=on"
            let changed = try await acme.post("\(path)/change", wanted)
            #expect(changed.status == 303 && changed["location"] == "/customer/subscriptions\(path)?done=change")
            #expect(try await acme.get("\(path)?done=change").text.contains(#"role="status">Changed.<"#))
            let stored = try await acme.stored()
            let reference = try CargoReference(.booking, "ABC709951")
            #expect(stored.endpoint.text == "https://partner.example/other")
            #expect(stored.filter == SubscriptionFilter(customerId: .stub("ACME"), reference: reference, eventTypes: ["CargoBooked"]))
            let refused = try await acme.post("\(path)/change", "endpoint=http%3A%2F%2Fpartner.example%2F")
            #expect(refused.status == 422 && refused.text.contains(#"id="change-endpoint-fault""#))
            #expect(try await acme.stored() == stored)
            #expect(try await clerk.post("\(path)/change", wanted).status == 303)
            #expect(try await clerk.stored().filter.customerId == nil)
            for step in ["", "/change", "/resend"] {
                let foreign = try await step.isEmpty ? other.get(path) : other.post(path + step, "\(wanted)&sequence=1")
                #expect(foreign.status == 404 && foreign.code == "subscription_not_found", "\(step)")
            }
            #expect(try await acme.browser.post("/customer/subscriptions\(path)/change", "csrf=forged&\(wanted)").status == 403)
        }
    }

    @Test func `the newest deliveries are listed with outcome and time, and one is sent again`() async throws {
        try await Self.run { clerk, acme, _ in
            let subscription = Subscription.stub(owner: .stub("ACME"))
            #expect(try await acme.subscriptions.save(subscription).get())
            let path = "/\(subscription.id)"
            #expect(try await acme.get(path).text.contains("There are no deliveries yet."))
            let own = try await acme.browser.service.store.events.entries(after: 0, limit: 100).get().first {
                $0.trackingId == .stub("ABC123")
            }
            let sequence = try #require(own?.sequence)
            let partition = try OutboxPartition(number: 0, version: 0, position: sequence, lease: nil, held: [])
            func attempt(_ sequence: Int64, minute: Int, _ failure: DeliveryFailure?) -> DeliveryAttempt {
                DeliveryAttempt(
                    sequence: sequence,
                    eventId: "Cargo:ABC123:\(sequence):0",
                    eventType: "CargoBooked",
                    at: .stub(day: 9).later(.seconds(60 * minute)),
                    failure: failure
                )
            }
            let progress = SubscriptionProgress(
                partition: partition,
                deliveries: [attempt(sequence, minute: 1, .answered(status: 500)), attempt(sequence, minute: 2, nil)]
            )
            #expect(try await acme.subscriptions.save(progress, of: subscription.id).get())
            let page = try await acme.get(path).text
            let rows = page.components("<tr><th scope=\"row\">").dropFirst().map { String($0) }
            try #require(rows.count == 2)
            #expect(
                rows[0].hasPrefix("\(sequence) CargoBooked<") && rows[0].contains("Accepted<") && rows[0].contains("10 Jan 2026, 00:02<")
            )
            #expect(rows[1].contains("Failed</span><br>the endpoint answered 500<") && rows[1].contains("10 Jan 2026, 00:01<"))
            #expect(rows[0].contains(#"aria-label="Send again: \#(sequence) CargoBooked""#) && !rows[1].contains("Send again"))
            let german = try await acme.get(path, in: "de").text
            #expect(german.contains("Gescheitert</span><br>Der Endpunkt antwortete mit 500<") && german.contains(">Noch einmal senden<"))
            #expect(
                try await acme.post("\(path)/resend", "sequence=\(sequence)")["location"] == "/customer/subscriptions\(path)?done=resend"
            )
            #expect(try await acme.stored().resends == [sequence])
            let requested = try await acme.get("\(path)?done=resend").text
            #expect(requested.contains("The event will be sent again.") && requested.contains("<td>Will be sent again.</td>"))
            #expect(!requested.contains("/resend\""))
            for unknown in ["0", "-1", "x", "9999", ""] {
                #expect(try await acme.post("\(path)/resend", "sequence=\(unknown)").status == 404, "\(unknown)")
            }
            #expect(try await clerk.get(path).text.contains("Accepted<"))
        }
    }

    @Test func `events that wait are listed, with the reason and the next attempt`() async throws {
        try await Self.run { clerk, _, _ in
            let subscription = Subscription.stub()
            #expect(try await clerk.subscriptions.save(subscription).get())
            let held = try [
                HeldAggregate(
                    aggregate: "Cargo:ABC123",
                    sequences: [1, 3],
                    attempts: 1,
                    notBefore: .stub(day: 9),
                    reason: "the endpoint answered 500"
                ),
                HeldAggregate(aggregate: "Cargo:XYZ789", sequences: [2], attempts: 100, notBefore: nil, reason: "odd"),
            ]
            let partition = try OutboxPartition(number: 0, version: 0, position: 3, lease: nil, held: held)
            #expect(try await clerk.subscriptions.save(SubscriptionProgress(partition: partition), of: subscription.id).get())
            let english = try await clerk.get("/\(subscription.id)").text
            #expect(
                english.contains("<li>Cargo:ABC123: events 1, 3 wait (the endpoint answered 500). Next attempt at 10 Jan 2026, 00:00.</li>")
            )
            #expect(english.contains("<li>Cargo:XYZ789: events 2 wait (odd). It is not tried again.</li>"))
            let german = try await clerk.get("/\(subscription.id)", in: "de").text
            #expect(
                german.contains("Die Ereignisse 1, 3 warten: Der Endpunkt antwortete mit 500. Nächster Versuch um 10. Jan. 2026, 00:00.")
            )
        }
    }

    @Test func `a viewer sees deliveries without forms, and nobody changes a subscription in DCSA's format here`() async throws {
        try await Self.run { clerk, _, _ in
            let (plain, dcsa) = (Subscription.stub(), Subscription.stub(dcsaFilter: DCSAEventFilter()))
            for one in [plain, dcsa] { #expect(try await clerk.subscriptions.save(one).get()) }
            let viewer = try await Browser.signedIn(clerk.browser.service, as: TestService.viewer)
            let page = try await viewer.get("/clerk/subscriptions/\(plain.id)")
            #expect(page.status == 200 && !page.text.contains("/change\"") && page.text.contains("Newest deliveries"))
            #expect(try await clerk.get("/\(plain.id)").text.contains("/change\""))
            #expect(try await !clerk.get("/\(dcsa.id)").text.contains("/change\""))
            let refused = try await clerk.post("/\(dcsa.id)/change", Self.endpoint)
            #expect(refused.status == 404 && refused.code == "subscription_not_found")
        }
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] { split(separator: separator, omittingEmptySubsequences: false) }
}
