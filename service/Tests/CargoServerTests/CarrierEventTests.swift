import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// Carriers' events that couldn't be applied when they came, over HTTP and in the clerks' pages.
struct CarrierEventTests {
    private static let carrier = "carrier-secret-0123456789-abcdef"
    private static let hostile = #"<script>alert("1")</script>"#

    /// Runs a test with a cargo in a container, and with events of two carriers that wait: one for a voyage, one with a hostile place.
    private static func run(_ body: @escaping @Sendable (_ service: TestService, _ late: String, _ odd: String) async throws -> Void)
        async throws
    {
        var settings = try CustomerTests.settings
        settings.access.tokens.append(try AccessToken(role: .carrier, name: "MAEU", secret: carrier))
        settings.access.carriers = [try CarrierKey(name: "HLCU", secret: DCSAPushTests.secret)]
        try await TestService.run(settings) { (service: TestService) async throws in
            try await service.prepare()
            try await service.book()
            let reference = #"{"type":"CONTAINER","value":"MSKU1234565"}"#
            #expect(try await service.send("POST", "/v1/cargos/ABC123/references", reference).status == 200)
            let late = try await service.send("POST", "/v2/events", event(#""UNLocationCode":"HKHKG""#), as: carrier)
            let signed = event(#""location":{"locationName":"<script>alert(\"1\")</script>"}"#)
            let signature = ["Notification-Signature": DCSAPushTests.signature(signed)]
            let odd = try await service.send("POST", "/v2/events", signed, as: nil, headers: signature)
            let ids = try [late, odd].map { try $0.json.asList?.first?["carrierEventId"]?.asText ?? "" }
            try #require(ids[0].hasPrefix("MAEU.") && ids[1].hasPrefix("HLCU."), "\(late.text) \(odd.text)")
            try await body(service, ids[0], ids[1])
        }
    }

    /// A LOAD onto a voyage that isn't registered.
    private static func event(_ place: String) -> String {
        """
        [{"equipmentReference":"MSKU1234565","emptyIndicatorCode":"LADEN","equipmentEventTypeCode":"LOAD","eventClassifierCode":"ACT",\
        "eventDateTime":"2026-01-05T00:00:00Z","eventID":"e1","eventType":"EQUIPMENT",\
        "transportCall":{\(place),"carrierExportVoyageNumber":"UK244A","modeOfTransport":"VESSEL"}}]
        """
    }

    private static func list(_ query: String, in service: TestService, as token: String = TestService.viewer) async throws -> [String] {
        let answer = try await service.send("GET", "/v1/carrier-events" + query, as: token)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json["carrierEvents"]?.asList?.compactMap { $0["id"]?.asText } ?? []
    }

    @Test func `events are listed by state, carrier and reason, page by page`() async throws {
        try await Self.run { service, late, odd in
            #expect(try await Self.list("", in: service) == [odd, late])
            #expect(try await Self.list("?state=applied", in: service) == [])
            #expect(try await Self.list("?carrier=MAEU", in: service) == [late])
            #expect(try await Self.list("?state=open&reason=location_not_found", in: service) == [odd])
            #expect(try await Self.list("?after=\(odd)", in: service) == [late])
            let first = try await service.send("GET", "/v1/carrier-events?limit=1")
            #expect(try first.json["next"]?.asText == odd)
            #expect(first["link"] == "</v1/carrier-events?limit=1&after=\(odd)>; rel=\"next\"")
            for query in ["state=OPEN", "reason=nonsense", "after=MAEU.1", "limit=0", "status=open"] {
                let refused = try await service.send("GET", "/v1/carrier-events?" + query)
                #expect(refused.status == 422 && refused.code == "validation_failed", "\(query): \(refused.text)")
            }
        }
    }

    @Test func `an event says what it tells, why it waits and what was received, and is applied when its voyage is registered`()
        async throws
    {
        try await Self.run { service, late, _ in
            let path = "/v1/carrier-events/\(late)"
            let shown = try await service.send("GET", path, as: TestService.viewer).json
            #expect(shown["reason"] == ["code": "voyage_not_found", "subject": "UK244A", "text": "No voyage has the number UK244A."])
            #expect(shown["state"] == "open" && shown["what"] == "LOAD" && shown["carrier"] == "MAEU" && shown["place"] == "HKHKG")
            #expect(shown["equipment"] == "MSKU1234565" && shown["voyage"] == "UK244A" && shown["time"] == "2026-01-05T00:00:00.000Z")
            #expect(shown["waitsFor"] == ["VOYAGE:UK244A"] && shown["receivedAt"] == "2026-01-10T12:00:00.000Z")
            #expect(shown["event"]?["transportCall"]?["UNLocationCode"] == "HKHKG")
            let retried = try await service.send("POST", path + "/retry")
            #expect(try retried.status == 200 && retried.json["state"] == "open")
            _ = try await service.send("PUT", "/v1/voyages/UK244A", TestService.schedule, as: TestService.admin)
            let applied = try await service.send("POST", path + "/retry").json
            #expect(applied["state"] == "applied" && applied["trackingId"] == "ABC123" && applied["reason"] == nil)
            #expect(applied["settledAt"] == "2026-01-10T12:00:00.000Z")
            let handled = try await service.send("GET", "/v1/cargos/ABC123/handling-events").json["handlingEvents"]?.asList
            #expect(handled?.count == 1 && handled?.first?["voyageNumber"] == "UK244A")
            let dismissed = try await service.send("POST", path + "/dismissal", #"{"reason":"Too late"}"#)
            #expect(try dismissed.status == 200 && dismissed.json["state"] == "applied")
        }
    }

    @Test func `a clerk dismisses an event with a reason, and it is never applied`() async throws {
        try await Self.run { service, late, _ in
            let path = "/v1/carrier-events/\(late)/dismissal"
            for body in ["{}", #"{"reason":" "}"#, #"{"reason":"x","by":"me"}"#] {
                #expect(try await service.send("POST", path, body).status == 422, "\(body)")
            }
            let dismissed = try await service.send("POST", path, #"{"reason":"Of the trip before"}"#).json
            #expect(dismissed["state"] == "dismissed" && dismissed["dismissalReason"] == "Of the trip before")
            #expect(dismissed["settledBy"] == "clerk" && dismissed["waitsFor"] == nil)
            #expect(try await Self.list("?state=dismissed", in: service) == [late])
            _ = try await service.send("PUT", "/v1/voyages/UK244A", TestService.schedule, as: TestService.admin)
            #expect(try await service.send("POST", "/v1/carrier-events/\(late)/retry").json["state"] == "dismissed")
            #expect(try await service.send("POST", "/v2/events", Self.event(#""UNLocationCode":"HKHKG""#), as: Self.carrier).status == 204)
        }
    }

    @Test func `only the operator's people see events, and only clerks settle them`() async throws {
        try await Self.run { service, late, _ in
            let path = "/v1/carrier-events/\(late)"
            // To a customer, the routes don't exist.
            for (token, reading, settling) in [
                (TestService.viewer, 200, 403), (CustomerTests.acme, 404, 404), (Self.carrier, 403, 403), (TestService.partner, 403, 403),
            ] {
                #expect(try await service.send("GET", path, as: token).status == reading)
                #expect(try await service.send("POST", path + "/retry", as: token).status == settling)
                #expect(try await service.send("POST", path + "/dismissal", #"{"reason":"x"}"#, as: token).status == settling)
            }
            for id in ["MAEU.9f86d081884c7d659a2feaa0c55ad015", "nonsense"] {
                for (method, end, body) in [("GET", "", nil), ("POST", "/retry", nil), ("POST", "/dismissal", #"{"reason":"x"}"#)] {
                    let answer = try await service.send(method, "/v1/carrier-events/\(id)\(end)", body)
                    #expect(answer.status == 404 && answer.code == "carrier_event_not_found", "\(id) \(end)")
                }
            }
        }
    }

    @Test func `the metrics count what waits by carrier, and go back to 0`() async throws {
        try await Self.run { service, late, _ in
            func count(_ carrier: String) async throws -> String? {
                let lines = try await service.send("GET", "/metrics", as: TestService.scraper).text.split(separator: "\n")
                return lines.first { $0.hasPrefix(#"cargo_carrier_events_open{carrier="\#(carrier)"}"#) }.map { String($0.suffix(4)) }
            }
            #expect(try await count("MAEU") == " 1.0")
            #expect(try await count("HLCU") == " 1.0")
            _ = try await service.send("POST", "/v1/carrier-events/\(late)/dismissal", #"{"reason":"x"}"#)
            #expect(try await count("MAEU") == " 0.0")
            #expect(try await count("HLCU") == " 1.0")
        }
    }

    // MARK: Pages

    @Test func `the list of cargos links to the events that wait, which a page shows escaped`() async throws {
        try await Self.run { service, late, odd in
            let clerk = try await Browser.signedIn(service, as: TestService.clerk)
            #expect(try await clerk.get("/clerk").text.contains(#"<a href="/clerk/carrier-events">2 events of carriers wait</a>"#))
            let list = try await clerk.get("/clerk/carrier-events").text
            for text in ["No voyage has the number UK244A.", "HKHKG", "MSKU1234565", #"href="/clerk/carrier-events/\#(late)""#] {
                #expect(list.contains(text), "\(text)")
            }
            let one = try await clerk.get("/clerk/carrier-events/\(odd)").text
            #expect(one.contains("&quot;eventID&quot;: &quot;e1&quot;"))
            for page in [list, one] {
                #expect(page.contains("&lt;script&gt;alert(") && !page.contains("<script>alert("))
            }
            let filtered = try await clerk.get("/clerk/carrier-events?carrier=HLCU&state=open").text
            #expect(filtered.contains(odd) && !filtered.contains(late))
            #expect(try await clerk.get("/clerk/carrier-events?state=applied").text.contains("No events match these filters."))
            #expect(try await clerk.get("/clerk/carrier-events?state=nonsense").status == 422)
            #expect(try await clerk.get("/clerk/carrier-events?start=nonsense").status == 422)
            #expect(try await clerk.get("/clerk/carrier-events/nonsense").status == 404)
            var german = clerk
            german.headers["Accept-Language"] = "de"
            #expect(try await german.get("/clerk/carrier-events/\(late)").text.contains("Keine Reise hat die Nummer UK244A."))
        }
    }

    @Test func `a clerk tries an event again, and dismisses it with a reason`() async throws {
        try await Self.run { service, late, odd in
            let clerk = try await Browser.signedIn(service, as: TestService.clerk)
            let path = "/clerk/carrier-events/\(late)"
            let csrf = "csrf=\(try #require(try await clerk.get(path).text.value(of: "csrf")))"
            let retried = try await clerk.post(path + "/retry", csrf)
            #expect(retried.status == 303 && retried["location"] == path + "?done=retry")
            #expect(try await clerk.get(path + "?done=retry").text.contains("Tried again: the event still can&#39;t be applied."))
            let refused = try await clerk.post(path + "/dismiss", csrf + "&reason=+")
            #expect(refused.status == 422 && refused.text.contains(#"id="dismiss-reason-fault""#))
            #expect(try await clerk.post(path + "/dismiss", "csrf=forged&reason=x").status == 403)
            let dismissed = try await clerk.post(path + "/dismiss", csrf + "&reason=Of+the+trip+before")
            #expect(dismissed.status == 303 && dismissed["location"] == path + "?done=dismiss")
            let page = try await clerk.get(path + "?done=dismiss").text
            #expect(page.contains("The event is dismissed.") && page.contains("clerk: Of the trip before") && !page.contains("/retry"))
            let viewer = try await Browser.signedIn(service, as: TestService.viewer)
            let shown = try await viewer.get("/clerk/carrier-events/\(odd)").text
            #expect(shown.contains("alert(") && !shown.contains("/retry"))
            let own = "csrf=\(shown.value(of: "csrf") ?? "")"
            #expect(try await viewer.post("/clerk/carrier-events/\(odd)/retry", own).status == 403)
            #expect(try await service.send("GET", "/clerk/carrier-events", as: nil).status == 303)
        }
    }
}
