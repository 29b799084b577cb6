import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// The pages of voyages, and what pages say of late ships, holds and pick-up deadlines.
struct VoyagePageTests {
    private static let late = "location=SESTO&end=ARRIVAL&status=ESTIMATED&time=2026-02-14T00:00"

    private static func report(_ service: TestService) async throws {
        let body = #"{"end":"ARRIVAL","location":"SESTO","status":"ESTIMATED","time":"2026-02-14T00:00:00.000Z"}"#
        #expect(try await service.send("POST", "/v1/voyages/V100/reports", body).status == 200)
    }

    @Test func `a voyage's page shows its calls and takes a report`() async throws {
        try await VoyageReportTests.run { service in
            let details = #"{"details":{"carrier":"MAEU","mode":"RAIL","vessel":{"imoNumber":"9074729"}}}"#
            #expect(try await service.send("PUT", "/v1/voyages/V100/details", details).status == 200)
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let page = try await browser.get("/clerk/voyages/V100")
            #expect(page.status == 200)
            for text in [
                "<h1>Voyage V100</h1>", "Hong Kong (HKHKG)", "Stockholm (SESTO)", "20 Jan 2026, 00:00", "10 Feb 2026, 00:00", "MAEU",
                "Rail",
                "9074729",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            let csrf = try #require(page.text.value(of: "csrf"))
            let reported = try await browser.post("/clerk/voyages/V100/report", "csrf=\(csrf)&\(Self.late)")
            #expect(reported.status == 200)
            for text in ["Report taken.", "/clerk/cargos/ABC123", "4 days late", "14 Feb 2026, 00:00"] {
                #expect(reported.text.contains(text), "\(text)")
            }
            let again = try await browser.post("/clerk/voyages/V100/report", "csrf=\(csrf)&\(Self.late)")
            #expect(again.text.contains("The report changes nothing") && again.text.contains("/clerk/cargos/ABC123"))
            let after = try await browser.get("/clerk/voyages/V100").text
            #expect(after.contains("Estimated: ") && after.contains("14 Feb 2026, 00:00") && after.contains("10 Feb 2026, 00:00"))
        }
    }

    @Test func `a report with errors shows them beside its fields`() async throws {
        try await VoyageReportTests.run { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let csrf = try #require(try await browser.get("/clerk/voyages/V100").text.value(of: "csrf"))
            for (fields, place) in [
                (Self.late.replacing("2026-02-14T00:00", with: "soon"), "report-time-fault"),
                (Self.late.replacing("ESTIMATED", with: "ACTUAL"), "report-time-fault"),
                (Self.late.replacing("SESTO", with: "HKHKG"), "report-location-fault"),
            ] {
                let refused = try await browser.post("/clerk/voyages/V100/report", "csrf=\(csrf)&\(fields)")
                #expect(refused.status == 422 && refused.text.contains(place), "\(fields)")
            }
            let forged = try await browser.post("/clerk/voyages/V100/report", "csrf=none&\(Self.late)")
            #expect(forged.status == 403)
            #expect(try await service.send("GET", "/v1/voyages/V100")["etag"] == "\"1\"")
            for path in ["/clerk/voyages/NONE", "/clerk/voyages/-"] { #expect(try await browser.get(path).status == 404, "\(path)") }
            #expect(try await browser.post("/clerk/voyages/NONE/report", "csrf=\(csrf)&\(Self.late)").status == 404)
        }
    }

    @Test func `a voyage is described on its page`() async throws {
        try await VoyageReportTests.run { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            func describe(_ fields: String, version: String? = nil) async throws -> Answer {
                let page = try await browser.get("/clerk/voyages/V100").text
                let csrf = try #require(page.value(of: "csrf"))
                let current = try #require(page.value(of: "version"))
                let given = Set(fields.split(separator: "&").compactMap { $0.split(separator: "=").first })
                let rest = ["carrier", "imoNumber", "mode", "numbers", "vesselName"].filter { !given.contains($0[...]) }.map { "&\($0)=" }
                let form = "csrf=\(csrf)&version=\(version ?? current)&\(fields)\(rest.joined())"
                return try await browser.post("/clerk/voyages/V100/details", form)
            }
            let fields = "carrier=maeu&numbers=+052W%2C+051E&mode=VESSEL&vesselName=Ever+Given&imoNumber=9074729"
            let described = try await describe(fields)
            #expect(described.status == 303 && described["location"] == "/clerk/voyages/V100")
            let page = try await browser.get("/clerk/voyages/V100").text
            for text in [
                "<dd>MAEU</dd>", "<dd>051E, 052W</dd>", "Sea-going ship", "<dd>Ever Given</dd>", #"value="9074729""#,
                #"value="051E, 052W""#,
            ] {
                #expect(page.contains(text), "\(text)")
            }
            for (fields, place) in [
                ("carrier=%3F", "details-carrier-fault"), ("numbers=a,%07", "details-numbers-fault"),
                ("numbers=" + (1...21).map(String.init).joined(separator: ","), "details-numbers-fault"),
                ("vesselName=" + String(repeating: "x", count: 201), "details-vesselName-fault"),
                ("imoNumber=9074728", "details-imoNumber-fault"), ("mode=SLEDGE", "details-mode-fault"),
            ] {
                let refused = try await describe(fields)
                #expect(refused.status == 422 && refused.text.contains(place), "\(fields)")
            }
            let csrf = try #require(try await browser.get("/clerk/voyages/V100").text.value(of: "csrf"))
            #expect(try await browser.post("/clerk/voyages/V100/details", "csrf=\(csrf)&version=2").status == 400)
            let wrong = try await describe("imoNumber=9074728", version: "1")
            #expect(wrong.text.value(of: "version") == "1", "the form stays that of the version that it was filled in for")
            let late = try await describe("carrier=MSCU", version: "1")
            #expect(late.status == 422 && late.text.contains("Someone else has changed this voyage."))
            #expect(try await describe("carrier=&numbers=&mode=&vesselName=&imoNumber=").status == 303)
            #expect(try await !browser.get("/clerk/voyages/V100").text.contains("<dd>MAEU</dd>"))
            let viewer = try await Browser.signedIn(service, as: TestService.viewer)
            let own = try #require(try await viewer.get("/clerk/voyages/V100").text.value(of: "csrf"))
            #expect(try await viewer.post("/clerk/voyages/V100/details", "csrf=\(own)&version=1&carrier=MAEU").status == 403)
        }
    }

    @Test func `cargos are rolled over from a voyage's page, after a preview`() async throws {
        try await VoyageReportTests.run { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let csrf = try #require(try await browser.get("/clerk/voyages/V100").text.value(of: "csrf"))
            func rollOver(to voyage: String, _ rest: String = "") async throws -> Answer {
                try await browser.post("/clerk/voyages/V100/roll-over", "csrf=\(csrf)&location=HKHKG&to=\(voyage)\(rest)")
            }
            let preview = try await rollOver(to: "V200", "&preview=yes")
            #expect(preview.text.contains("1 cargo would move to voyage V200.") && preview.text.contains("ABC123"))
            #expect(preview.text.value(of: "location") == "HKHKG" && preview.text.value(of: "to") == "V200")
            #expect(try await service.send("GET", "/v1/cargos/ABC123")["etag"] == "\"2\"")
            let elsewhere = try await rollOver(to: "V300")
            #expect(elsewhere.text.contains("Not moved") && elsewhere.text.contains("The voyage does not call there."))
            let unknown = try await rollOver(to: "NONE")
            #expect(unknown.status == 422 && unknown.text.contains("roll-over-to-fault"))
            let empty = try await rollOver(to: "")
            #expect(empty.status == 422 && empty.text.contains("roll-over-to-fault"))
            let moved = try await rollOver(to: "V200")
            #expect(moved.status == 200)
            #expect(moved.text.contains("1 cargo moved to voyage V200.") && moved.text.contains("7 days late"))
            let again = try await rollOver(to: "V200")
            #expect(again.text.contains("No cargo waits there for this voyage."))
        }
    }

    @Test func `voyages are listed and found by number, and a cargo's legs link to them`() async throws {
        try await VoyageReportTests.run { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let list = try await browser.get("/clerk/voyages")
            #expect(list.status == 200)
            for number in ["V100", "V200", "V300"] { #expect(list.text.contains(#"href="/clerk/voyages/\#(number)""#), "\(number)") }
            let found = try await browser.get("/clerk/voyages?voyageNumber=V200")
            #expect(found.status == 303 && found["location"] == "/clerk/voyages/V200")
            let unknown = try await browser.get("/clerk/voyages?voyageNumber=NONE")
            #expect(unknown.status == 422 && unknown.text.contains("No voyage found with this number."))
            #expect(try await browser.get("/clerk/cargos/ABC123").text.contains(#"href="/clerk/voyages/V100""#))
            #expect(try await !service.send("GET", "/track/ABC123", as: nil).text.contains("/clerk/voyages"))
            let stranger = try await service.send("GET", "/clerk/voyages/V100", as: nil)
            #expect(stranger.status == 303 && stranger["location"] == "/clerk/sign-in?to=%2Fclerk%2Fvoyages%2FV100")
        }
    }

    @Test func `the list of voyages shows each call, with the names of the ports`() async throws {
        try await VoyageReportTests.run { service in
            try await Self.report(service)
            let schedule = #"""
                {"schedule":[{"arrivalLocation":"USNYC","arrivalTime":"2026-01-30T06:00:00.000Z","departureLocation":"HKHKG","departureTime":"2026-01-20T00:00:00.000Z"},{"arrivalLocation":"SESTO","arrivalTime":"2026-02-12T00:00:00.000Z","departureLocation":"USNYC","departureTime":"2026-02-01T00:00:00.000Z"}]}
                """#
            #expect(try await service.send("PUT", "/v1/voyages/V400", schedule, as: TestService.admin).status == 201)
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let page = try await browser.get("/clerk/voyages").text
            func calls(_ number: String) throws -> [String] {
                let start = try #require(page.firstRange(of: #"href="/clerk/voyages/\#(number)""#)).upperBound
                let end = try #require(page[start...].firstRange(of: "</ol>")).lowerBound
                return page[start..<end].split(separator: "<li>").dropFirst().map { call in
                    call.replacing(/<[^>]*>/, with: "").split(whereSeparator: \.isNewline).joined()
                }
            }
            #expect(
                try calls("V400") == [
                    "Hong Kong (HKHKG) 20 Jan 2026, 00:00", "→ New York (USNYC) 30 Jan 2026, 06:00",
                    "→ Stockholm (SESTO) 12 Feb 2026, 00:00",
                ]
            )
            // The carrier reported a later arrival.
            #expect(try calls("V100").last == "→ Stockholm (SESTO) 14 Feb 2026, 00:00")
        }
    }

    @Test func `a viewer sees a voyage, but no forms`() async throws {
        try await VoyageReportTests.run { service in
            let browser = try await Browser.signedIn(service, as: TestService.viewer)
            let page = try await browser.get("/clerk/voyages/V100")
            #expect(page.status == 200 && !page.text.contains("/clerk/voyages/V100/report"))
            let csrf = try #require(page.text.value(of: "csrf"))
            #expect(try await browser.post("/clerk/voyages/V100/report", "csrf=\(csrf)&\(Self.late)").status == 403)
        }
    }

    @Test func `a voyage's page is in German`() async throws {
        try await VoyageReportTests.run { service in
            try await Self.report(service)
            let browser = try await Browser.signedIn(service, as: TestService.clerk, headers: ["Accept-Language": "de"])
            let page = try await browser.get("/clerk/voyages/V100").text
            for text in ["<h1>Reise V100</h1>", "Hafenanlauf melden", "Sendungen umbuchen", "Abfahrt"] {
                #expect(page.contains(text), "\(text)")
            }
            let csrf = try #require(page.value(of: "csrf"))
            let preview = try await browser.post("/clerk/voyages/V100/roll-over", "csrf=\(csrf)&location=HKHKG&to=V200&preview=yes").text
            #expect(preview.contains("1 Sendung würde auf Reise V200 umgebucht."))
            let tracked = try await service.send("GET", "/track/ABC123", as: nil, headers: ["Accept-Language": "de"]).text
            #expect(tracked.contains("Zugesagt 10. Feb. 2026, jetzt 14. Feb. 2026: 4 Tage später"))
        }
    }

    @Test func `the public page shows forecast times, and the first promise beside a new arrival`() async throws {
        try await VoyageReportTests.run { service in
            func timeline() async throws -> Substring {
                let page = try await service.send("GET", "/track/ABC123", as: nil).text
                let start = try #require(page.firstRange(of: #"<ol class="timeline">"#))
                return page[start.upperBound...]
            }
            #expect(try await timeline().contains("10 Feb 2026, 00:00"))
            #expect(try await !service.send("GET", "/track/ABC123", as: nil).text.contains("Promised"))
            try await Self.report(service)
            let after = try await timeline()
            #expect(after.contains("14 Feb 2026, 00:00") && !after.contains("10 Feb 2026, 00:00"))
            let page = try await service.send("GET", "/track/ABC123", as: nil).text
            #expect(page.contains("Promised 10 Feb 2026, now 14 Feb 2026: 4 days later"))
        }
    }

    @Test func `holds are placed and released on a cargo's page, and customers see them without their reasons`() async throws {
        try await VoyageReportTests.run(try CustomerTests.settings) { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let csrf = try #require(try await browser.get("/clerk/cargos/ABC123").text.value(of: "csrf"))
            let missing = try await browser.post("/clerk/cargos/ABC123/hold", "csrf=\(csrf)&type=CUSTOMS&reason=")
            #expect(missing.status == 422 && missing.text.contains("hold-reason-fault"))
            let placed = try await browser.post("/clerk/cargos/ABC123/hold", "csrf=\(csrf)&type=CUSTOMS&reason=Papers+are+missing")
            #expect(placed.status == 303 && placed["location"] == "/clerk/cargos/ABC123?done=hold")
            let page = try await browser.get("/clerk/cargos/ABC123?done=hold").text
            for text in ["Hold placed.", "Held by customs", "Papers are missing", "Release: Held by customs"] {
                #expect(page.contains(text), "\(text)")
            }
            let list = try await browser.get("/clerk?attention=HELD").text
            #expect(list.contains("ABC123") && list.contains(#"<span class="badge warn">Held</span>"#) && list.contains("1 held"))
            let customer = try await CustomerPageTests.signedIn(service)
            let tracked = try await service.send("GET", "/track/ABC123", as: nil).text
            #expect(tracked.contains("Held by customs") && !tracked.contains("Papers are missing"))
            let own = try await customer.get("/customer/cargos/ABC123").text
            #expect(own.contains("Held by customs") && own.contains("Papers are missing"))
            let released = try await browser.post("/clerk/cargos/ABC123/release", "csrf=\(csrf)&type=CUSTOMS")
            #expect(released.status == 303)
            #expect(try await !browser.get("/clerk/cargos/ABC123").text.contains("Held by customs</span>"))
            #expect(try await browser.get("/clerk?attention=HELD").text.contains("No cargos match these filters."))
        }
    }

    @Test func `the list shows what isn't collected, in the worklist, alone and in the API`() async throws {
        try await VoyageReportTests.run { service in
            let clock = try #require(service.store.clock as? FixedClock)
            let cargo = try await service.store.cargos.findByTrackingId(.stub("ABC123")).get()
            clock.set(to: try Instant("2026-03-01T00:00:00Z"))
            let port = cargo.routeSpecification.destination.text
            let last = try #require(cargo.itinerary?.legs.last?.voyageNumber.text)
            let unloaded = HandlingEvent.stub(.unload, at: port, voyage: last, completed: .stub(day: 1), of: "ABC123")
            let handled = try cargo.derivingDeliveryProgress(from: .stub(unloaded)).settingPickUp(by: try Instant("2026-03-02T00:00:00Z"))
            try await service.store.cargos.save(handled).get()
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            #expect(try await browser.get("/clerk?attention=UNCOLLECTED").text.contains("No cargos match these filters."))
            clock.set(to: try Instant("2026-03-02T00:00:00.001Z"))
            let list = try await browser.get("/clerk?attention=UNCOLLECTED").text
            for text in ["ABC123", #"<span class="badge bad">Not collected</span>"#, "1 not collected"] {
                #expect(list.contains(text), "\(text)")
            }
            #expect(try await service.send("GET", "/v1/cargos?uncollected=true").json["cargos"]?.asList?.count == 1)
            #expect(try await service.send("GET", "/v1/cargos?uncollected=true&at=USCHI").json["cargos"]?.asList?.count == 0)
        }
    }

    @Test func `what is overdue reads so in lists and on pages, after the hours that are set`() async throws {
        for hours in [24, 48] {
            var settings = TestService.settings
            settings.overdueHours = hours
            try await VoyageReportTests.run(settings) { service in
                let clock = try #require(service.store.clock as? FixedClock)
                clock.set(to: try Instant("2026-01-21T12:00:00Z"))
                let browser = try await Browser.signedIn(service, as: TestService.clerk)
                for path in ["/clerk", "/clerk?attention=OVERDUE", "/clerk/cargos/ABC123", "/track/ABC123"] {
                    let isOverdue = try await browser.get(path).text.contains(#"<span class="badge bad">Overdue</span>"#)
                    #expect(isOverdue == (hours == 24), "\(path) after \(hours) hours")
                }
                let file = try await browser.get("/clerk/cargos.csv?attention=OVERDUE").text
                #expect(file.contains("ABC123") == (hours == 24))
                let csrf = try #require(try await browser.get("/clerk").text.value(of: "csrf"))
                let bulk = "csrf=\(csrf)&all=yes&attention=OVERDUE&action=hold&holdType=OTHER&holdReason=Missing"
                let held = try await browser.post("/clerk/cargos", bulk).text
                #expect(held.contains("1 cargo changed.") == (hours == 24), "\(held)")
            }
        }
    }

    @Test func `a pick-up deadline is set on a cargo's page, shown to everyone, and overdue when it has passed`() async throws {
        try await VoyageReportTests.run { service in
            let clock = try #require(service.store.clock as? FixedClock)
            clock.set(to: try Instant("2026-02-10T12:00:00Z"))
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            func change(_ time: String) async throws -> Answer {
                let page = try await browser.get("/clerk/cargos/ABC123").text
                let csrf = try #require(page.value(of: "csrf"))
                let version = try #require(page.value(of: "version"))
                return try await browser.post("/clerk/cargos/ABC123/pick-up", "csrf=\(csrf)&version=\(version)&pickUpBy=\(time)")
            }
            #expect(try await change("2026-02-12T00:00").status == 303)
            let ahead = try await service.send("GET", "/track/ABC123", as: nil).text
            #expect(ahead.contains("Collect by") && ahead.contains("12 Feb 2026, 00:00"))
            #expect(try await change("soon").text.contains("pick-up-pickUpBy-fault"))
            for (time, type, place, voyage) in [
                ("01-20", "RECEIVE", "HKHKG", ""), ("01-21", "LOAD", "HKHKG", #","voyageNumber":"V100""#),
                ("02-10", "UNLOAD", "SESTO", #","voyageNumber":"V100""#),
            ] {
                let event =
                    #"{"completionTime":"2026-\#(time)T00:00:00.000Z","location":"\#(place)","trackingId":"ABC123","type":"\#(type)"\#(voyage)}"#
                #expect(try await service.send("POST", "/v1/handling-events", event).status == 201)
            }
            clock.set(to: try Instant("2026-02-13T00:00:00Z"))
            let overdue = try await service.send("GET", "/track/ABC123", as: nil).text
            #expect(overdue.contains("The cargo should have been collected by 12 Feb 2026, 00:00 UTC."))
            #expect(try await change("").status == 303)
            #expect(try await !service.send("GET", "/track/ABC123", as: nil).text.contains("Collect by"))
        }
    }

    @Test func `a leg is put on another voyage on a cargo's page`() async throws {
        try await VoyageReportTests.run { service in
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let page = try await browser.get("/clerk/cargos/ABC123").text
            #expect(page.contains("V100: Hong Kong – Stockholm"))
            let csrf = try #require(page.value(of: "csrf"))
            let version = try #require(page.value(of: "version"))
            let path = "/clerk/cargos/ABC123/substitution"
            for (voyage, version) in [("V300", version), ("NONE", version), ("", version), ("V200", "1")] {
                let refused = try await browser.post(path, "csrf=\(csrf)&version=\(version)&leg=0&voyageNumber=\(voyage)")
                #expect(refused.status == 422, "\(voyage)")
                #expect(refused.text.contains("substitution-voyageNumber-fault") == (voyage != "V200"), "\(voyage)")
            }
            let done = try await browser.post(path, "csrf=\(csrf)&version=\(version)&leg=0&voyageNumber=V200")
            #expect(done.status == 303 && done["location"] == "/clerk/cargos/ABC123?done=substitution")
            let after = try await browser.get("/clerk/cargos/ABC123?done=substitution").text
            #expect(after.contains("The leg is on another voyage.") && after.contains(#"href="/clerk/voyages/V200""#))
        }
    }

    @Test func `the routes of a cargo have at least the time between voyages that is asked for`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            for (number, from, start, to, end) in [
                ("V500", "HKHKG", "20T00", "USNYC", "25T00"), ("V600", "USNYC", "25T12", "SESTO", "30T00"),
            ] {
                let schedule = #"""
                    {"schedule":[{"arrivalLocation":"\#(to)","arrivalTime":"2026-01-\#(end):00:00.000Z","departureLocation":"\#(from)","departureTime":"2026-01-\#(start):00:00.000Z"}]}
                    """#
                #expect(try await service.send("PUT", "/v1/voyages/\(number)", schedule, as: TestService.admin).status == 201)
            }
            #expect(try await service.send("POST", "/v1/cargos", TestService.booking).status == 201)
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let path = "/clerk/cargos/ABC123/routes"
            for (hours, hasConnection) in [("", true), ("0", true), ("+12+", true), ("13", false), ("1000", false)] {
                let page = try await browser.get(path + "?connection=" + hours)
                #expect(page.status == 200 && page.text.contains("V100"), "\(hours)")
                #expect(page.text.contains("V600") == hasConnection, "\(hours)")
            }
            #expect(
                try await browser.get(path + "?connection=13").text.contains(
                    #"name="connection" value="13" type="text" inputmode="numeric""#
                )
            )
            for hours in ["-1", "1001", "1.5", "six", "99999999999999999999"] {
                let refused = try await browser.get(path + "?connection=" + hours)
                #expect(refused.status == 422 && refused.text.contains(#"id="search-connection-fault""#), "\(hours)")
                #expect(refused.text.contains("Enter a whole number of hours from 0 to 1000."), "\(hours)")
                #expect(refused.text.contains(#"value="\#(hours)""#) && !refused.text.contains("V100"), "\(hours)")
            }
            let german = try await Browser.signedIn(service, as: TestService.clerk, headers: ["Accept-Language": "de"])
            #expect(try await german.get(path + "?connection=x").text.contains("ganze Zahl von Stunden von 0 bis 1000"))
        }
    }

    @Test func `if no route has enough time between its voyages, the page says what to do`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            #expect(try await service.send("POST", "/v1/cargos", TestService.booking.replacing("SESTO", with: "USNYC")).status == 201)
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let path = "/clerk/cargos/ABC123/routes"
            #expect(try await browser.get(path).text.contains("No route arrives in time."))
            #expect(try await browser.get(path + "?connection=6").text.contains("Enter fewer hours"))
            #expect(try await !browser.get(path + "?connection=x").text.contains("No route"))
        }
    }

    @Test func `routes that arrive too late are shown, but not to choose`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            let booking = TestService.booking.replacing("2026-03-01T00", with: "2026-02-09T18")
            #expect(try await service.send("POST", "/v1/cargos", booking).status == 201)
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let page = try await browser.get("/clerk/cargos/ABC123/routes").text
            #expect(
                page.contains("No route arrives before 9 Feb 2026, 18:00 UTC. The earliest arrives 10 Feb 2026, 00:00 UTC, 6 hours late.")
            )
            #expect(page.contains("V100") && !page.contains(#"name="itinerary""#))
            let candidates = try await service.send("GET", "/v1/cargos/ABC123/route-candidates")
            #expect(candidates.text == #"{"itineraries":[],"tooLate":["# + TestService.itinerary + "]}")
        }
    }
}
