import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// Who changed what: what the service records, who may read it, and that nobody can claim to be another.
struct AuditTests {
    private static let alice = "a-secret-of-alices-own-0123456789"
    private static let maersk = "carrier-secret-0123456789-abcdef"

    private static var settings: ServerSettings {
        get throws {
            var settings = try CustomerTests.settings
            settings.access.tokens.append(try AccessToken(role: .clerk, name: "alice", secret: alice))
            settings.access.tokens.append(try AccessToken(role: .carrier, name: "maersk", secret: maersk))
            settings.access.carriers = [try CarrierKey(name: "msc", secret: DCSAPushTests.secret)]
            return settings
        }
    }

    /// Runs a test against a service in which alice booked ABC123 of ACME with the request r-1, and ACME another cargo.
    private static func run(_ settings: ServerSettings? = nil, _ body: @escaping @Sendable (TestService) async throws -> Void) async throws
    {
        try await TestService.run(try settings ?? Self.settings) { service in
            try await service.prepare()
            let booked = try await service.send("POST", "/v1/cargos", TestService.booking, as: alice, headers: ["X-Request-Id": "r-1"])
            #expect(booked.status == 201)
            // The store draws the id of a customer's cargo.
            let own = TestService.booking.replacing(#","trackingId":"ABC123""#, with: "")
            #expect(try await service.send("POST", "/v1/cargos", own, as: CustomerTests.acme).status == 201)
            try await body(service)
        }
    }

    private static func actors(_ service: TestService) async throws -> [String] {
        try await service.store.events.events(after: 0, limit: 1000).get().map { $0.actor?.text ?? "none" }
    }

    // MARK: Recording

    @Test func `an event names the holder of the token, and the customer`() async throws {
        try await Self.run { (service: TestService) async throws in
            #expect(try await Self.actors(service) == ["token:alice", "customer:ACME:ACME"])
            #expect(try await service.store.events.events(after: 0, limit: 1).get().first?.correlationId == "r-1")
        }
    }

    @Test func `only a service that stores for others can name another actor, and stays named itself`() async throws {
        let path = "/v1/cargos/ABC123/references"
        try await Self.run { service in
            func add(_ value: String, as token: String, naming actor: String) async throws -> Answer {
                let body = #"{"type":"BOOKING","value":"\#(value)"}"#
                return try await service.send("POST", path, body, as: token, headers: ["Cargo-Actor": actor])
            }
            for (value, token) in [("B-1", Self.alice), ("B-2", TestService.admin)] {
                #expect(try await add(value, as: token, naming: "token:root").status == 200)
            }
            for (value, actor) in [("B-3", "cli:bob"), ("B-4", "customer:ACME:x")] {
                #expect(try await add(value, as: TestService.service, naming: actor).status == 200)
            }
            for actor in ["bob", "A:b", "cli:j\u{F6}rg", ":", "a:" + String(repeating: "x", count: 399)] {
                let refused = try await add("B-5", as: TestService.service, naming: actor)
                #expect(try refused.status == 400 && refused.json["code"] == "header_invalid", "\(actor): \(refused.status)")
            }
            #expect(
                try await Self.actors(service).dropFirst(2) == [
                    "token:alice", "token:admin", "service:service:cli:bob", "service:service:customer:ACME:x",
                ]
            )
        }
    }

    @Test func `two fields, or one with a line break, name nobody`() async throws {
        try await Self.run { service in
            let port = service.port
            for fields in ["Cargo-Actor: cli:a\r\nCargo-Actor: cli:b\r\n", "Cargo-Actor: cli:a\r\n cli:b\r\n"] {
                let body = #"{"type":"BOOKING","value":"B-1"}"#
                let text = TestService.text("POST", "/v1/cargos/ABC123/references", body, as: TestService.service)
                    .replacing("Host: localhost\r\n", with: "Host: localhost\r\n" + fields)
                let answer = try await blocking {
                    let client = try SocketClient(port: port)
                    try client.send(text)
                    return try client.answer()
                }
                #expect(answer?.status == 400, "\(fields)")
            }
            #expect(try await Self.actors(service).count == 2)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a pushed event names its carrier, by token and by signature, also when it is applied later`() async throws {
        try await Self.run { service in
            func push(_ id: String, _ box: String) -> String {
                """
                [{"equipmentReference":"\(box)","emptyIndicatorCode":"LADEN","equipmentEventTypeCode":"GTIN","eventClassifierCode":"ACT",\
                "eventCreatedDateTime":"2026-01-10T00:00:00Z","eventDateTime":"2026-01-05T01:00:00Z","eventID":"\(id)","eventType":"EQUIPMENT",\
                "transportCall":{"UNLocationCode":"HKHKG","modeOfTransport":"TRUCK","transportCallID":"1"}}]
                """
            }
            func refer(_ id: String, _ box: String) async throws {
                let body = #"{"type":"CONTAINER","value":"\#(box)"}"#
                #expect(try await service.send("POST", "/v1/cargos/\(id)/references", body, as: Self.alice).status == 200)
            }
            let other = TestService.booking.replacing("ABC123", with: "DEF456")
            #expect(try await service.send("POST", "/v1/cargos", other, as: Self.alice).status == 201)
            try await refer("ABC123", "MSKU1234565")
            let first = push("1", "MSKU1234565")
            #expect(try await service.send("POST", "/v2/events", first, as: Self.maersk).status == 204)
            #expect(try await Self.actors(service).contains("carrier:maersk"))
            // Nothing has the other container yet.
            let second = push("2", "CSQU3054383")
            let signed = ["Notification-Signature": DCSAPushTests.signature(second)]
            #expect(try await service.send("POST", "/v2/events", second, as: nil, headers: signed).status == 200)
            let before = try await Self.actors(service).count
            try await refer("DEF456", "CSQU3054383")
            let reader = CarrierEventReader { _, _ in nil }
            let kit = CargoKit(store: service.store, clock: service.store.clock)
            let desk = CarrierEventDesk(kit, VoyageDirectory(service.store.voyages)) { reader.read(json: $0) }
            // The service's own watch may be faster.
            _ = try await CarrierEventFollower(kit, desk).step()
            while try await service.send("GET", "/v1/carrier-events").json["carrierEvents"]?.asList?.isEmpty == false { await Task.yield() }
            let later = Set(try await Self.actors(service).dropFirst(before))
            #expect(later == ["token:alice", "carrier:msc"])
            let last = TestService.booking.replacing("ABC123", with: "GHI789")
            #expect(try await service.send("POST", "/v1/cargos", last, as: Self.alice).status == 201)
            try await refer("GHI789", "MSKU9041285")
            let third = push("3", "MSKU9041285")
            let now = try await Self.actors(service).count
            let header = ["Notification-Signature": DCSAPushTests.signature(third)]
            #expect(try await service.send("POST", "/v2/events", third, as: nil, headers: header).status == 204)
            let signer = Set(try await Self.actors(service).dropFirst(now))
            #expect(signer == ["carrier:msc"])
        }
    }

    @Test func `a form names the clerk, or the customer, who signed in`() async throws {
        try await Self.run { service in
            let clerk = try await Browser.signedIn(service, as: Self.alice)
            let csrf = try #require(try await clerk.get("/clerk/cargos/ABC123").text.value(of: "csrf"))
            let form = "csrf=\(csrf)&type=CUSTOMS&reason=Seal"
            #expect(try await clerk.post("/clerk/cargos/ABC123/hold", form).status == 303)
            #expect(try await Self.actors(service).last == "token:alice")
        }
    }

    @Test func `without tokens, nobody knows who it was`() async throws {
        var settings = ServerSettings()
        settings.port = 0
        try await TestService.run(settings) { service in
            try await service.prepare()
            #expect(try await service.send("PUT", "/v1/locations/HKHKG", #"{"name":"Hong Kong"}"#, as: nil).status < 300)
            #expect(try await service.send("PUT", "/v1/locations/SESTO", #"{"name":"Stockholm"}"#, as: nil).status < 300)
            #expect(try await service.send("POST", "/v1/cargos", TestService.booking, as: nil).status == 201)
            #expect(try await Self.actors(service) == ["local:anyone"])
        }
        // A token of the same name is told apart.
        #expect(Caller(name: "local", role: .admin, isAnonymous: false).actor?.text == "token:local")
        #expect(Caller.anonymous(.tracking).actor == nil)
    }

    @Test func `a holder of the identity provider is their subject, whatever their name`() throws {
        let customer = Caller(name: "x", role: .customer, isAnonymous: false, customer: try CustomerId("ACME"), subject: "s:1")
        #expect(customer.actor?.text == "customer:ACME:s:1")
        for name in ["ann", "token:ops", "\r\nx", String(repeating: "ü", count: 100)] {
            let subject = String(repeating: "s", count: 255)
            let caller = Caller(name: name, role: .clerk, isAnonymous: false, subject: subject)
            #expect(caller.actor?.text == "person:" + subject)
        }
        let longest = Caller(
            name: "x",
            role: .customer,
            isAnonymous: false,
            customer: try CustomerId(String(repeating: "c", count: 36)),
            subject: String(repeating: "s", count: 255)
        )
        #expect(longest.actor?.text.hasSuffix(String(repeating: "s", count: 255)) == true)
    }

    // MARK: Asking

    @Test func `clerks read a cargo's trail, and the whole by actor and time`() async throws {
        try await Self.run { service in
            let trail = try await service.send("GET", "/v1/cargos/ABC123/audit")
            #expect(trail.status == 200)
            #expect(try trail.json["events"]?.asList?.map { $0["actor"]?.asText } == ["token:alice"])
            #expect(try trail.json["events"]?.asList?.first?["correlationId"] == "r-1")
            func ids(_ query: String) async throws -> [String]? {
                let answer = try await service.send("GET", "/v1/audit" + query)
                #expect(answer.status == 200, "\(answer.text)")
                return try answer.json["events"]?.asList?.compactMap { $0["aggregateId"]?.asText }
            }
            let all = try #require(try await ids(""))
            #expect(all.count == 2 && all.first == "ABC123")
            let own = [try #require(all.last)]
            #expect(try await ids("?actor=customer:ACME") == own)
            #expect(try await ids("?actor=customer%3AACME%3AACME&from=2026-01-10T12:00:00.000Z") == own)
            #expect(try await ids("?until=2026-01-10T12:00:00.000Z") == [])
            let page = try await service.send("GET", "/v1/audit?limit=1")
            #expect(page["link"] == #"</v1/audit?limit=1&after=1>; rel="next""#)
            #expect(try await service.send("GET", "/v1/cargos/ZZZ999/audit").status == 404)
            for query in ["?trackingId=ABC123", "?actor=a&actor=b", "?from=yesterday", "?limit=0", "?who=x"] {
                #expect(try await service.send("GET", "/v1/audit" + query).status == 422, "\(query)")
            }
        }
    }

    @Test(arguments: [
        (TestService.clerk, 200), (TestService.admin, 200), (TestService.viewer, 200), (TestService.service, 200),
        (TestService.partner, 403),
        (TestService.scraper, 403), (Self.maersk, 403), (CustomerTests.acme, 404), (CustomerTests.other, 404), (nil, 401),
    ])
    func `nobody outside the company reads it`(token: String?, status: Int) async throws {
        try await Self.run { (service: TestService) async throws in
            for path in ["/v1/audit", "/v1/cargos/ABC123/audit"] {
                #expect(try await service.send("GET", path, as: token).status == status, "\(path)")
            }
        }
    }

    @Test func `the page of a cargo's changes is for clerks, and escapes what it shows`() async throws {
        try await Self.run { service in
            let actor = try #require(EventActor("job:<script>"))
            try await Correlation.$actor.withValue(actor) {
                let cargo = try await service.store.cargos.findByTrackingId(.stub()).get()
                try await service.store.cargos.save(cargo.held(.customs, because: .stub("<b>Seal</b>"), at: .stub())).get()
            }
            let clerk = try await Browser.signedIn(service, as: Self.alice)
            #expect(try await clerk.get("/clerk/cargos/ABC123").text.contains(#"href="/clerk/cargos/ABC123/changes""#))
            let page = try await clerk.get("/clerk/cargos/ABC123/changes")
            #expect(page.status == 200)
            for text in ["token:alice", "Cargo booked", "r-1", "job:&lt;script&gt;", "&lt;b&gt;Seal"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains("<script>") && !page.text.contains("<b>Seal"))
            var speaker = clerk
            speaker.headers["Accept-Language"] = "de"
            let german = try await speaker.get("/clerk/cargos/ABC123/changes")
            #expect(german.text.contains("Sendung gebucht") && german.text.contains("Sperre gesetzt"), "\(german.text)")
            #expect(try await clerk.get("/clerk/cargos/ZZZ999/changes").status == 404)
            #expect(try await Browser(service: service).get("/clerk/cargos/ABC123/changes").status == 303)
            let customer = try await CustomerPageTests.signedIn(service)
            #expect(try await customer.get("/clerk/cargos/ABC123/changes").status == 303)
            #expect(try await customer.get("/customer/cargos/ABC123/changes").status == 404)
        }
    }

    // MARK: Never to customers

    @Test func `customers and the public read no actor anywhere`() async throws {
        var settings = try Self.settings
        settings.access.allowsPublicTracking = true
        try await Self.run(settings) { service in
            let staff = try await service.send("GET", "/v1/events")
            #expect(staff.text.contains(#""actor":"token:alice""#))
            let stream = ["Accept": "text/event-stream"]
            for path in [
                "/v1/events", "/v1/cargos", "/v1/cargos/ABC123", "/v1/cargos/ABC123/tracking", "/v1/cargos/ABC123/handling-events",
                "/v1/subscriptions",
            ] {
                let answer = try await service.send("GET", path, as: CustomerTests.acme)
                #expect(answer.status == 200, "\(path)")
                #expect(!answer.text.contains("actor") && !answer.text.contains("alice"), "\(path): \(answer.text)")
            }
            let meaning = try await service.send("GET", "/v2/events")
            #expect(meaning.status == 200 && meaning.text.contains("SHIPMENT") && !meaning.text.contains("alice"))
            let browser = try await CustomerPageTests.signedIn(service)
            for path in ["/customer", "/customer/cargos/ABC123"] {
                let page = try await browser.get(path)
                #expect(page.status == 200 && !page.text.contains("alice"), "\(path)")
            }
            let page = try await service.send("GET", "/track/ABC123", as: nil, headers: ["Accept": "text/html"])
            #expect(page.status == 200 && !page.text.contains("alice"))
            // A stream, of events that are stored already, and one that is stored later.
            for (token, isStaff) in [(CustomerTests.acme, false), (Self.alice, true)] {
                let port = service.port
                let text = TestService.text("GET", "/v1/events", as: token, headers: stream)
                let reference = #"{"type":"BOOKING","value":"REF-\#(isStaff)"}"#
                let change = TestService.text("POST", "/v1/cargos/ABC123/references", reference, as: Self.alice)
                let frames = try await blocking {
                    let client = try SocketClient(port: port)
                    try client.send(text)
                    let stored = try client.line(until: #""sequence":2,"#) ?? ""
                    let other = try SocketClient(port: port)
                    try other.send(change)
                    guard try other.answer()?.status == 200 else { throw SocketClient.Failure(text: "not changed") }
                    return stored + (try client.line(until: "REF-\(isStaff)") ?? "")
                }
                #expect(frames.contains("CargoBooked") && frames.contains("ReferenceAdded"))
                #expect(frames.contains("token:alice") == isStaff, "\(frames)")
            }
        }
    }

    @Test func `an erased customer's callers are in no event`() async throws {
        try await Self.run { service in
            let erased = try await service.send("POST", "/v1/customers/ACME/erasure", #"{"reason":"They asked"}"#, as: TestService.admin)
            #expect(erased.status == 200)
            let events = try await service.send("GET", "/v1/events").text
            #expect(!events.contains("ACME") && events.contains(#""actor":"customer:ERASED-"#), "\(events)")
        }
    }
}
