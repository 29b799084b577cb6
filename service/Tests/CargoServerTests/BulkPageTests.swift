import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// What clerks do with many cargos at once, and what needs attention by cause.
struct BulkPageTests {
    /// Runs with the cargos AAA, BBB and CCC, which have no route, and the voyages V100, V200 and V300.
    private static func run(_ body: @escaping @Sendable (TestService, Browser, _ csrf: String) async throws -> Void) async throws {
        try await VoyageReportTests.run { service in
            for id in ["AAA", "BBB", "CCC"] {
                let booking = TestService.booking.replacing("ABC123", with: id)
                #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
            }
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            try await body(service, browser, try #require(try await browser.get("/clerk").text.value(of: "csrf")))
        }
    }

    private static func versions(_ service: TestService) async throws -> [String: String] {
        var versions: [String: String] = [:]
        for id in ["AAA", "BBB", "CCC", "ABC123"] { versions[id] = try await service.send("GET", "/v1/cargos/\(id)")["etag"] }
        return versions
    }

    @Test func `the first thing a clerk sees is what needs attention, with what resolves it for all`() async throws {
        try await Self.run { service, browser, csrf in
            let page = try await browser.get("/clerk").text
            for text in [
                "3 cargos have no route", "attention=UNROUTED&amp;routingStatus=NOT_ROUTED", "Assign the best routes", "Hong Kong (HKHKG)",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            let all = "csrf=\(csrf)&all=yes&action=route&attention=UNROUTED&routingStatus=NOT_ROUTED"
            let done = try await browser.post("/clerk/cargos", all)
            #expect(done.status == 200 && done.text.contains("3 cargos changed."))
            #expect(try await !browser.get("/clerk").text.contains("have no route"))
            let changed = try await Self.versions(service)
            #expect(try await browser.post("/clerk/cargos", all).text.contains("Check at least one cargo."))
            let again = try await browser.post("/clerk/cargos", "csrf=\(csrf)&cargo-AAA=on&cargo-BBB=on&cargo-CCC=on&action=route")
            #expect(again.text.contains("0 cargos changed. 3 were so already."))
            #expect(try await Self.versions(service) == changed)
            let held = try await browser.post("/clerk/cargos", "csrf=\(csrf)&all=yes&action=hold&holdType=CUSTOMS&holdReason=x")
            #expect(held.text.contains("4 cargos changed."))
        }
    }

    @Test func `the checked cargos are changed, and one that fails stops no other`() async throws {
        try await Self.run { service, browser, csrf in
            func post(_ fields: String) async throws -> Answer {
                try await browser.post("/clerk/cargos", "csrf=\(csrf)&cargo-AAA=on&cargo-BBB=on&cargo-NONE=on&\(fields)")
            }
            let held = try await post("action=hold&holdType=CUSTOMS&holdReason=Inspection")
            #expect(held.text.contains("2 cargos changed.") && held.text.contains("NONE</a>: "))
            #expect(try await browser.get("/clerk").text.contains("2 cargos: Held by customs"))
            #expect(try await post("action=reference&referenceType=BOOKING&reference=ABC709951").text.contains("2 cargos changed."))
            #expect(try await post("action=pick-up&pickUpBy=2026-03-05T00:00").text.contains("2 cargos changed."))
            #expect(try await post("action=deadline&deadline=2026-03-09T00:00").text.contains("2 cargos changed."))
            #expect(try await post("action=release&release=CUSTOMS").text.contains("2 cargos changed."))
            #expect(try await post("action=cancel&cancelReason=Withdrawn").text.contains("2 cargos changed."))
            #expect(try await service.send("GET", "/v1/cargos/AAA").text.contains("Withdrawn"))
            #expect(try await service.send("GET", "/v1/cargos/CCC")["etag"] == "\"1\"")
        }
    }

    @Test func `a concurrent change is tried again, and a store that fails ends the change with what is done`() async throws {
        let faults = FaultInjection()
        try await TestService.run(over: { CargoKit(store: faults.wrapping($0), clock: $0.clock) }) { service in
            try await service.prepare()
            for id in ["AAA", "BBB", "CCC"] {
                let booking = TestService.booking.replacing("ABC123", with: id)
                #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
            }
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let csrf = try #require(try await browser.get("/clerk").text.value(of: "csrf"))
            func hold(_ type: String) async throws -> Answer {
                let cargos = "cargo-AAA=on&cargo-BBB=on&cargo-CCC=on"
                return try await browser.post("/clerk/cargos", "csrf=\(csrf)&\(cargos)&action=hold&holdType=\(type)&holdReason=Inspection")
            }
            faults.fail(.saveCargo, with: .concurrencyConflict(TrackingId.stub("AAA"), expected: 1, actual: 2), times: 1)
            let contended = try await hold("CUSTOMS")
            #expect(contended.status == 200 && contended.text.contains("3 cargos changed."))
            faults.fail(.saveCargo, with: .technical(.storeUnavailable), after: 1, times: 1)
            let stopped = try await hold("FREIGHT")
            #expect(stopped.status == 503 && stopped.text.contains("1 cargo changed.") && stopped.text.contains("Stopped: "))
            #expect(try await hold("FREIGHT").text.contains("2 cargos changed. 1 was so already."))
        }
    }

    @Test func `all that match are those of the list, also if it was searched, and cancelling them is confirmed`() async throws {
        try await Self.run { service, browser, csrf in
            _ = try await service.send("POST", "/v1/cargos/AAA/references", #"{"type":"BOOKING","value":"BKG1"}"#)
            let page = try await browser.get("/clerk?cargo=booking:NONE&hold=CUSTOMS").text
            #expect(page.contains("No cargos match these filters."))
            let none = try await browser.post("/clerk/cargos", "csrf=\(csrf)&all=yes&cargo=booking:NONE&action=route")
            #expect(none.text.contains("Check at least one cargo."))
            let found = try await browser.post("/clerk/cargos", "csrf=\(csrf)&all=yes&cargo=booking:BKG1&action=route")
            #expect(found.text.contains("1 cargo changed.") && found.text.contains("/clerk?cargo=booking%3ABKG1"))
            let cancel = "csrf=\(csrf)&all=yes&attention=UNROUTED&action=cancel&cancelReason=Withdrawn"
            let asked = try await browser.post("/clerk/cargos", cancel)
            #expect(asked.text.contains("2 bookings would be cancelled.") && asked.text.contains(#"name="confirmed" value="yes""#))
            #expect(try await !service.send("GET", "/v1/cargos/BBB").text.contains("Withdrawn"))
            #expect(try await browser.post("/clerk/cargos", cancel + "&confirmed=yes").text.contains("2 cargos changed."))
        }
    }

    @Test func `a form that lacks something changes nothing, and a viewer has no forms`() async throws {
        try await Self.run { service, browser, csrf in
            let before = try await Self.versions(service)
            for fields in [
                "action=hold&holdType=CUSTOMS&holdReason=", "action=hold&holdType=NONE&holdReason=x", "action=deadline&deadline=soon",
                "action=cancel&cancelReason=", "action=reference&referenceType=CONTAINER&reference=1", "action=fly", "",
            ] {
                let refused = try await browser.post("/clerk/cargos", "csrf=\(csrf)&cargo-AAA=on&\(fields)")
                #expect(refused.status == 422 && refused.text.contains(#"role="alert""#), "\(fields)")
            }
            #expect(try await browser.post("/clerk/cargos", "csrf=none&cargo-AAA=on&action=route").status == 403)
            let viewer = try await Browser.signedIn(service, as: TestService.viewer)
            let page = try await viewer.get("/clerk").text
            #expect(page.contains("3 cargos have no route") && !page.contains("/clerk/cargos\""))
            let forged = try await viewer.post("/clerk/cargos", "csrf=\(try #require(page.value(of: "csrf")))&cargo-AAA=on&action=route")
            #expect(forged.status == 403)
            #expect(try await Self.versions(service) == before)
        }
    }

    @Test func `the API groups what needs attention, and lists a group's cargos`() async throws {
        try await Self.run { service, _, _ in
            let body = #"{"end":"ARRIVAL","location":"SESTO","status":"ESTIMATED","time":"2026-03-14T00:00:00.000Z"}"#
            #expect(try await service.send("POST", "/v1/voyages/V100/reports", body).status == 200)
            let summary = try await service.send("GET", "/v1/worklist", as: TestService.viewer)
            #expect(
                summary.text.contains(
                    #""count":4,"groups":[{"cause":"UNROUTED","count":3,"routingStatus":"NOT_ROUTED"},"#
                        + #"{"cause":"LATE","count":1,"location":"SESTO","voyageNumber":"V100"}]"#
                ),
                "\(summary.text)"
            )
            let late = try await service.send("GET", "/v1/cargos?late=true&voyage=V100&at=SESTO").json["cargos"]?.asList?.count
            #expect(late == 1)
            #expect(try await service.send("GET", "/v1/cargos?late=true&unrouted=true&any=true").json["cargos"]?.asList?.count == 4)
            #expect(try await service.send("GET", "/v1/cargos?late=true&unrouted=true").json["cargos"]?.asList?.count == 0)
            #expect(try await service.send("GET", "/v1/worklist", as: nil).status == 401)
        }
    }

    @Test func `the groups are in German`() async throws {
        try await Self.run { service, _, _ in
            let browser = try await Browser.signedIn(service, as: TestService.clerk, headers: ["Accept-Language": "de"])
            let page = try await browser.get("/clerk").text
            #expect(page.contains("3 Sendungen haben keine Route") && page.contains("Die besten Routen zuweisen"))
        }
    }
}
