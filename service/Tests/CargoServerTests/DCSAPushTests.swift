import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire
import Testing

@testable import CargoServer

/// Events of DCSA Track and Trace 2.2 that a carrier pushes.
struct DCSAPushTests {
    static let secret = Array("0123456789abcdef-of-a-carrier".utf8)
    private static let carrierToken = "carrier-secret-0123456789-abcdef"

    private static func run(_ body: @escaping @Sendable (TestService) async throws -> Void) async throws {
        var settings = TestService.settings
        settings.access.carriers = [
            try CarrierKey(name: "other", secret: Array("another carrier's secret".utf8)), try CarrierKey(name: "maersk", secret: secret),
        ]
        settings.access.tokens.append(try AccessToken(role: .carrier, secret: carrierToken))
        try await TestService.run(settings) { (service: TestService) async throws in
            try await service.prepare()
            try await book("ABC123", in: service)
            try await refer("ABC123", "CONTAINER", "MSKU1234565", in: service)
            try await body(service)
        }
    }

    private static func book(_ id: String, in service: TestService) async throws {
        let booked = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: id))
        #expect(booked.status == 201)
        let routed = try await service.send("PUT", "/v1/cargos/\(id)/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
        #expect(routed.status == 200)
    }

    private static func refer(_ id: String, _ type: String, _ value: String, in service: TestService) async throws {
        let answer = try await service.send("POST", "/v1/cargos/\(id)/references", #"{"type":"\#(type)","value":"\#(value)"}"#)
        #expect(answer.status == 200)
    }

    /// An event of a container.
    private static func event(
        _ code: String,
        _ place: String,
        hour: Int,
        voyage: String? = nil,
        id: String? = nil,
        container: String? = "MSKU1234565",
        more: String = #""emptyIndicatorCode":"LADEN""#
    ) -> String {
        let call = voyage.map { #","exportVoyageNumber":"\#($0)""# } ?? ""
        let box = container.map { #""equipmentReference":"\#($0)","# } ?? ""
        return """
            {\(box)\(more),"equipmentEventTypeCode":"\(code)","eventClassifierCode":"ACT","eventCreatedDateTime":"2026-01-10T00:00:00Z",\
            "eventDateTime":"2026-01-05T0\(hour):00:00+01:00","eventID":"\(id ?? "\(code)-\(place)-\(hour)")","eventType":"EQUIPMENT",\
            "transportCall":{"UNLocationCode":"\(place)","modeOfTransport":"VESSEL","transportCallID":"1"\(call)},"seals":[]}
            """
    }

    static func signature(_ body: String, key: [UInt8] = secret) -> String {
        "sha256=" + SHA256.authenticationCode(Array(body.utf8), key: key).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Pushes events as a carrier with the right signature.
    private static func push(_ events: [String], to service: TestService) async throws -> Answer {
        let body = "[" + events.joined(separator: ",") + "]"
        return try await service.send("POST", "/v2/events", body, as: nil, headers: ["Notification-Signature": signature(body)])
    }

    private static func history(_ id: String, in service: TestService) async throws -> [String] {
        let events = try await service.send("GET", "/v1/cargos/\(id)/handling-events").json["handlingEvents"]?.asList ?? []
        return events.map { "\($0["type"]?.asText ?? "") \($0["location"]?.asText ?? "") \($0["voyageNumber"]?.asText ?? "-")" }
    }

    /// The outcomes and the codes of an answer.
    private static func results(_ answer: Answer) throws -> [String] {
        try answer.json.asList?.map { [$0["result"]?.asText, $0["code"]?.asText].compactMap(\.self).joined(separator: " ") } ?? []
    }

    private static let journey = [
        event("GTIN", "HKHKG", hour: 1), event("LOAD", "HKHKG", hour: 2, voyage: "V100"), event("DISC", "SESTO", hour: 3, voyage: "V100"),
        event("GTOT", "SESTO", hour: 4),
    ]
    private static let handled = ["RECEIVE HKHKG -", "LOAD HKHKG V100", "UNLOAD SESTO V100", "CLAIM SESTO -"]

    @Test func `a carrier's events register handling, and pushing them again changes nothing`() async throws {
        try await Self.run { (service: TestService) async throws in
            let first = try await Self.push(Self.journey, to: service)
            #expect(first.status == 204)
            #expect(first["api-version"] == "2.2.0")
            #expect(try await Self.history("ABC123", in: service) == Self.handled)
            #expect(try await Self.push(Self.journey, to: service).status == 204)
            #expect(try await Self.history("ABC123", in: service) == Self.handled)
        }
    }

    @Test(arguments: [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]])
    func `the order of the events doesn't matter`(order: [Int]) async throws {
        try await Self.run { (service: TestService) async throws in
            for index in order { #expect(try await Self.push([Self.journey[index]], to: service).status == 204) }
            #expect(try await Self.history("ABC123", in: service) == Self.handled)
        }
    }

    @Test func `gates on the way, empty containers, plans and other events register nothing`() async throws {
        try await Self.run { (service: TestService) async throws in
            let ignored = [
                Self.event("GTOT", "USNYC", hour: 5), Self.event("GTIN", "USNYC", hour: 6), Self.event("STUF", "HKHKG", hour: 0),
                Self.event("GTOT", "SESTO", hour: 7, more: #""emptyIndicatorCode":"EMPTY""#),
                Self.event("DISC", "USNYC", hour: 7, voyage: "V100").replacing(#""ACT""#, with: #""EST""#),
                #"{"eventType":"SHIPMENT","eventClassifierCode":"ACT"}"#,
            ]
            #expect(try await Self.push([Self.journey[0]] + ignored, to: service).status == 204)
            #expect(try await Self.history("ABC123", in: service) == ["RECEIVE HKHKG -"])
        }
    }

    private static func call(
        _ code: String,
        _ place: String,
        _ classifier: String,
        at time: String,
        voyage: String,
        created: String = "2026-01-02T00:00:00Z"
    ) -> String {
        """
        {"eventType":"TRANSPORT","eventClassifierCode":"\(classifier)","transportEventTypeCode":"\(code)","eventDateTime":"\(time)",\
        "eventCreatedDateTime":"\(created)","eventID":"1","transportCall":{"UNLocationCode":"\(place)",\(voyage)}}
        """
    }

    @Test func `port calls become reports of the carrier's own voyage, by its number for it, in any order`() async throws {
        try await Self.run { (service: TestService) async throws in
            let details = #"{"details":{"carrier":"MAERSK","carrierVoyageNumbers":["052W"]}}"#
            #expect(try await service.send("PUT", "/v1/voyages/V100/details", details).status == 200)
            let late = Self.call("DEPA", "HKHKG", "EST", at: "2026-01-09T00:00:00Z", voyage: #""carrierExportVoyageNumber":"052W""#)
            #expect(try await Self.push([late], to: service).status == 204)
            let old = Self.call(
                "DEPA",
                "HKHKG",
                "PLN",
                at: "2026-01-08T00:00:00Z",
                voyage: #""exportVoyageNumber":"V100""#,
                created: "2026-01-01T00:00:00Z"
            )
            #expect(try await Self.push([old], to: service).status == 204)
            let reports = try await service.send("GET", "/v1/voyages/V100").json["reports"]?.asList ?? []
            #expect(reports.map { $0["time"]?.asText } == ["2026-01-09T00:00:00.000Z"])
            #expect(reports.map { $0["status"]?.asText } == ["ESTIMATED"])
        }
    }

    @Test func `a port call is kept if the voyage isn't known or doesn't call there`() async throws {
        try await Self.run { (service: TestService) async throws in
            let unknown = Self.call("ARRI", "SESTO", "EST", at: "2026-01-09T00:00:00Z", voyage: #""importVoyageNumber":"NONE""#)
            let elsewhere = Self.call("ARRI", "HKHKG", "EST", at: "2026-01-09T00:00:00Z", voyage: #""importVoyageNumber":"V100""#)
            let nameless = Self.call("ARRI", "SESTO", "EST", at: "2026-01-09T00:00:00Z", voyage: #""modeOfTransport":"VESSEL""#)
            let answer = try await Self.push([unknown, elsewhere, nameless], to: service)
            #expect(
                try Self.results(answer) == ["kept voyage_not_found", "kept refused", "kept voyage_not_found"]
            )
        }
    }

    @Test func `a hold and its release reach the cargo`() async throws {
        try await Self.run { (service: TestService) async throws in
            func shipment(_ code: String) -> String {
                """
                {"eventType":"SHIPMENT","eventClassifierCode":"ACT","shipmentEventTypeCode":"\(code)","documentTypeCode":"CUS",\
                "reason":"Inspection","eventDateTime":"2026-01-05T00:00:00Z",\
                "documentReferences":[{"documentReferenceType":"BKG","documentReferenceValue":"ABC123"}]}
                """
            }
            #expect(try await Self.push([shipment("HOLD")], to: service).status == 204)
            let held = try await service.send("GET", "/v1/cargos/ABC123/tracking").json["holds"]?.asList
            #expect(held?.first?["type"]?.asText == "CUSTOMS")
            #expect(held?.first?["reason"]?.asText == "Inspection")
            #expect(try await Self.push([shipment("RELS")], to: service).status == 204)
            #expect(try await service.send("GET", "/v1/cargos/ABC123/tracking").json["holds"] == nil)
        }
    }

    @Test func `members without a value may be null, and members of the carrier's own hold any number`() async throws {
        try await Self.run { (service: TestService) async throws in
            let more = #""emptyIndicatorCode":"LADEN","documentReferences":null,"facilityCode":null,"weight":{"unit":"t","value":21.5e0}"#
            let loaded = Self.event("LOAD", "HKHKG", hour: 2, voyage: "V100", more: more)
            #expect(try await Self.push([Self.journey[0], loaded], to: service).status == 204)
            #expect(try await Self.history("ABC123", in: service) == ["RECEIVE HKHKG -", "LOAD HKHKG V100"])
            let placeless = Self.event("DISC", "SESTO", hour: 3, voyage: "V100").replacing(#""SESTO""#, with: "null")
            #expect(try Self.results(await Self.push([placeless], to: service)) == ["kept member_invalid"])
            #expect(try await Self.push(["null"], to: service).status == 204)
        }
    }

    @Test func `each event stands for itself, and those that can't be applied are kept, with the reason`() async throws {
        try await Self.run { (service: TestService) async throws in
            let answer = try await Self.push(
                [
                    Self.event("GTIN", "HKHKG", hour: 1, id: "unknown", container: "CSQU3054383"), Self.journey[0],
                    Self.event("GTIN", "HKHKG", hour: 1, container: "MSKU1234566"), Self.event("LOAD", "HKHKG", hour: 2),
                    Self.event("LOAD", "HKHKG", hour: 2, voyage: "V404"), Self.event("GTIN", "Rome", hour: 1), "7",
                    #"{"eventType":"OPERATIONS"}"#,
                    Self.event("GTIN", "HKHKG", hour: 1, container: nil),
                    Self.event("DISC", "HKHKG", hour: 1).replacing("2026-01", with: "2027-01"),
                ],
                to: service
            )
            #expect(answer.status == 200)
            #expect(
                try Self.results(answer) == [
                    "kept cargo_not_found", "added", "kept cargo_not_found", "kept voyage_not_found", "kept voyage_not_found",
                    "kept location_not_found", "kept member_invalid", "ignored no_handling", "kept cargo_not_found", "kept outside_journey",
                ]
            )
            #expect(try answer.json.asList?.first?["eventID"] == "unknown")
            #expect(try answer.json.asList?[5]["subject"] == "Rome")
            #expect(try await Self.history("ABC123", in: service) == ["RECEIVE HKHKG -"])
        }
    }

    @Test func `the documents decide between cargos in the same container, and then their state`() async throws {
        try await Self.run { (service: TestService) async throws in
            try await Self.book("DEF456", in: service)
            try await Self.refer("DEF456", "CONTAINER", "MSKU1234565", in: service)
            try await Self.refer("DEF456", "BILL_OF_LADING", "BL-77", in: service)
            let ambiguous = try await Self.push([Self.journey[0]], to: service)
            #expect(try Self.results(ambiguous) == ["kept cargo_ambiguous"])
            func document(_ type: String, _ value: String) -> String {
                #""documentReferences":[{"documentReferenceType":"\#(type)","documentReferenceValue":"\#(value)"}]"#
            }
            let named = [("TRD", "BL-77", "DEF456"), ("BKG", "ABC123", "ABC123")]
            for (type, value, id) in named {
                let event = Self.event("GTIN", "HKHKG", hour: 1, more: document(type, value))
                #expect(try await Self.push([event], to: service).status == 204)
                #expect(try await Self.history(id, in: service) == ["RECEIVE HKHKG -"])
            }
            _ = try await Self.push(
                Self.journey.map { $0.replacing(#""emptyIndicatorCode":"LADEN""#, with: document("BKG", "ABC123")) },
                to: service
            )
            #expect(try await Self.history("ABC123", in: service) == Self.handled)
            // ABC123 is claimed, so the container now means DEF456.
            #expect(try await Self.push([Self.journey[1]], to: service).status == 204)
            #expect(try await Self.history("DEF456", in: service) == Array(Self.handled[..<2]))
        }
    }

    @Test func `an event that a clerk retracted stays retracted when the carrier sends it again`() async throws {
        try await Self.run { (service: TestService) async throws in
            #expect(try await Self.push([Self.journey[0]], to: service).status == 204)
            let path = "/v1/cargos/ABC123/handling-events/2026-01-05T00:00:00.000Z_RECEIVE_HKHKG"
            #expect(try await service.send("DELETE", path, #"{"reason":"Wrong box"}"#).status == 200)
            #expect(try await Self.push([Self.journey[0]], to: service).status == 204)
            #expect(try await Self.history("ABC123", in: service).isEmpty)
        }
    }

    @Test func `only a right signature or a token with the permission may push`() async throws {
        try await Self.run { (service: TestService) async throws in
            let body = "[\(Self.journey[0])]"
            let right = Self.signature(body)
            for (field, code) in [
                (Self.signature(body, key: Array("a wrong secret of a carrier".utf8)), "signature_invalid"),
                (Self.signature(body + " "), "signature_invalid"), ("sha1=" + right.dropFirst(7), "signature_invalid"),
                (String(right.dropLast()), "signature_invalid"), (right + "0", "signature_invalid"), ("", "signature_invalid"),
                ("\(right), \(right)", "signature_invalid"),
            ] {
                let answer = try await service.send("POST", "/v2/events", body, as: nil, headers: ["Notification-Signature": field])
                #expect(answer.status == 401, "\(field)")
                #expect(try answer.json["errors"]?.asList?.first?["reason"]?.asText == code)
                // A token doesn't make up for a wrong signature.
                let clerk = try await service.send("POST", "/v2/events", body, headers: ["Notification-Signature": field])
                #expect(clerk.status == 401, "\(field)")
            }
            #expect(try await service.send("POST", "/v2/events", body, as: nil).status == 401)
            #expect(try await service.send("POST", "/v2/events", body, as: TestService.viewer).status == 403)
            #expect(try await Self.history("ABC123", in: service).isEmpty)
            for token in [Self.carrierToken, TestService.clerk] {
                #expect(try await service.send("POST", "/v2/events", body, as: token).status == 204)
            }
            #expect(try await service.send("GET", "/v2/events", as: Self.carrierToken).status == 403)
            #expect(try await service.send("GET", "/v1/cargos/ABC123", as: Self.carrierToken).status == 403)
        }
    }

    @Test func `a body that isn't a list of at most 1,000 events is refused as a whole`() async throws {
        try await Self.run { (service: TestService) async throws in
            for (body, status) in [
                ("{}", 422), ("[", 400), ("[null]", 204), ("[" + Array(repeating: "1", count: 1001).joined(separator: ",") + "]", 413),
            ] {
                let answer = try await service.send(
                    "POST",
                    "/v2/events",
                    body,
                    as: nil,
                    headers: ["Notification-Signature": Self.signature(body)]
                )
                #expect(answer.status == status, "\(body.prefix(20))")
            }
        }
    }

    @Test func `a carrier can check its callback, and others learn nothing from that`() async throws {
        try await Self.run { (service: TestService) async throws in
            let answer = try await service.send("HEAD", "/v2/events", as: nil)
            #expect(answer.status == 204)
            #expect(answer["api-version"] == "2.2.0")
            #expect(answer["current-page"] == nil)
            #expect(try await service.send("HEAD", "/v2/events").status == 200)
            #expect(try await service.send("PUT", "/v2/events", "{}")["allow"] == "GET, HEAD, POST")
        }
    }

    @Test func `a key's setting is a name and a secret that is hard to guess`() throws {
        let key = try CarrierKey(setting: "maersk:MDEyMzQ1Njc4OWFiY2RlZg==")
        #expect(try key == CarrierKey(name: "maersk", secret: Array("0123456789abcdef".utf8)))
        #expect("\(key)" == "maersk:…")
        for setting in [
            "maersk", ":MDEyMzQ1Njc4OWFiY2RlZg==", "a b:MDEyMzQ1Njc4OWFiY2RlZg==", "maersk:MDEy", "maersk:MDEyMzQ1Njc4OWFiY2RlZg",
            "m:AAAAAAAAAAAAAAAAAAAAAA==",
        ] {
            #expect(throws: ServerSettingsError.self) { try CarrierKey(setting: setting) }
        }
    }
}
