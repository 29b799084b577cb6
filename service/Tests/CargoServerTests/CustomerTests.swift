import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// A customer's token: their own cargos, events and subscriptions, and nothing else.
struct CustomerTests {
    static let acme = "acme-secret-0123456789-abcdef-xyz"
    static let dcsaSecret = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="
    static let other = "other-secret-0123456789-abcdef-xyz"

    /// The usual settings with a token for each of two customers.
    static var settings: ServerSettings {
        get throws {
            var settings = TestService.settings
            settings.access.tokens.append(try AccessToken(role: .customer, customer: CustomerId("ACME"), secret: acme))
            settings.access.tokens.append(try AccessToken(role: .customer, customer: CustomerId("OTHER"), secret: other))
            return settings
        }
    }

    /// Runs a test against a service where ACME has the cargo ABC123 and OTHER the cargo XYZ789, each routed and received.
    private static func run(_ body: @escaping @Sendable (TestService) async throws -> Void) async throws {
        try await TestService.run(try settings) { service in
            try await service.prepare()
            for (id, customer) in [("XYZ789", "OTHER"), ("ABC123", "ACME")] {
                let booking = TestService.booking.replacing("ABC123", with: id).replacing("ACME", with: customer)
                #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
                let routed = try await service.send("PUT", "/v1/cargos/\(id)/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
                #expect(routed.status == 200)
                let received = #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"\#(id)","type":"RECEIVE"}"#
                #expect(try await service.send("POST", "/v1/handling-events", received).status == 201)
                let reference = #"{"type":"BOOKING","value":"REF-\#(id)"}"#
                #expect(try await service.send("POST", "/v1/cargos/\(id)/references", reference).status == 200)
            }
            try await body(service)
        }
    }

    /// The routes that are open to customers and name nothing in their paths.
    private static let open: Set<String> = [
        "POST /v1/cargos", "GET /v1/cargos", "GET /v1/events", "POST /v1/subscriptions", "GET /v1/subscriptions", "GET /livez",
        "GET /readyz", "GET /openapi.json", "POST /v2/event-subscriptions", "GET /v2/event-subscriptions",
    ]
    private static let event = "2026-01-05T00:00:00.000Z_RECEIVE_HKHKG"

    /// A path of a route: about foreign aggregates, or about ones that don't exist.
    private static func path(_ route: HTTPRoute, _ ids: [String: String]) -> String {
        route.path.parameterNames.reduce(route.path.description) { path, name in path.replacing("{\(name)}", with: ids[name] ?? "none") }
    }

    @Test(arguments: [
        CargoFilter(needs: [.unrouted]), CargoFilter(needs: [.late]), CargoFilter(place: .stub("HKHKG")),
    ])
    func `a filtered list is answered from the store's indexes, not from all of the customer's cargos`(filter: CargoFilter) async throws {
        let store = InMemoryStore(clock: FixedClock())
        for number in 100..<200 { try await store.cargos.save(.stub("C-\(number)", customer: number < 150 ? "ACME" : "OTHER")).get() }
        let faults = FaultInjection()
        let customer = Caller(name: "shop", role: .customer, isAnonymous: false, customer: try CustomerId("ACME"))
        let kit = CargoKit(store: faults.wrapping(store), clock: store.clock).seen(by: customer)
        let list = try await ListCargos(kit).execute(.init(filter: filter, limit: 3)).get()
        #expect(list.cargos.allSatisfy { $0.customerId.text == "ACME" })
        #expect(list.cargos.count == (filter.needs == [.unrouted] ? 3 : 0))
        // One question, which names all conditions, or one more to see whether there is a next page.
        #expect(!faults.recordedCalls.isEmpty && faults.recordedCalls.count <= 2)
        #expect(faults.recordedCalls.allSatisfy { if case .findCargos = $0 { true } else { false } })
    }

    @Test func `a customer's own code as a parameter changes nothing`() async throws {
        try await Self.run { service in
            let own = try await service.send("GET", "/v1/cargos?unrouted=false", as: Self.acme)
            let named = try await service.send("GET", "/v1/cargos?customer=ACME&unrouted=false", as: Self.acme)
            #expect(own.status == 200)
            #expect(own.text == named.text)
            let other = try await service.send("GET", "/v1/cargos?customer=OTHER", as: Self.acme)
            #expect(try other.json["cargos"]?.asList?.isEmpty == true)
        }
    }

    @Test func `on every route of the API description, a foreign id is as unknown as one that doesn't exist`() async throws {
        try await Self.run { service in
            let theirs = try await service.send("POST", "/v1/subscriptions", #"{"endpoint":"https://partner.example/"}"#, as: Self.other)
            let subscription = try #require(try theirs.json["id"]?.asText)
            let callback = #"{"callbackUrl":"https://partner.example/","secret":"\#(Self.dcsaSecret)"}"#
            let dcsa = try await service.send("POST", "/v2/event-subscriptions", callback, as: Self.other)
            let callbackId = try #require(try dcsa.json["subscriptionID"]?.asText)
            let foreign = [
                "trackingId": "XYZ789", "subscriptionId": subscription, "subscriptionID": callbackId, "voyageNumber": "V100",
                "unLocode": "SESTO", "customerId": "OTHER",
                "need": "LATE", "event": Self.event,
            ]
            let unknown = [
                "trackingId": "ZZZ999", "subscriptionId": "0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10",
                "subscriptionID": "1f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c11", "voyageNumber": "V999",
                "unLocode": "USNYC", "customerId": "NOBODY", "need": "LATE", "event": Self.event,
            ]
            var count = 0
            for route in TestService.routes {
                guard let operation = route.operation else { continue }
                let name = "\(route.method) \(route.path)"
                let hasNames = !route.path.parameterNames.isEmpty
                if !hasNames, Self.open.contains(name) { continue }
                let body = operation.body.first.map { $0.schema.example ?? [:] }.map { input -> String in
                    var writer = JSONWriter()
                    writer.input(input)
                    return writer.text
                }
                for headers in [["If-Match": "*"], ["If-Match": "\"1\""], ["If-None-Match": "*"]] {
                    var answers: [String] = []
                    for ids in [foreign, unknown] {
                        var headers = headers
                        if "\(route.method)" == "GET" { headers["If-Match"] = nil }
                        headers["X-Request-Id"] = "same"
                        if let media = operation.body.first?.media { headers["Content-Type"] = media.rawValue }
                        let answer = try await service.send(
                            "\(route.method)",
                            Self.path(route, ids),
                            body,
                            as: Self.acme,
                            headers: headers
                        )
                        #expect(answer.status == 404, "\(name) \(ids["trackingId"] ?? ""): \(answer.text)")
                        let fields = answer.headers.filter { $0.name != "date" && $0.name != "ratelimit" }.map { "\($0.name): \($0.value)" }
                            .sorted()
                        let text = ids.values.reduce(answer.text) { $0.replacing($1, with: "ID") }
                        answers.append("\(answer.status) \(fields) \(text)".replacing("content-length: \(answer.body.count)", with: ""))
                    }
                    #expect(answers.first == answers.last, "\(name)")
                }
                count += 1
            }
            #expect(count > 40)
        }
    }

    @Test func `a foreign entity tag reveals nothing`() async throws {
        try await Self.run { service in
            for path in ["/v1/cargos/XYZ789", "/v1/cargos/XYZ789/tracking"] {
                let tag = try #require(try await service.send("GET", path)["etag"])
                // The view is kept by now.
                #expect(try await service.send("GET", path, headers: ["If-None-Match": tag]).status == 304)
                #expect(try await service.send("GET", path, as: Self.acme, headers: ["If-None-Match": tag]).status == 404)
                #expect(try await service.send("HEAD", path, as: Self.acme).status == 404)
                #expect(try await service.send("GET", path, as: Self.other, headers: ["If-None-Match": tag]).status == 304)
            }
        }
    }

    @Test func `a customer reads their own cargos`() async throws {
        try await Self.run { service in
            for path in ["", "/tracking", "/handling-events", "/handling-events/\(Self.event)"] {
                let answer = try await service.send("GET", "/v1/cargos/ABC123\(path)", as: Self.acme)
                #expect(answer.status == 200, "\(path): \(answer.text)")
            }
            #expect(try await service.send("GET", "/v1/cargos/ABC123/tracking", as: Self.acme).text.contains(#""customerId":"ACME""#))
            for path in ["/v1/voyages", "/v1/locations", "/metrics", "/v2/events", "/v1/repository/cargos", "/v1/nothing"] {
                let answer = try await service.send("GET", path, as: Self.acme)
                // The standard's errors have no code.
                #expect(answer.status == 404 && (answer.code == "not_found" || path == "/v2/events"), "\(path): \(answer.text)")
            }
        }
    }

    @Test(
        arguments: [
            ("", ["ABC123"]), ("?customer=ACME", ["ABC123"]), ("?customer=OTHER", []), ("?customer=NOBODY", []), ("?limit=1", ["ABC123"]),
            ("?after=A00", ["ABC123"]), ("?after=ABC123", []), ("?reference=REF-ABC123", ["ABC123"]), ("?reference=REF-XYZ789", []),
            ("?reference=BOOKING:REF-XYZ789", []), ("?at=HKHKG", ["ABC123"]), ("?transportStatus=IN_PORT", ["ABC123"]),
            ("?late=false", ["ABC123"]),
        ] as [(String, [String])]
    )
    func `a list has the customer's own cargos only, and no link to more`(query: String, ids: [String]) async throws {
        try await Self.run { service in
            let answer = try await service.send("GET", "/v1/cargos\(query)", as: Self.acme)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.json["cargos"]?.asList?.compactMap { $0["trackingId"]?.asText } == ids)
            #expect(try answer.json["next"] == nil && answer["link"] == nil)
        }
    }

    @Test func `the events and their stream are those of the customer's own cargos`() async throws {
        try await Self.run { service in
            let all = try #require(try await service.send("GET", "/v1/events").json["events"]?.asList)
            let own = all.filter { $0["aggregateId"]?.asText == "ABC123" }.compactMap { $0["eventId"]?.asText }
            #expect(own.count >= 4 && own.count < all.count)
            let page = try await service.send("GET", "/v1/events", as: Self.acme)
            #expect(try page.json["events"]?.asList?.compactMap { $0["eventId"]?.asText } == own)
            #expect(try page.json["next"] == nil && page["link"] == nil)
            let first = try await service.send("GET", "/v1/events?limit=1", as: Self.acme).json
            #expect(first["events"]?.asList?.compactMap { $0["eventId"]?.asText } == [own[0]])
            #expect(first["next"] == first["events"]?.asList?.first?["sequence"])
            let port = service.port
            let stream = Task {
                try await blocking {
                    let client = try SocketClient(port: port)
                    try client.send(TestService.text("GET", "/v1/events", as: Self.acme, headers: ["Accept": "text/event-stream"]))
                    return try client.line(until: #""aggregateId":"LATER1""#) ?? ""
                }
            }
            for (id, customer) in [("FOREIGN1", "OTHER"), ("LATER1", "ACME")] {
                let booking = TestService.booking.replacing("ABC123", with: id).replacing("ACME", with: customer)
                #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
            }
            let seen = try await stream.value
            for id in own { #expect(seen.contains(id)) }
            #expect(!seen.contains("XYZ789") && !seen.contains("FOREIGN1") && !seen.contains("OTHER"))
        }
    }

    @Test func `a booking carries the customer's code, under an id that the store draws`() async throws {
        try await Self.run { service in
            let fields = #""arrivalDeadline":"2026-03-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG""#
            for more in ["", #","customerId":"ACME""#] {
                let booked = try await service.send("POST", "/v1/cargos", "{\(fields)\(more)}", as: Self.acme)
                #expect(booked.status == 201, "\(booked.text)")
                let id = try #require(try booked.json["trackingId"]?.asText)
                #expect(try await service.send("GET", "/v1/cargos/\(id)").json["customerId"]?.asText == "ACME")
            }
            for (more, field) in [
                (#","customerId":"OTHER""#, "#/customerId: customer_id_invalid"),
                (#","customerId":7"#, "#/customerId: customer_id_invalid"),
                (#","trackingId":"XYZ789""#, "#/trackingId: shape_invalid"), (#","trackingId":"FREE11""#, "#/trackingId: shape_invalid"),
            ] {
                let refused = try await service.send("POST", "/v1/cargos", "{\(fields)\(more)}", as: Self.acme)
                #expect(refused.status == 422 && refused.fields == [field], "\(refused.text)")
            }
        }
    }

    @Test func `the same idempotency key of two customers means two bookings`() async throws {
        try await Self.run { service in
            let body = #"{"arrivalDeadline":"2026-03-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"}"#
            func book(_ token: String) async throws -> String? {
                let answer = try await service.send("POST", "/v1/cargos", body, as: token, headers: ["Idempotency-Key": "order-1"])
                #expect(answer.status == 201, "\(answer.text)")
                return try answer.json["trackingId"]?.asText
            }
            let (mine, theirs) = (try await book(Self.acme), try await book(Self.other))
            #expect(mine != theirs)
            #expect(try await book(Self.acme) == mine)
            let clerk = try await service.send(
                "POST",
                "/v1/cargos",
                TestService.booking.replacing("ABC123", with: "CLERK1"),
                headers: ["Idempotency-Key": "order-1"]
            )
            #expect(clerk.status == 201)
        }
    }

    @Test func `a customer can't sign in to the clerks' pages`() async throws {
        try await Self.run { service in
            let answer = try await Browser(service: service).post("/clerk/sign-in", "token=\(Self.acme)")
            #expect(answer.status == 422 && answer["set-cookie"] == nil)
        }
    }

    @Test(
        arguments: [
            ("customer=ACME:\(acme)", "ACME", "ACME"), ("customer=ACME@shop:\(acme)", "shop", "ACME"),
            ("customer=a.b_c-d@x:\(acme)", "x", "a.b_c-d"),
        ]
    )
    func `a customer's token names its code`(text: String, name: String, customer: String) throws {
        let token = try AccessToken(setting: text)
        #expect(token.role == .customer && token.name == name && token.customer?.text == customer)
    }

    @Test(
        arguments: [
            "customer:\(acme)", "customer=:\(acme)", "customer=A B:\(acme)", "clerk=ACME:\(acme)", "customer=ACME=X:\(acme)",
            "customer=-A:\(acme)",
        ]
    )
    func `a customer's token without a valid code is rejected`(text: String) {
        #expect(throws: ServerSettingsError.self) { try AccessToken(setting: text) }
    }

    @Test func `a customer books one by one, without batches`() async throws {
        try await TestService.run(Self.settings) { service in
            try await service.prepare()
            let batch = "origin,destination,arrival_deadline,customer_id\nHKHKG,SESTO,2026-04-01T00:00:00Z,ACME\n"
            let answer = try await service.send("POST", "/v1/cargos", batch, as: Self.acme, headers: ["Content-Type": "text/csv"])
            #expect(answer.status == 415)
            #expect(answer["accept-post"] == "application/json")
            #expect(try await service.send("GET", "/v1/cargos", as: Self.acme).json["cargos"]?.asList?.isEmpty == true)
        }
    }
}
