import CargoWire
import Testing

@testable import CargoServer

/// Port call reports, details of voyages, and cargos that change voyages, over HTTP.
struct VoyageReportTests {
    private static let late = #"{"end":"ARRIVAL","location":"SESTO","status":"ESTIMATED","time":"2026-02-14T00:00:00.000Z"}"#
    private static let reports = "/v1/voyages/V100/reports"
    private static let details = "/v1/voyages/V100/details"
    private static let rollOver = "/v1/voyages/V100/roll-over"
    private static let substitutions = "/v1/cargos/ABC123/voyage-substitutions"

    /// Runs a test with the cargo ABC123 on voyage V100, and two other voyages that leave Hong Kong a week later.
    static func run(_ settings: ServerSettings = TestService.settings, _ body: @escaping @Sendable (TestService) async throws -> Void)
        async throws
    {
        try await TestService.run(settings) { service in
            try await service.prepare()
            for (number, destination) in [("V200", "SESTO"), ("V300", "USNYC")] {
                let schedule = TestService.schedule.replacing("SESTO", with: destination).replacing("01-20", with: "01-27")
                    .replacing("02-10", with: "02-17")
                #expect(try await service.send("PUT", "/v1/voyages/\(number)", schedule, as: TestService.admin).status == 201)
            }
            try await service.book()
            let routed = try await service.send("PUT", "/v1/cargos/ABC123/itinerary", TestService.itinerary, headers: ["If-Match": "*"])
            try #require(routed.status == 200, "\(routed.text)")
            try await body(service)
        }
    }

    @Test func `a report reaches the voyage and its cargos, and changes nothing the second time`() async throws {
        try await Self.run { service in
            let affected = #"{"arrivalDelay":345600000,"estimatedArrival":"2026-02-14T00:00:00.000Z","isLate":false,"trackingId":"ABC123"}"#
            for isNew in [true, false, false] {
                let answer = try await service.send("POST", Self.reports, Self.late)
                #expect(answer.status == 200)
                #expect(answer.text == #"{"affectedCargos":[\#(affected)],"isNew":\#(isNew),"version":2,"voyageNumber":"V100"}"#)
                #expect(answer["etag"] == "\"2\"")
            }
            let voyage = try await service.send("GET", "/v1/voyages/V100").json
            #expect(voyage["forecast"]?.asList?.first?["arrivalTime"]?.asText == "2026-02-14T00:00:00.000Z")
            #expect(voyage["schedule"]?.asList?.first?["arrivalTime"]?.asText == "2026-02-10T00:00:00.000Z")
            #expect(voyage["reports"]?.asList?.count == 1)
            let tracked = try await service.send("GET", "/v1/cargos/ABC123/tracking").json
            #expect(tracked["estimatedArrival"]?.asText == "2026-02-14T00:00:00.000Z")
            #expect(tracked["promisedArrival"]?.asText == "2026-02-10T00:00:00.000Z")
        }
    }

    @Test func `If-Match is optional on a voyage's reports and details, and refuses an outdated version`() async throws {
        try await Self.run { service in
            let described = #"{"details":{"carrier":"MAEU"}}"#
            for (method, path, body) in [("POST", Self.reports, Self.late), ("PUT", Self.details, described)] {
                let current = try #require(try await service.send("GET", "/v1/voyages/V100")["etag"])
                let stale = try await service.send(method, path, body, headers: ["If-Match": "\"99\""])
                #expect(stale.status == 412 && stale.code == "concurrency_conflict", "\(path): \(stale.text)")
                #expect(try await service.send("GET", "/v1/voyages/V100")["etag"] == current, "\(path)")
                for tag in [current, "*"] {
                    let taken = try await service.send(method, path, body, headers: ["If-Match": tag])
                    #expect(taken.status == 200, "\(path): \(taken.text)")
                }
                let malformed = try await service.send(method, path, body, headers: ["If-Match": "1"])
                #expect(malformed.status == 400 && malformed.code == "header_invalid", "\(path): \(malformed.text)")
            }
        }
    }

    @Test func `an invalid report names its fields, and one that the voyage can't have its rule`() async throws {
        try await Self.run { service in
            let invalid = #"{"end":"LEAVE","location":"XX","reportedAt":"now","status":"MAYBE","time":"soon"}"#
            let answer = try await service.send("POST", Self.reports, invalid)
            #expect(answer.status == 422)
            #expect(
                answer.fields == [
                    "#/end: port_call_end_invalid", "#/location: un_locode_invalid", "#/reportedAt: instant_invalid",
                    "#/status: port_call_status_invalid", "#/time: instant_invalid",
                ]
            )
            let empty = try await service.send("POST", Self.reports, "{}")
            #expect(
                empty.fields == [
                    "#/end: field_required", "#/location: field_required", "#/status: field_required", "#/time: field_required",
                ]
            )
            let twice = try await service.send("POST", Self.reports, Self.late.replacing("}", with: #","voyageNumber":"V100"}"#))
            #expect(twice.fields == ["#/voyageNumber: shape_invalid"])
            for (path, old, new, status, code) in [
                (Self.reports, "SESTO", "USNYC", 422, "voyage_does_not_call"), (Self.reports, "SESTO", "DEHAM", 404, "location_not_found"),
                (Self.reports, "ESTIMATED", "ACTUAL", 422, "port_call_in_future"),
                ("/v1/voyages/NONE/reports", "SESTO", "SESTO", 404, "voyage_not_found"),
            ] as [(String, String, String, Int, String)] {
                let refused = try await service.send("POST", path, Self.late.replacing(old, with: new))
                #expect(refused.status == status && refused.code == code, "\(new): \(refused.text)")
            }
            #expect(try await service.send("GET", "/v1/voyages/V100")["etag"] == "\"1\"")
        }
    }

    @Test func `details are replaced whole, and removed by an empty body`() async throws {
        try await Self.run { service in
            let known =
                #"{"carrier":"MAEU","carrierVoyageNumbers":["052W"],"mode":"VESSEL","vessel":{"imoNumber":"9074729","name":"Ebba"}}"#
            for _ in 0..<2 {
                let answer = try await service.send("PUT", Self.details, #"{"details":\#(known)}"#)
                #expect(answer.status == 200 && answer.text == #"{"version":2,"voyageNumber":"V100"}"#, "\(answer.text)")
                #expect(answer["etag"] == "\"2\"")
            }
            #expect(try await service.send("GET", "/v1/voyages/V100").text.contains(#""details":\#(known)"#))
            let invalid = try await service.send(
                "PUT",
                Self.details,
                #"{"details":{"carrier":"m","mode":"SLEDGE","vessel":{"imoNumber":"9074728"}}}"#
            )
            #expect(invalid.status == 422)
            #expect(
                invalid.fields == [
                    "#/details/carrier: carrier_code_invalid", "#/details/mode: transport_mode_invalid",
                    "#/details/vessel/imoNumber: imo_number_invalid",
                ]
            )
            let none = try await service.send("PUT", Self.details, "{}")
            #expect(none.text == #"{"version":3,"voyageNumber":"V100"}"#)
            #expect(try await service.send("GET", "/v1/voyages/V100").json["details"] == nil)
            let unknown = try await service.send("PUT", "/v1/voyages/NONE/details", "{}")
            #expect(unknown.status == 404 && unknown.code == "voyage_not_found")
        }
    }

    @Test func `cargos are rolled over once, and a preview moves none`() async throws {
        try await Self.run { service in
            let body = #"{"location":"HKHKG","to":"V200"}"#
            let moved = """
                {"affectedCargos":[{"arrivalDelay":604800000,"estimatedArrival":"2026-02-17T00:00:00.000Z","isLate":false,"trackingId":"ABC123"}],\
                "failures":[]}
                """
            for _ in 0..<2 {
                let preview = try await service.send("POST", Self.rollOver + "?dryRun=true", body)
                #expect(preview.status == 200 && preview.text == moved, "\(preview.text)")
            }
            #expect(try await service.send("GET", "/v1/cargos/ABC123")["etag"] == "\"2\"")
            let rolled = try await service.send("POST", Self.rollOver + "?dryRun=false", body)
            #expect(rolled.status == 200 && rolled.text == moved, "\(rolled.text)")
            #expect(try await service.send("GET", "/v1/cargos/ABC123")["etag"] == "\"3\"")
            let again = try await service.send("POST", Self.rollOver, body)
            #expect(again.status == 200 && again.text == #"{"affectedCargos":[],"failures":[]}"#, "\(again.text)")
        }
    }

    @Test func `a cargo that can't be rolled over is named, and an invalid roll-over names its fields`() async throws {
        try await Self.run { service in
            let elsewhere = try await service.send("POST", Self.rollOver, #"{"location":"HKHKG","to":"V300"}"#)
            #expect(elsewhere.status == 200)
            #expect(elsewhere.text == #"{"affectedCargos":[],"failures":[{"code":"voyage_does_not_call","trackingId":"ABC123"}]}"#)
            #expect(try await service.send("GET", "/v1/cargos/ABC123")["etag"] == "\"2\"")
            let body = #"{"location":"HKHKG","to":"V200"}"#
            for (path, body, fields) in [
                (Self.rollOver, #"{"location":"X","to":"-"}"#, ["#/location: un_locode_invalid", "#/to: voyage_number_invalid"]),
                (Self.rollOver, "{}", ["#/location: field_required", "#/to: field_required"]),
                (Self.rollOver, #"{"from":"V100","location":"HKHKG","to":"V200"}"#, ["#/from: shape_invalid"]),
                ("/v1/voyages/-x/roll-over", body, ["voyageNumber: voyage_number_invalid"]),
                (Self.rollOver + "?dryRun=yes", body, ["dryRun: shape_invalid"]),
                (Self.rollOver + "?dryRun=true&dryRun=true", body, ["dryRun: shape_invalid"]),
                (Self.rollOver + "?other=true", body, ["other: shape_invalid"]),
            ] as [(String, String, [String])] {
                let invalid = try await service.send("POST", path, body)
                #expect(invalid.status == 422 && invalid.fields == fields, "\(path): \(invalid.text)")
            }
            for (path, body, code) in [
                ("/v1/voyages/NONE/roll-over", body, "voyage_not_found"),
                (Self.rollOver, body.replacing("V200", with: "NONE"), "voyage_not_found"),
                (Self.rollOver, body.replacing("HKHKG", with: "DEHAM"), "location_not_found"),
            ] as [(String, String, String)] {
                let unknown = try await service.send("POST", path, body)
                #expect(unknown.status == 404 && unknown.code == code, "\(path): \(unknown.text)")
            }
        }
    }

    @Test func `a leg is put on another voyage, for the version that the caller saw`() async throws {
        try await Self.run { service in
            let body = #"{"leg":0,"voyageNumber":"V200"}"#
            let blind = try await service.send("POST", Self.substitutions, body)
            #expect(blind.status == 428 && blind.code == "precondition_required")
            let stale = try await service.send("POST", Self.substitutions, body, headers: ["If-Match": "\"1\""])
            #expect(stale.status == 412 && stale.code == "concurrency_conflict")
            for tag in ["\"2\"", "\"3\"", "*"] {
                let answer = try await service.send("POST", Self.substitutions, body, headers: ["If-Match": tag])
                #expect(answer.status == 200 && answer.text == #"{"trackingId":"ABC123","version":3}"#, "\(tag): \(answer.text)")
                #expect(answer["etag"] == "\"3\"")
            }
            let legs = try await service.send("GET", "/v1/cargos/ABC123/tracking").json["legs"]?.asList
            #expect(legs?.map { $0["voyageNumber"]?.asText } == ["V200"])
            #expect(legs?.map { $0["loadTime"]?.asText } == ["2026-01-20T00:00:00.000Z"])
            let invalid = try await service.send("POST", Self.substitutions, #"{"leg":"first"}"#, headers: ["If-Match": "*"])
            #expect(invalid.fields == ["#/leg: shape_invalid", "#/voyageNumber: field_required"])
            for (path, body, status, code) in [
                (Self.substitutions, #"{"leg":1,"voyageNumber":"V200"}"#, 422, "integer_out_of_range"),
                (Self.substitutions, #"{"leg":0,"voyageNumber":"NONE"}"#, 404, "voyage_not_found"),
                (Self.substitutions, #"{"leg":0,"voyageNumber":"V300"}"#, 422, "voyage_does_not_call"),
                ("/v1/cargos/NOBODY/voyage-substitutions", body, 404, "cargo_not_found"),
            ] as [(String, String, Int, String)] {
                let refused = try await service.send("POST", path, body, headers: ["If-Match": "*"])
                #expect(refused.status == status && refused.code == code, "\(body): \(refused.text)")
            }
        }
    }

    @Test func `a leg that is loaded keeps its voyage`() async throws {
        try await Self.run { service in
            for (time, type, voyage) in [("05", "RECEIVE", ""), ("06", "LOAD", #","voyageNumber":"V100""#)] {
                let event =
                    #"{"completionTime":"2026-01-\#(time)T00:00:00.000Z","location":"HKHKG","trackingId":"ABC123","type":"\#(type)"\#(voyage)}"#
                #expect(try await service.send("POST", "/v1/handling-events", event).status == 201)
            }
            let body = #"{"leg":0,"voyageNumber":"V200"}"#
            let refused = try await service.send("POST", Self.substitutions, body, headers: ["If-Match": "*"])
            #expect(refused.status == 409 && refused.code == "leg_already_loaded", "\(refused.text)")
            let rolled = try await service.send("POST", Self.rollOver, #"{"location":"HKHKG","to":"V200"}"#)
            #expect(rolled.text == #"{"affectedCargos":[],"failures":[]}"#)
        }
    }

    @Test func `only who may operate reports, describes, rolls over, substitutes, holds and sets deadlines`() async throws {
        try await Self.run(try CustomerTests.settings) { service in
            for (method, path, body) in [
                ("POST", Self.reports, Self.late), ("PUT", Self.details, "{}"),
                ("POST", Self.rollOver, #"{"location":"HKHKG","to":"V200"}"#),
                ("POST", Self.substitutions, #"{"leg":0,"voyageNumber":"V200"}"#),
                ("PUT", "/v1/cargos/ABC123/holds/CUSTOMS", #"{"reason":"Papers"}"#), ("DELETE", "/v1/cargos/ABC123/holds/CUSTOMS", nil),
                ("PUT", "/v1/cargos/ABC123/pick-up-deadline", #"{"pickUpBy":"2026-02-12T00:00:00Z"}"#),
                ("DELETE", "/v1/cargos/ABC123/pick-up-deadline", nil),
            ] as [(String, String, String?)] {
                for (token, status) in [
                    (nil, 401), (TestService.partner, 403), (TestService.viewer, 403), (CustomerTests.acme, 404), (TestService.clerk, 200),
                ] as [(String?, Int)] {
                    let answer = try await service.send(method, path, body, as: token, headers: ["If-Match": "*"])
                    // A roll-over takes no If-Match, and doesn't look at it.
                    #expect(answer.status == status, "\(method) \(path) \(token ?? "nobody"): \(answer.text)")
                }
            }
        }
    }
}
