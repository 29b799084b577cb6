#if Server
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
        try await TestService.run { service in
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
        try await TestService.run { service in
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
                if event["documentTypeCode"]?.asText == "BKG" { #expect(event["eventDateTime"] == event["eventCreatedDateTime"]) }
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
        try await TestService.run { service in
            try await Self.life(service)
            #expect(try Self.codes(try await service.send("GET", "/v2/events?" + query)) == expected)
        }
    }

    @Test func `pages of any size add up to the same events`() async throws {
        try await TestService.run { service in
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
        let most = BookingTimes.mostPages * BookingTimes.pageSize
        let count = 3 * most
        try await TestService.run(over: { feed.counting($0) }) { service in
            for number in 0..<count { try await service.store.cargos.save(.stub("ABC\(number)")).get() }
            feed.holdAfter(most)
            let first = try await service.send("GET", "/v2/events?limit=1")
            #expect(first.status == 503)
            #expect(first.code == "index_unfinished")
            #expect(first["retry-after"] == "2")
            #expect(feed.given == most)
            feed.release()
            var answer = first
            while answer.status == 503 { answer = try await service.send("GET", "/v2/events?carrierBookingReference=ABC\(count - 1)") }
            #expect(try Self.codes(answer) == ["SHIPMENT/BKG/RECE ACT", "SHIPMENT/BKG/CONF ACT"])
            #expect(feed.given == count)
        }
    }

    @Test(arguments: [
        "eventType=SHIP", "limit=0", "limit=x", "cursor=!", "eventCreatedDateTime=yesterday", "sort=eventDateTime",
        "eventType=SHIPMENT&eventType=TRANSPORT",
    ])
    func `an invalid parameter is reported by name`(query: String) async throws {
        try await TestService.run { service in
            let answer = try await service.send("GET", "/v2/events?" + query)
            #expect(answer.status == 422)
            #expect(answer.fields.first?.hasPrefix(String(query.prefix { $0 != "=" })) == true, "\(answer.text)")
        }
    }
}
#endif
