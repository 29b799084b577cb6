import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// Subscriptions in the format of DCSA Track and Trace 2.2, managed over HTTP.
struct DCSASubscriptionTests {
    private static let root = "/v2/event-subscriptions"
    private static let secret = CustomerTests.dcsaSecret

    private static func body(_ more: String = "", url: String = "https://partner.example/hook?shipper=7") -> String {
        #"{"callbackUrl":"\#(url)","secret":"\#(secret)"\#(more)}"#
    }

    private static func add(_ service: TestService, _ more: String = "", as token: String = TestService.clerk) async throws -> String {
        let added = try await service.send("POST", root, body(more), as: token)
        try #require(added.status == 201, "\(added.text)")
        return try #require(try added.json["subscriptionID"]?.asText)
    }

    /// The reasons in an error of the standard.
    private static func reasons(_ answer: Answer) throws -> [String] {
        (try answer.json["errors"]?.asList ?? []).map { "\($0["message"]?.asText ?? "") \($0["reason"]?.asText ?? "")" }
    }

    @Test func `a subscription is added, shown, changed and removed, and its secret is never shown`() async throws {
        try await TestService.run { service in
            let filters =
                #","eventType":["SHIPMENT","EQUIPMENT"],"documentTypeCode":[],"carrierBookingReference":"ABC123","UNLocationCode":"hkhkg""#
            let added = try await service.send("POST", Self.root, Self.body(filters), headers: ["API-Version": "2"])
            let id = try #require(try added.json["subscriptionID"]?.asText)
            let path = "\(Self.root)/\(id)"
            let expected =
                #"{"UNLocationCode":"hkhkg","callbackUrl":"https://partner.example/hook?shipper=7","#
                + #""carrierBookingReference":"ABC123","documentTypeCode":[],"eventType":["SHIPMENT","EQUIPMENT"],"subscriptionID":"\#(id)"}"#
            #expect(added.status == 201 && added.text == expected, "\(added.text)")
            #expect(added["location"] == path && added["api-version"] == "2.2.0")
            let shown = try await service.send("GET", path.uppercased().replacing("/V2/EVENT-SUBSCRIPTIONS", with: Self.root))
            #expect(shown.status == 200 && shown.text == expected && shown["api-version"] == "2.2.0")
            #expect(try await service.send("GET", Self.root).text == "[\(expected)]")
            let change = #"{"callbackUrl":"https://partner.example/new","scheduleID":"9679a405-3316-42a5-8533-aba000f5689c"}"#
            let changed = try await service.send("PUT", path, change)
            let after =
                #"{"callbackUrl":"https://partner.example/new","scheduleID":"9679a405-3316-42a5-8533-aba000f5689c","subscriptionID":"\#(id)"}"#
            #expect(changed.status == 200 && changed.text == after, "\(changed.text)")
            // The standard's own form of the answer is a valid change.
            #expect(try await service.send("PUT", path, after).text == after)
            let subscriptions = try #require(service.store.subscriptions)
            let stored = try #require(try await subscriptions.find(SubscriptionId(id)).get())
            #expect(stored.revealedSecret == Self.secret && stored.owner == nil && stored.createdBy == "clerk")
            #expect(
                try await service.send("PUT", path + "/secret", #"{"secret":"\#(Self.secret.replacing("MTIz", with: "OTk5"))"}"#).status
                    == 204
            )
            let renewed = try #require(try await subscriptions.find(SubscriptionId(id)).get())
            #expect(renewed.secrets.count == 1 && renewed.revealedSecret?.hasPrefix("OTk5") == true)
            let removed = try await service.send("DELETE", path)
            #expect(removed.status == 204 && removed["api-version"] == "2.2.0")
            for method in ["GET", "DELETE"] { #expect(try await service.send(method, path).status == 404) }
            #expect(try await service.send("GET", Self.root).text == "[]")
        }
    }

    @Test(
        arguments: [
            (#"{"secret":"\#(secret)"}"#, "The member #/callbackUrl is invalid. field_required"),
            (#"{"callbackUrl":"https://partner.example/"}"#, "The member #/secret is invalid. field_required"),
            (body(#","eventType":["SHIP"]"#), "The member #/eventType is invalid. shape_invalid"),
            (body(#","eventType":"SHIPMENT""#), "The member #/eventType is invalid. shape_invalid"),
            (body(#","vesselIMONumber":"12345678""#), "The member #/vesselIMONumber is invalid. shape_invalid"),
            (body(#","carrierBookingReference":["A"]"#), "The member #/carrierBookingReference is invalid. shape_invalid"),
            (body(#","transportDocumentID":"7""#), "The member #/transportDocumentID is invalid. shape_invalid"),
            (body(#","transportDocumentTypeCode":["BOL","X"]"#), "The member #/transportDocumentTypeCode is invalid. shape_invalid"),
            (body(#","sender":"x""#), "The member #/sender is invalid. shape_invalid"),
            (body(#","subscriptionID":"0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10""#), "The member #/subscriptionID is invalid. shape_invalid"),
            (body(url: "ftp://partner.example/"), "The member #/callbackUrl is invalid. shape_invalid"),
            (body().replacing(secret, with: "c2hvcnQ="), "The member #/secret is invalid. shape_invalid"),
            (body().replacing(secret, with: secret.dropLast()), "The member #/secret is invalid. shape_invalid"),
            (body(url: "http://partner.example/"), "Refused: the endpoint must use https. endpoint_refused"),
            (body(url: "https://169.254.169.254/"), "Refused: the endpoint's address isn't public. endpoint_refused"),
        ]
    )
    func `what is wrong with a new subscription is said in the standard's form`(body: String, reason: String) async throws {
        try await TestService.run { service in
            let refused = try await service.send("POST", Self.root, body)
            #expect(refused.status == 422)
            #expect(try Self.reasons(refused) == [reason])
            #expect(!refused.text.contains("c2hvcnQ") && !refused.text.contains(Self.secret.dropLast()))
            #expect(try await service.send("GET", Self.root).text == "[]")
        }
    }

    @Test func `a change names no secret and no other id, and needs the version of the standard`() async throws {
        try await TestService.run { service in
            let path = "\(Self.root)/\(try await Self.add(service))"
            #expect(try Self.reasons(try await service.send("PUT", path, Self.body())) == ["The member #/secret is invalid. shape_invalid"])
            let foreign = #"{"callbackUrl":"https://partner.example/","subscriptionID":"0f8e2c9a-5b7d-4c1e-9f3a-6d2b8e4a7c10"}"#
            let refused = try await service.send("PUT", path, foreign)
            #expect(try refused.status == 422 && Self.reasons(refused) == ["The member #/subscriptionID is invalid. shape_invalid"])
            for (method, path, body) in [
                ("GET", Self.root, nil), ("POST", Self.root, Self.body()), ("GET", path, nil),
                ("PUT", path, #"{"callbackUrl":"https://partner.example/"}"#), ("DELETE", path, nil),
                ("PUT", path + "/secret", #"{"secret":"\#(Self.secret)"}"#),
            ] as [(String, String, String?)] {
                let old = try await service.send(method, path, body, headers: ["API-Version": "1"])
                #expect(try old.status == 400 && Self.reasons(old) == ["API-Version must be 2. header_invalid"], "\(method) \(path)")
                #expect(try await service.send(method, path, body, as: nil).status == 401)
                #expect(try await service.send(method, path, body, as: TestService.partner).status == 403)
            }
            #expect(try await service.send("POST", Self.root, Self.body(), as: TestService.viewer).status == 403)
            #expect(try await service.send("GET", path, as: TestService.viewer).status == 200)
        }
    }

    @Test func `a customer has their own subscriptions, up to the limit for both formats`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            let mine = try await Self.add(service, as: CustomerTests.acme)
            let theirs = try await Self.add(service, as: CustomerTests.other)
            func listed(_ token: String) async throws -> [String] {
                (try await service.send("GET", Self.root, as: token).json.asList ?? []).compactMap { $0["subscriptionID"]?.asText }
            }
            #expect(try await listed(CustomerTests.acme) == [mine])
            #expect(try await listed(TestService.clerk) == [mine, theirs].sorted())
            #expect(try await service.send("GET", "\(Self.root)/\(theirs)", as: CustomerTests.acme).status == 404)
            let cloud = #"{"endpoint":"https://partner.example/"}"#
            for _ in 0..<19 { #expect(try await service.send("POST", "/v1/subscriptions", cloud, as: CustomerTests.acme).status == 201) }
            let surplus = try await service.send("POST", Self.root, Self.body(), as: CustomerTests.acme)
            #expect(surplus.status == 409)
            #expect(try Self.reasons(surplus).first?.hasSuffix("subscriptions_too_many") == true)
        }
    }

    @Test func `both formats are operated below v1, but each is changed where it was made`() async throws {
        try await TestService.run { service in
            let id = try await Self.add(service, #","eventType":["EQUIPMENT"]"#)
            let path = "/v1/subscriptions/\(id)"
            let shown = try await service.send("GET", path)
            #expect(try shown.json["dcsaFilter"] == ["eventType": ["EQUIPMENT"]] && shown.json["filter"] == [:], "\(shown.text)")
            #expect(try await service.send("PUT", path, #"{"endpoint":"https://partner.example/"}"#).code == "subscription_not_found")
            #expect(try await service.send("PUT", path + "/state", #"{"state":"PAUSED"}"#).status == 200)
            #expect(try await service.send("GET", path + "/deliveries").status == 200)
            let rotated = try await service.send("POST", path + "/secret", "{}")
            #expect(WebhookSecret(dcsa: try rotated.json["secret"]?.asText ?? "") != nil, "\(rotated.text)")
            let cloud = try await service.send("POST", "/v1/subscriptions", #"{"endpoint":"https://partner.example/"}"#)
            let other = "\(Self.root)/\(try #require(try cloud.json["id"]?.asText))"
            for (method, path, body) in [
                ("GET", other, nil), ("PUT", other, #"{"callbackUrl":"https://partner.example/"}"#), ("DELETE", other, nil),
                ("PUT", other + "/secret", #"{"secret":"\#(Self.secret)"}"#),
            ] as [(String, String, String?)] {
                #expect(try await service.send(method, path, body).status == 404, "\(method) \(path)")
            }
            #expect(try await service.send("GET", Self.root).json.asList?.count == 1)
        }
    }

    @Test func `an event is sent again on request, unless it is of a foreign cargo`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            try await service.prepare()
            let id = try await Self.add(service, as: CustomerTests.acme)
            try await service.book()
            _ = try await service.send(
                "POST",
                "/v1/cargos",
                TestService.booking.replacing("ABC123", with: "XYZ789").replacing("ACME", with: "OTHER")
            )
            let sequences = try await service.send("GET", "/v1/events").json["events"]?.asList?.compactMap { event -> (String, Int64)? in
                guard let cargo = event["aggregateId"]?.asText, case .integer(let sequence)? = event["sequence"] else { return nil }
                return (cargo, sequence)
            }
            for (cargo, status) in [("ABC123", 202), ("XYZ789", 404)] {
                let sequence = try #require(sequences?.first { $0.0 == cargo }?.1)
                let path = "/v1/subscriptions/\(id)/deliveries"
                #expect(try await service.send("POST", path, #"{"sequence":\#(sequence)}"#, as: CustomerTests.acme).status == status)
            }
        }
    }

    @Test func `to a customer, an event of a voyage exists if it means something to one of their cargos`() async throws {
        try await TestService.run(try CustomerTests.settings) { service in
            try await service.prepare()
            try await service.book()
            let routed = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            #expect(routed.status == 200)
            let later = TestService.schedule.replacing("2026-02-10", with: "2026-02-12")
            #expect(try await service.send("PUT", "/v1/voyages/V100", later, as: TestService.admin).status == 200)
            let events = try await service.send("GET", "/v1/events").json["events"]?.asList ?? []
            let rescheduled = events.last { $0["type"]?.asText == "VoyageRescheduled" }
            guard case .integer(let sequence)? = rescheduled?["sequence"] else {
                Issue.record("there is no event of the voyage")
                return
            }
            for (token, wanted, status) in [
                (CustomerTests.acme, sequence, 202), (CustomerTests.other, sequence, 404), (CustomerTests.other, sequence + 1000, 404),
                (TestService.clerk, sequence, 202),
            ] {
                let id = try await Self.add(service, as: token)
                let path = "/v1/subscriptions/\(id)/deliveries"
                let answer = try await service.send("POST", path, #"{"sequence":\#(wanted)}"#, as: token)
                #expect(answer.status == status, "\(wanted): \(answer.text)")
            }
        }
    }

    // MARK: Lists

    @Test func `a list is read page by page in any order, forwards and backwards`() async throws {
        try await TestService.run { service in
            var expected: [(id: String, booking: String)] = []
            for number in 0..<7 {
                let booking = number == 3 ? "" : "B\(number * 5 % 7)"
                let filter = booking.isEmpty ? "" : #","carrierBookingReference":"\#(booking)""#
                expected.append((try await Self.add(service, filter), booking))
            }
            for (sort, order) in [
                ("", expected.sorted { $0.id < $1.id }), ("subscriptionID:DESC", expected.sorted { $0.id > $1.id }),
                ("carrierBookingReference", expected.sorted { $0.booking < $1.booking }),
                ("callbackUrl,carrierBookingReference:DESC", expected.sorted { $0.booking > $1.booking }),
            ] {
                var pages: [String] = []
                var query = "?limit=3" + (sort.isEmpty ? "" : "&sort=\(sort)")
                var last: Answer?
                while true {
                    let answer = try await service.send("GET", Self.root + query)
                    #expect(answer.status == 200, "\(answer.text)")
                    pages += (try answer.json.asList ?? []).compactMap { $0["subscriptionID"]?.asText }
                    #expect(answer["first-page"] != nil && answer["current-page"] != nil && answer["last-page"] != nil)
                    last = answer
                    guard let next = answer["next-page"] else { break }
                    query = "?cursor=\(next)"
                }
                #expect(pages == order.map(\.id), "\(sort)")
                let end = try #require(last)
                #expect(end["last-page"] == end["current-page"] && end["prev-page"] != end["first-page"])
                let before = try await service.send("GET", "\(Self.root)?cursor=\(try #require(end["prev-page"]))")
                #expect((try before.json.asList ?? []).compactMap { $0["subscriptionID"]?.asText } == order[3..<6].map(\.id))
            }
        }
    }

    @Test(
        arguments: [
            "limit=0", "limit=x", "sort=secret", "sort=callbackUrl:UP", "sort=callbackUrl,callbackUrl", "cursor=zz", "cursor=2d313f",
            "cursor=", "limit=1&limit=2", "eventType=SHIPMENT", "cursor=66697273743f",
        ]
    )
    func `a list's invalid parameters are named`(query: String) async throws {
        try await TestService.run { service in
            let refused = try await service.send("GET", "\(Self.root)?\(query)")
            #expect(refused.status == 422)
            #expect(try Self.reasons(refused).first?.hasPrefix("The parameter \(query.prefix { $0 != "=" }) is invalid.") == true)
        }
    }
}
