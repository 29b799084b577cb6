import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// The repository API accepts and returns stored records, and rejects records that break a rule.
struct RepositoryTests {
    private static let path = "/v1/repository/cargos/ABC123"
    private static let new = ["If-None-Match": "*"]

    /// A save request for a cargo, with the facts that it raised.
    private static func save(_ cargo: Cargo) -> String { CargoSave(cargo).canonicalText }

    // MARK: Who

    @Test(arguments: [
        (TestService.clerk, 200, 403), (TestService.admin, 200, 403), (TestService.viewer, 200, 403), (TestService.partner, 403, 403),
        (TestService.scraper, 403, 403), (nil, 401, 401), (TestService.service, 200, 204),
    ])
    func `only the service role can save records; every role that can read cargos can read them`(token: String?, reading: Int, saving: Int)
        async throws
    {
        try await TestService.run { service in
            let read = try await service.send("GET", "/v1/repository/cargos", as: token)
            #expect(read.status == reading)
            let saved = try await service.send("PUT", Self.path, Self.save(.stub()), as: token, headers: Self.new)
            #expect(saved.status == saving)
            #expect(service.store.eventCount == (saving == 204 ? 1 : 0))
        }
    }

    // MARK: Saving

    @Test("REP-2, REP-3: a new cargo has version 1, and the service wraps its facts in event envelopes")
    func saveNew() async throws {
        try await TestService.run { service in
            let saved = try await service.send("PUT", Self.path, Self.save(.stub()), as: TestService.service, headers: Self.new)
            #expect(saved.status == 204)
            #expect(saved["etag"] == "\"1\"")
            let stored = try await service.send("GET", Self.path, as: TestService.service)
            #expect(stored["etag"] == "\"1\"")
            #expect(stored.text == String(decoding: CargoRecord.encode(.stub(version: 1)), as: UTF8.self))
            let known = try await service.send("GET", Self.path, as: TestService.service, headers: ["If-None-Match": "\"1\""])
            #expect(known.status == 304)
            let event = try #require(try await service.store.events.events(after: 0, limit: 10).get().first)
            #expect(event.eventId == "Cargo:ABC123:1:0")
            #expect(event.fact.type == "CargoBooked")
            let now = try Instant("2026-01-10T12:00:00Z")
            #expect(event.occurredAt == now)
        }
    }

    @Test("REP-2: a save based on another version conflicts and reports both versions")
    func stale() async throws {
        try await TestService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let again = try await service.send("PUT", Self.path, Self.save(.stub()), as: TestService.service, headers: Self.new)
            #expect(again.status == 412)
            #expect(try again.json["code"]?.asText == "concurrency_conflict")
            #expect(try again.json["params"] == ["actual": 1, "expected": 0, "trackingId": "ABC123"])
            #expect(service.store.eventCount == 1)
        }
    }

    @Test(arguments: [
        ([:], 428), (["If-Match": "*"], 400), (["If-Match": "\"1\""], 400), (["If-Match": "W/\"0\""], 412),
        (["If-None-Match": "\"0\""], 400), (["If-None-Match": "*", "If-Match": "\"0\""], 400), (["If-Match": "\"0\""], 204),
    ])
    func `a save has exactly one precondition that names its base version`(headers: [String: String], status: Int) async throws {
        try await TestService.run { service in
            let saved = try await service.send("PUT", Self.path, Self.save(.stub()), as: TestService.service, headers: headers)
            #expect(saved.status == status, "\(saved.text)")
            #expect(service.store.eventCount == (status == 204 ? 1 : 0))
        }
    }

    @Test func `a record can only be saved under its own id`() async throws {
        try await TestService.run { service in
            let other = try await service.send(
                "PUT",
                "/v1/repository/cargos/OTHER1",
                Self.save(.stub()),
                as: TestService.service,
                headers: Self.new
            )
            #expect(other.status == 400)
            #expect(try other.json["code"]?.asText == "header_invalid")
            #expect(service.store.eventCount == 0)
        }
    }

    // MARK: What is not sound

    private static let unsound: [(String, String, Int, String)] = [
        (#""destination":"SESTO""#, #""destination":"HKHKG""#, 422, "route_origin_is_destination"),
        (#""routingStatus":"NOT_ROUTED""#, #""routingStatus":"ROUTED""#, 422, "corrupt_record"),
        (#""transportStatus":"NOT_RECEIVED""#, #""transportStatus":"CLAIMED""#, 422, "corrupt_record"),
        (#""customerId":"CUST-1""#, #""customerId":"""#, 422, "customer_id_invalid"),
        (#""version":0"#, #""version":-1"#, 422, "integer_out_of_range"),
        (#""version":0"#, #""version":"0""#, 400, "shape_invalid"),
        (#""version":0"#, #""version":0,"x":1"#, 400, "shape_invalid"),
        (#"CargoBooked"#, #"CargoSold"#, 400, "shape_invalid"),
        (#"{"cargo""#, #"{"cargo"#, 400, "json_invalid"),
    ]

    @Test("REP-5: a record that breaks a rule is rejected with the rule's code and not stored", arguments: unsound.indices)
    func unsoundRecords(index: Int) async throws {
        let (part, broken, status, code) = Self.unsound[index]
        let body = Self.save(.stub())
        #expect(body.contains(part), "\(part) in \(body)")
        try await TestService.run { service in
            let text = body.replacing(part, with: broken)
            let refused = try await service.send("PUT", Self.path, text, as: TestService.service, headers: Self.new)
            #expect(refused.status == status, "\(refused.text)")
            #expect(try refused.json["code"]?.asText == code)
            let found = try await service.send("GET", Self.path, as: TestService.service)
            #expect(found.status == 404)
            #expect(service.store.eventCount == 0)
        }
    }

    @Test("REP-3: a cargo with a voyage's facts is rejected")
    func foreignFact() async throws {
        try await TestService.run { service in
            let fact = #""facts":[{"data":{"voyageNumber":"V100"},"type":"VoyageRescheduled"}]"#
            let cargo = String(decoding: CargoRecord.encode(.stub()), as: UTF8.self)
            let body = #"{"cargo":"# + cargo + "," + fact + "}"
            let refused = try await service.send("PUT", Self.path, body, as: TestService.service, headers: Self.new)
            #expect(refused.status == 400)
            #expect(try refused.json["params"]?["path"]?.asText == "facts[0].type")
        }
    }

    // MARK: Handling

    @Test("HND-3, HND-6: an event is saved with the revision it was checked against, together with its cargo or not at all")
    func handling() async throws {
        let event = HandlingEvent.stub()
        let path = Self.path + "/handling-events"
        try await TestService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let cargo = try await service.store.cargos.findByTrackingId(.stub()).get()
            let handled = try cargo.derivingDeliveryProgress(from: .stub(event))
            let stale = try Cargo.stub(version: 7).derivingDeliveryProgress(from: .stub(event))
            for (save, status) in [
                (HandlingSave(event, after: .stub(event), with: handled), 409),
                (HandlingSave(event, after: .empty(of: .stub()), with: stale), 409),
                (HandlingSave(event, after: .empty(of: .stub()), with: handled), 204),
            ] {
                let answer = try await service.send("POST", path, save.canonicalText, as: TestService.service)
                #expect(answer.status == status, "\(answer.text)")
                #expect(answer["etag"] == (status == 204 ? #""2""# : nil))
                let events = try await service.store.handlingEvents.findHistory(of: .stub()).get().events.count
                #expect(events == (status == 204 ? 1 : 0))
            }
            let stored = try await service.store.cargos.findByTrackingId(.stub()).get()
            #expect(stored.version == 2)
            let history = try await service.send("GET", path, as: TestService.service)
            #expect(history.text == #"{"events":[\#(event.canonicalText)],"retracted":[],"revision":1}"#)
        }
    }

    @Test("HND-7: a retraction is saved with the revision it was checked against, together with its cargo")
    func retraction() async throws {
        let event = HandlingEvent.stub()
        let path = Self.path + "/handling-events"
        try await TestService.run { service in
            try await service.store.cargos.save(.stub()).get()
            let booked = try await service.store.cargos.findByTrackingId(.stub()).get()
            let handled = try booked.derivingDeliveryProgress(from: .stub(event))
            try await service.store.handlingUnitOfWork.save(event, after: .empty(of: .stub()), with: handled).get()
            let stored = try await service.store.cargos.findByTrackingId(.stub()).get()
            let cargo = try stored.derivingDeliveryProgress(from: .empty(of: .stub()))
            let retraction = RetractedEvent(event: event, reason: .stub(), retractedAt: .stub(day: 3))
            for (history, status) in [(HandlingHistory.empty(of: .stub()), 409), (.stub(event), 204), (.stub(event), 409)] {
                let save = HandlingRetraction(retraction, after: history, with: cargo).canonicalText
                let answer = try await service.send("POST", path + "/retractions", save, as: TestService.service)
                #expect(answer.status == status, "\(answer.text)")
            }
            let found = try await service.send("GET", path, as: TestService.service)
            #expect(found.text == #"{"events":[],"retracted":[\#(retraction.canonicalText)],"revision":2}"#)
        }
    }

    @Test func `an event of another cargo and an event without its cargo or facts are rejected`() async throws {
        try await TestService.run { service in
            let cargo = try Cargo.stub(version: 1).derivingDeliveryProgress(from: .stub(.stub()))
            let save = HandlingSave(.stub(), after: .empty(of: .stub()), with: cargo).canonicalText
            let elsewhere = try await service.send("POST", "/v1/repository/cargos/OTHER1/handling-events", save, as: TestService.service)
            #expect(elsewhere.status == 400)
            let rest = #""event":\#(HandlingEvent.stub().canonicalText),"expectedEvents":0"#
            for (missing, bare) in [("cargo", "{\(rest),\"facts\":[]}"), ("facts", "{\"cargo\":\(cargo.canonicalText),\(rest)}")] {
                let refused = try await service.send("POST", Self.path + "/handling-events", bare, as: TestService.service)
                #expect(refused.status == 400)
                #expect(try refused.json["params"]?["path"]?.asText == missing)
            }
        }
    }

    @Test("REP-1: the cargos on a voyage are paged by tracking id, and voyages are found by their numbers")
    func byVoyage() async throws {
        try await TestService.run { service in
            for number in ["V1", "V2"] { try await service.store.voyages.save(.stub(number)).get() }
            let path = "/v1/repository/voyages-by-number"
            let found = try await service.send("GET", path + "?numbers=V2,NONE,V1,V2", as: TestService.service)
            #expect(try found.json["items"]?.asList?.compactMap { $0["voyageNumber"]?.asText } == ["V1", "V2"])
            let tooMany = Array(repeating: "V1", count: 201).joined(separator: ",")
            for query in ["", "?numbers=", "?numbers=V1,,V2", "?number=V1", "?numbers=V1&numbers=V2", "?numbers=" + tooMany] {
                #expect(try await service.send("GET", path + query, as: TestService.service).status == 422, "\(query)")
            }
            for id in ["ON-1", "ON-2", "ON-3"] { try await service.store.cargos.save(try .stub(id).assigned(to: .stub(.stub("V1")))).get() }
            try await service.store.cargos.save(.stub("OFF-1")).get()
            let pages = try await Self.pages(service, "/v1/repository/cargos?voyage=V1&limit=2", "trackingId")
            #expect(pages == [["ON-1", "ON-2"], ["ON-3"]])
            #expect(try await Self.pages(service, "/v1/repository/cargos?voyage=V2", "trackingId") == [[]])
        }
    }

    // MARK: Pages

    /// The items of each page and its `next`, following `Link`.
    private static func pages(_ service: TestService, _ path: String, _ name: String) async throws -> [[String]] {
        var pages: [[String]] = []
        var next: String? = path
        while let path = next, pages.count < 10 {
            let answer = try await service.send("GET", path, as: TestService.service)
            #expect(answer.status == 200, "\(answer.text)")
            pages.append(try #require(try answer.json["items"]?.asList).compactMap { $0[name]?.asText })
            #expect(try answer.json["next"]?.asText == (answer["link"] == nil ? nil : pages.last?.last))
            next = answer["link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
        }
        return pages
    }

    @Test("REP-1, REF-5: each condition of a query counts, and conditions are read exactly")
    func query() async throws {
        try await TestService.run { service in
            let own = try CargoReference(.customer, "A:B & C/\u{E9}")
            try await service.store.cargos.save(try Cargo.stub("ONE").adding(.stub()).adding(own)).get()
            try await service.store.cargos.save(try Cargo.stub("TWO", customer: "CUST-2", itinerary: .stub()).adding(.stub())).get()
            try await service.store.cargos.save(.stub("THREE", itinerary: .stub())).get()
            for (query, ids) in [
                ("customer=CUST-1", ["ONE", "THREE"]), ("voyage=V100", ["THREE", "TWO"]), ("need=UNROUTED", ["ONE"]),
                ("reference=CONTAINER:MSKU1234565", ["ONE", "TWO"]), ("customer=CUST-1&reference=CONTAINER:MSKU1234565", ["ONE"]),
                ("reference=CUSTOMER:A:B%20%26%20C%2F%C3%A9", ["ONE"]), ("at=HKHKG", []), ("customer=CUST-2&need=UNROUTED", []),
            ] as [(String, [String])] {
                #expect(try await Self.pages(service, "/v1/repository/cargos?\(query)", "trackingId") == [ids], "\(query)")
            }
            for (query, code) in [
                ("need=unrouted", "shape_invalid"), ("reference=MSKU1234565", "reference_type_invalid"),
                ("reference=CONTAINER:", "reference_invalid"), ("reference=CONTAINER:MSKU1234564", "reference_invalid"),
                ("reference=:MSKU1234565", "reference_type_invalid"), ("at=HKG", "un_locode_invalid"), ("customer=", "customer_id_invalid"),
                ("voyage=V100&voyage=V200", "shape_invalid"), ("place=HKHKG", "shape_invalid"),
            ] {
                let answer = try await service.send("GET", "/v1/repository/cargos?\(query)", as: TestService.service)
                #expect(answer.status == 422 && answer.text.contains(#""code":"\#(code)""#), "\(query): \(answer.text)")
            }
        }
    }

    @Test("REP-1: a customer's cargos are paged by tracking id, at most 1000 a page")
    func cargosOfCustomer() async throws {
        let path = "/v1/repository/cargos?customer=CUST-1"
        try await TestService.run { service in
            for place in 0..<5 { try await service.store.cargos.save(.stub("PAGE-\(place)")).get() }
            try await service.store.cargos.save(.stub("PAGE-2A", customer: "CUST-2")).get()
            let two = try await Self.pages(service, path + "&limit=2", "trackingId")
            #expect(two == [["PAGE-0", "PAGE-1"], ["PAGE-2", "PAGE-3"], ["PAGE-4"]])
            #expect(try await Self.pages(service, path + "&limit=5", "trackingId").map(\.count) == [5])
            #expect(try await Self.pages(service, path + "&after=PAGE-2A", "trackingId") == [["PAGE-3", "PAGE-4"]])
            for query in ["&limit=0", "&limit=1001", "&after=", "&x=1"] {
                #expect(try await service.send("GET", path + query, as: TestService.service).status == 422, "\(query)")
            }
        }
    }

    @Test("REP-7: voyage changes are paged by number; a save during paging appears after the first page's position")
    func voyageChanges() async throws {
        let path = "/v1/repository/voyage-changes"
        try await TestService.run { service in
            for number in ["V3", "V1", "V2"] { try await service.store.voyages.save(.stub(number)).get() }
            let first = try await service.send("GET", path + "?since=0&limit=2", as: TestService.service)
            guard case .integer(let position)? = try first.json["position"] else {
                Issue.record("\(first.text)")
                return
            }
            #expect(try first.json["next"]?.asText == "V2")
            try await service.store.voyages.save(.stub("V0")).get()
            let pages = try await Self.pages(service, path + "?since=0&limit=2&after=V2", "voyageNumber")
            #expect(pages == [["V3"]])
            let later = try await Self.pages(service, path + "?since=\(position)", "voyageNumber")
            #expect(later == [["V0"]])
            for query in ["", "?after=3", "?since=-1", "?since=x", "?since=9007199254740992", "?since=0&limit=1001", "?since=0&since=1"] {
                #expect(try await service.send("GET", path + query, as: TestService.service).status == 422, "\(query)")
            }
        }
    }

    // MARK: The description

    @Test func `the responses of the repository API match their schemas`() async throws {
        let document = try TestService.description
        try await TestService.run { service in
            let event = HandlingEvent.stub()
            try await service.store.cargos.save(.stub()).get()
            try await service.store.voyages.save(.stub()).get()
            try await service.store.locations.save([.stub()]).get()
            let cargo = try await service.store.cargos.findByTrackingId(.stub()).get()
            let handled = try cargo.derivingDeliveryProgress(from: .stub(event))
            try await service.store.handlingUnitOfWork.save(event, after: .empty(of: .stub()), with: handled).get()
            let key = "/v1/repository/booking-reservation"
            let reserved = try await service.send(
                "PUT",
                key + "?key=order-1",
                BookingReservation.stub().canonicalText,
                as: TestService.service
            )
            #expect(reserved.status == 200)
            let drawn = try await service.send("POST", "/v1/repository/tracking-ids", as: TestService.service)
            #expect(drawn.status == 200)
            for (path, template) in [
                ("/v1/repository/cargos?limit=1", "/v1/repository/cargos"), (Self.path, "/v1/repository/cargos/{trackingId}"),
                (Self.path + "/handling-events", "/v1/repository/cargos/{trackingId}/handling-events"),
                ("/v1/repository/voyages", "/v1/repository/voyages"),
                ("/v1/repository/voyages-by-number?numbers=V100", "/v1/repository/voyages-by-number"),
                ("/v1/repository/voyages/V100", "/v1/repository/voyages/{voyageNumber}"),
                ("/v1/repository/voyage-changes?since=0&limit=1", "/v1/repository/voyage-changes"),
                ("/v1/repository/locations", "/v1/repository/locations"),
                ("/v1/repository/locations/HKHKG", "/v1/repository/locations/{unLocode}"),
                ("/v1/repository/events", "/v1/repository/events"),
                (key + "?key=order-1", key), (key + "?key=order-2", key),
            ] {
                let answer = try await service.send("GET", path, as: TestService.service)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                let content = document["paths"]?[template]?["get"]?["responses"]?["200"]?["content"]?["application/json"]
                let schema = try #require(content?["schema"], "\(path)")
                #expect(JSONSchema.faults(of: try answer.json, schema, in: document, at: path).isEmpty, "\(answer.text)")
            }
        }
    }

    @Test(arguments: ["", "?key=", "?key=a&key=b", "?key=a&x=b", "?x=a", "?key=a%20b", "?key=%C3%A4"])
    func `a reservation requires exactly one valid key`(query: String) async throws {
        try await TestService.run { service in
            let answer = try await service.send("GET", "/v1/repository/booking-reservation" + query, as: TestService.service)
            #expect(answer.status == 422, "\(answer.text)")
        }
    }
}
