import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// The read API of DCSA Track and Trace 2.2.
struct DCSATests {
    /// Books, routes, receives, loads and clears a cargo, then claims it at the wrong place.
    private static func life(_ service: TestService) async throws {
        try await service.prepare()
        try await service.book()
        _ = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
        let batch = """
            completion_time,tracking_id,type,un_locode,voyage_number
            2026-01-05T00:00:00Z,ABC123,RECEIVE,HKHKG,
            2026-01-06T00:00:00Z,ABC123,LOAD,HKHKG,V100
            2026-01-07T00:00:00Z,ABC123,UNLOAD,SESTO,V100
            2026-01-08T00:00:00Z,ABC123,CUSTOMS,SESTO,
            2026-01-09T00:00:00Z,ABC123,CLAIM,SESTO,

            """
        _ = try await service.send("POST", "/v1/handling-events", batch, headers: ["Content-Type": "text/csv"])
        _ = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: "DEF456"))
    }

    private static func codes(_ answer: Answer) throws -> [String] {
        (try answer.json.asList ?? []).map { event in
            let code = event["shipmentEventTypeCode"] ?? event["transportEventTypeCode"] ?? event["equipmentEventTypeCode"]
            let document = event["documentTypeCode"]?.asText.map { "/" + $0 } ?? ""
            let call = event["transportCall"]?["transportCallID"]?.asText.map { " " + $0 } ?? ""
            return
                "\(event["eventType"]?.asText ?? "")\(document)/\(code?.asText ?? "") \(event["eventClassifierCode"]?.asText ?? "")\(call)"
        }
    }

    @Test func `the events of a cargo are mapped to the standard's codes`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            let answer = try await service.send("GET", "/v2/events?carrierBookingReference=ABC123")
            #expect(
                try Self.codes(answer) == [
                    "SHIPMENT/BKG/RECE ACT", "SHIPMENT/BKG/CONF ACT", "TRANSPORT/DEPA PLN HKHKG-V100", "TRANSPORT/ARRI PLN SESTO-V100",
                    "EQUIPMENT/GTIN ACT HKHKG", "EQUIPMENT/LOAD ACT HKHKG-V100", "EQUIPMENT/DISC ACT SESTO-V100", "SHIPMENT/CUS/RELS ACT",
                    "EQUIPMENT/GTOT ACT SESTO",
                ]
            )
            #expect(answer["api-version"] == "2.2.0")
            #expect(answer["next-page"] == nil)
        }
    }

    /// The members that DCSA_TNT 2.2.0 requires, by event type.
    private static let required = [
        "SHIPMENT": [
            "eventCreatedDateTime", "eventType", "eventClassifierCode", "eventDateTime", "shipmentEventTypeCode", "documentID",
            "documentTypeCode",
        ],
        "TRANSPORT": [
            "eventCreatedDateTime", "eventType", "eventClassifierCode", "eventDateTime", "transportEventTypeCode", "transportCall",
        ],
        "EQUIPMENT": [
            "eventCreatedDateTime", "eventType", "eventClassifierCode", "eventDateTime", "equipmentEventTypeCode", "emptyIndicatorCode",
            "transportCall",
        ],
    ]

    @Test func `every event has the required fields and a unique, stable id`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            let answer = try await service.send("GET", "/v2/events")
            let events = try #require(try answer.json.asList)
            #expect(events.count == 11)
            for event in events {
                for name in try #require(Self.required[event["eventType"]?.asText ?? ""]) { #expect(event[name] != nil, "\(name)") }
                if let call = event["transportCall"] {
                    #expect(call["transportCallID"] != nil)
                    #expect(["VESSEL", "TRUCK"].contains(call["modeOfTransport"]?.asText ?? ""))
                }
                // A document's status changes when it is reported.
                if event["documentTypeCode"] != nil { #expect(event["eventDateTime"] == event["eventCreatedDateTime"]) }
                let id = try #require(event["eventID"]?.asText)
                #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
            }
            #expect(Set(events.compactMap { $0["eventID"]?.asText }).count == 11)
            let seen3 = try await service.send("GET", "/v2/events").text
            #expect(seen3 == answer.text)
        }
    }

    @Test(
        arguments: [
            ("eventType=TRANSPORT", ["TRANSPORT/DEPA PLN HKHKG-V100", "TRANSPORT/ARRI PLN SESTO-V100"]),
            ("shipmentEventTypeCode=RELS,DRFT", ["SHIPMENT/CUS/RELS ACT"]),
            ("documentTypeCode=CUS", ["SHIPMENT/CUS/RELS ACT"]),
            ("transportEventTypeCode=ARRI", ["TRANSPORT/ARRI PLN SESTO-V100"]),
            ("equipmentEventTypeCode=GTIN,GTOT", ["EQUIPMENT/GTIN ACT HKHKG", "EQUIPMENT/GTOT ACT SESTO"]),
            ("UNLocationCode=hkhkg&eventType=EQUIPMENT", ["EQUIPMENT/GTIN ACT HKHKG", "EQUIPMENT/LOAD ACT HKHKG-V100"]),
            ("transportCallID=SESTO-V100&exportVoyageNumber=V100&eventType=EQUIPMENT", ["EQUIPMENT/DISC ACT SESTO-V100"]),
            ("shipmentEventTypeCode=RECE&equipmentEventTypeCode=GTIN", []), ("vesselIMONumber=9321483", []),
            ("equipmentReference=APZU4812090", []), ("carrierBookingReference=NONE99", []),
            ("carrierBookingReference=ABC123&eventCreatedDateTime:lt=2026-01-10T12:00:00Z", []),
            (
                "carrierBookingReference=ABC123&eventType=TRANSPORT&eventCreatedDateTime:gte=2026-01-10T13:00:00%2B01:00&transportEventTypeCode=DEPA",
                ["TRANSPORT/DEPA PLN HKHKG-V100"]
            ),
        ] as [(String, [String])]
    )
    func `filters are combined with AND`(query: String, expected: [String]) async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            #expect(try Self.codes(try await service.send("GET", "/v2/events?" + query)) == expected)
        }
    }

    @Test func `pages of any size add up to the same events`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            let whole = try await service.send("GET", "/v2/events").json.asList
            for limit in [1, 2, 3, 9, 10, 11, 1000] {
                var events: [Input] = []
                var cursor: String?
                repeat {
                    let page = try await service.send("GET", "/v2/events?limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
                    let part = try #require(try page.json.asList)
                    #expect(part.count <= limit)
                    events += part
                    cursor = page["next-page"]
                } while cursor != nil
                #expect(events == whole, "\(limit)")
            }
        }
    }

    @Test func `the first request reads a limited number of events, and the rest is read in the background`() async throws {
        let feed = CountingFeed()
        let maximum = DCSALog.maximumPages * DCSALog.pageSize
        let count = 3 * maximum
        try await TestService.run(over: { feed.counting($0) }) { (service: TestService) async throws in
            for number in 0..<count { try await service.store.cargos.save(.stub("ABC\(number)")).get() }
            feed.holdAfter(maximum)
            let first = try await service.send("GET", "/v2/events?limit=1")
            #expect(first.status == 503)
            #expect(try first.reasons == ["index_unfinished"])
            #expect(first["retry-after"] == "2")
            #expect(feed.given == maximum)
            feed.release()
            var answer = first
            while answer.status == 503 { answer = try await service.send("GET", "/v2/events?carrierBookingReference=ABC\(count - 1)") }
            #expect(try Self.codes(answer) == ["SHIPMENT/BKG/RECE ACT", "SHIPMENT/BKG/CONF ACT"])
            #expect(feed.given == count)
        }
    }

    @Test func `the paging headers lead through all pages, and need no other parameter`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            let path = "/v2/events?sort=eventDateTime:DESC&limit=4"
            let first = try await service.send("GET", path)
            #expect(first["prev-page"] == nil)
            let next = try #require(first["next-page"])
            let second = try await service.send("GET", "/v2/events?cursor=\(next)")
            #expect(second["current-page"] == next)
            #expect(try second.json.asList?.count == 4)
            let back = try await service.send("GET", "/v2/events?cursor=\(try #require(second["prev-page"]))")
            #expect(back.text == first.text)
            for page in ["current-page", "first-page"] {
                #expect(try await service.send("GET", "/v2/events?cursor=\(try #require(first[page]))").text == first.text, "\(page)")
            }
            let last = try await service.send("GET", "\(path)&cursor=\(try #require(first["last-page"]))")
            #expect(last["next-page"] == nil)
            #expect(try Self.codes(last).last == "EQUIPMENT/GTIN ACT HKHKG")
            let other = try await service.send("GET", "/v2/events?sort=eventDateTime&cursor=\(next)")
            #expect(other.status == 422)
        }
    }

    @Test func `an event is found by its id`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            let events = try #require(try await service.send("GET", "/v2/events").json.asList)
            for event in events {
                let id = try #require(event["eventID"]?.asText)
                let one = try await service.send("GET", "/v2/events/\(id)")
                #expect(try one.json == event)
                #expect(one["api-version"] == "2.2.0")
            }
            for id in ["0f1e2d3c-4b5a-8978-8675-64534231201f", "x"] {
                let answer = try await service.send("GET", "/v2/events/\(id)")
                #expect(answer.status == 404)
                #expect(try answer.reasons == ["not_found"])
            }
        }
    }

    @Test func `a new schedule is an estimate until the leg is done, and a new route replaces the plan`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await service.prepare()
            try await service.book()
            _ = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            func transports() async throws -> [String] {
                let events = try await service.send("GET", "/v2/events?eventType=TRANSPORT&UNLocationCode=SESTO").json.asList ?? []
                return events.map { "\($0["eventClassifierCode"]?.asText ?? "") \($0["eventDateTime"]?.asText?.prefix(10) ?? "")" }
            }
            func reschedule(arriving day: String) async throws {
                let later = TestService.schedule.replacing("2026-02-10", with: day)
                let answer = try await service.send("PUT", "/v1/voyages/V100", later, as: TestService.admin)
                #expect(answer.status == 200, "\(answer.text)")
            }
            #expect(try await transports() == ["PLN 2026-02-10"])
            try await reschedule(arriving: "2026-02-12")
            #expect(try await transports() == ["PLN 2026-02-10", "EST 2026-02-12"])
            try await reschedule(arriving: "2026-02-12")
            #expect(try await transports().count == 2)
            try await reschedule(arriving: "2026-02-10")
            #expect(try await transports() == ["PLN 2026-02-10", "EST 2026-02-12", "EST 2026-02-10"])
            let batch = """
                completion_time,tracking_id,type,un_locode,voyage_number
                2026-01-06T00:00:00Z,ABC123,LOAD,HKHKG,V100
                2026-01-07T00:00:00Z,ABC123,UNLOAD,SESTO,V100

                """
            _ = try await service.send("POST", "/v1/handling-events", batch, headers: ["Content-Type": "text/csv"])
            try await reschedule(arriving: "2026-02-13")
            #expect(try await transports().count == 3)
        }
    }

    @Test func `a cancelled booking is void until it is confirmed again, and retracted handling is gone`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await service.prepare()
            try await service.book()
            _ = try await service.send("PUT", "/v1/cargos/ABC123/cancellation", #"{"reason":"Sold"}"#, headers: ["If-Match": "*"])
            _ = try await service.send("DELETE", "/v1/cargos/ABC123/cancellation", headers: ["If-Match": "*"])
            let received = #"{"completionTime":"2026-01-05T00:00:00.000Z","location":"HKHKG","trackingId":"ABC123","type":"RECEIVE"}"#
            _ = try await service.send("POST", "/v1/handling-events", received)
            let whole = ["SHIPMENT/BKG/RECE ACT", "SHIPMENT/BKG/CONF ACT", "SHIPMENT/BKG/VOID ACT", "SHIPMENT/BKG/CONF ACT"]
            #expect(try Self.codes(try await service.send("GET", "/v2/events")) == whole + ["EQUIPMENT/GTIN ACT HKHKG"])
            let name = "2026-01-05T00:00:00.000Z_RECEIVE_HKHKG"
            let path = "/v1/cargos/ABC123/handling-events/\(name)"
            #expect(try await service.send("DELETE", path, #"{"reason":"Wrong box"}"#).status == 200)
            #expect(try Self.codes(try await service.send("GET", "/v2/events")) == whole)
        }
    }

    @Test func `events name the cargo's container and documents, and are found by them`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            for (type, value) in [
                ("CONTAINER", "MSKU1234565"), ("BOOKING", "ABC709951"), ("BILL_OF_LADING", "BL-77"), ("CUSTOMER", "Order 5"),
            ] {
                let body = #"{"type":"\#(type)","value":"\#(value)"}"#
                let answer = try await service.send("POST", "/v1/cargos/ABC123/references", body)
                #expect(answer.status < 300, "\(answer.text)")
            }
            let one = try await service.send("GET", "/v2/events?equipmentEventTypeCode=LOAD")
            let event = try #require(try one.json.asList?.first)
            #expect(event["equipmentReference"] == "MSKU1234565")
            #expect(
                event["documentReferences"] == [
                    ["documentReferenceType": "BKG", "documentReferenceValue": "ABC123"],
                    ["documentReferenceType": "TRD", "documentReferenceValue": "BL-77"],
                    ["documentReferenceType": "BKG", "documentReferenceValue": "ABC709951"],
                ]
            )
            #expect(
                event["references"] == [
                    ["referenceType": "EQ", "referenceValue": "MSKU1234565"], ["referenceType": "CR", "referenceValue": "Order 5"],
                ]
            )
            for query in [
                "equipmentReference=MSKU1234565", "carrierBookingReference=ABC709951", "bookingReference=ABC709951",
                "transportDocumentReference=BL-77",
            ] {
                #expect(try await service.send("GET", "/v2/events?" + query).json.asList?.count == 9, "\(query)")
            }
        }
    }

    @Test func `events name the equipment of a cargo without a container, and are found by it`() async throws {
        try await TestService.run { (service: TestService) async throws in
            try await Self.life(service)
            let body = #"{"type":"EQUIPMENT","value":"BOX 7/1"}"#
            #expect(try await service.send("POST", "/v1/cargos/ABC123/references", body).status < 300)
            let second = try await service.send("POST", "/v1/cargos/ABC123/references", #"{"type":"CONTAINER","value":"MSKU1234565"}"#)
            #expect(second.status == 409)
            #expect(try second.json["code"] == "container_already_assigned")
            let one = try await service.send("GET", "/v2/events?equipmentEventTypeCode=LOAD&equipmentReference=BOX%207%2F1")
            let event = try #require(try one.json.asList?.first)
            #expect(event["equipmentReference"] == "BOX 7/1")
            #expect(event["references"] == [["referenceType": "EQ", "referenceValue": "BOX 7/1"]])
            #expect(try await service.send("GET", "/v2/events?equipmentReference=BOX%207%2F2").json.asList == [])
        }
    }

    @Test(arguments: [
        ("/v2/events?limit=0", 422), ("/v2/nothing", 404), ("/v2/events/%", 400),
    ])
    func `every answer names the version, and every error has the standard's form`(path: String, status: Int) async throws {
        try await TestService.run { (service: TestService) async throws in
            let answer = try await service.send("GET", path, headers: ["Accept": "text/html"])
            #expect(answer.status == status)
            #expect(answer["api-version"] == "2.2.0")
            #expect(answer["content-type"]?.hasPrefix("application/json") == true)
            let error = try answer.json
            #expect(error["statusCode"] == .integer(Int64(status)))
            #expect(error["requestUri"] == .text(path))
            #expect(error["httpMethod"] == "GET")
            #expect(error["errorDateTime"] != nil && error["statusCodeText"] != nil)
            #expect(error["errors"]?.asList?.isEmpty == false)
            #expect(try await service.send("GET", "/v2/events", as: nil)["api-version"] == "2.2.0")
            #expect(try await service.send("GET", "/v1/events")["api-version"] == nil)
        }
    }

    @Test(arguments: [
        "eventType=SHIP", "limit=0", "limit=x", "cursor=!", "eventCreatedDateTime=yesterday", "sort=vesselIMONumber",
        "sort=eventDateTime,eventDateTime:DESC", "sort=eventDateTime:UP", "transportDocumentID=1",
        "eventType=SHIPMENT&eventType=TRANSPORT",
    ])
    func `an invalid parameter is reported by name`(query: String) async throws {
        try await TestService.run { (service: TestService) async throws in
            let answer = try await service.send("GET", "/v2/events?" + query)
            #expect(answer.status == 422)
            let name = String(query.prefix { $0 != "=" })
            #expect(try answer.json["errors"]?.asList?.first?["message"]?.asText == "The parameter \(name) is invalid.", "\(answer.text)")
        }
    }
}

extension Answer {
    /// The codes of an error in the form of the standard.
    fileprivate var reasons: [String] {
        get throws { (try json["errors"]?.asList ?? []).compactMap { $0["reason"]?.asText } }
    }
}
