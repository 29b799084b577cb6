import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@testable import CargoServer

@Suite("Many bookings and scans pasted into a page, and the list as a file")
struct ImportPageTests {
    private static let header = "origin,destination,arrival_deadline,customer_id,tracking_id,references"

    private func run(_ body: @escaping @Sendable (TestService, Browser, String) async throws -> Void) async throws {
        try await TestService.run { service in
            try await service.prepare()
            let browser = try await Browser.signedIn(service, as: TestService.clerk)
            let csrf = try #require(try await browser.get("/clerk/import").text.value(of: "csrf"))
            try await body(service, browser, csrf)
        }
    }

    private func send(_ rows: String, _ what: String, _ browser: Browser, _ csrf: String) async throws -> Answer {
        try await browser.post("/clerk/import", "csrf=\(csrf)&what=\(what)&rows=\(PercentEncoding.encode(rows))")
    }

    @Test func `bookings and scans are taken as CSV, as cells of a spreadsheet and as JSON Lines, and repeated without harm`() async throws
    {
        try await run { service, browser, csrf in
            let row = "HKHKG,SESTO,2026-06-01T00:00:00Z,ACME,"
            let rows = "\(Self.header)\r\n\(row)AAA1,customer:PO-1;booking:B1\r\n\(row)AAA2,\r\n"
            let booked = try await send(rows, "bookings", browser, csrf)
            #expect(booked.status == 200 && booked.text.contains("2 cargos booked."))
            #expect(booked.text.contains(#"href="/clerk/cargos/AAA2""#))
            let cells = "\(Self.header)\n\(row)AAA2,\n\(row)AAA3,".replacing(",", with: "\t")
            let again = try await send(cells, "bookings", browser, csrf)
            #expect(again.status == 200 && again.text.contains("1 cargo booked. 1 was so already."))
            let references = try await service.store.cargos.findByTrackingId(.stub("AAA1")).get().references
            #expect(references.map(\.description) == ["BOOKING:B1", "CUSTOMER:PO-1"])
            let scans = ["AAA1", "AAA2"].map {
                #"{"completionTime":"2026-01-05T00:00:00Z","location":"HKHKG","trackingId":"\#($0)","type":"RECEIVE"}"#
            }
            let registered = try await send(scans.joined(separator: "\n"), "scans", browser, csrf)
            #expect(registered.status == 200 && registered.text.contains("2 scans registered."))
            #expect(try await service.store.cargos.findByTrackingId(.stub("AAA2")).get().delivery.transportStatus == .inPort)
        }
    }

    @Test func `what is wrong is told by its line, and stays in the form to be corrected`() async throws {
        try await run { service, browser, csrf in
            let rows = "\(Self.header)\nHKHKG,SESTO,2026-06-01T00:00:00Z,ACME,AAA1,\nHKHKG,<b>,soon,ACME,AAA2,\nHKHKG"
            let answer = try await send(rows, "bookings", browser, csrf)
            #expect(answer.status == 200 && answer.text.contains("1 cargo booked."))
            #expect(answer.text.contains("<li>Line 3: ") && answer.text.contains("<li>Line 4: "))
            #expect(answer.text.contains("&lt;b&gt;") && !answer.text.contains("<b>"))
            #expect(try await CargoKit(store: service.store, clock: service.store.clock).cargos().cargos.map(\.trackingId.text) == ["AAA1"])
            let tooMany = Self.header + String(repeating: "\nHKHKG,SESTO,2026-06-01T00:00:00Z,ACME,,", count: 1001)
            for (rows, fault) in [
                ("", "Enter at least one row."), (" \n", "Enter at least one row."), (Self.header, "Enter at least one row."),
                ("a,b\n1,2", "The first line must be: origin,destination,arrival_deadline,customer_id"),
                ("UNB+UNOA:1+SENDER'", "This is neither CSV nor JSON Lines."),
                (tooMany, "Enter at most 1000 rows at once."),
            ] {
                let refused = try await send(rows, "bookings", browser, csrf)
                #expect(refused.status == 422 && refused.text.contains(fault), "\(rows.prefix(40)): \(refused.text.suffix(1500))")
            }
            let none = try await send("\(Self.header)\nHKHKG", "bookings", browser, csrf)
            #expect(none.status == 422)
            #expect(try await CargoKit(store: service.store, clock: service.store.clock).cargos().cargos.count == 1)
        }
    }

    @Test func `only a clerk imports, with the form's own token`() async throws {
        try await run { service, browser, csrf in
            let row = "\(Self.header)\nHKHKG,SESTO,2026-06-01T00:00:00Z,ACME,AAA1,"
            #expect(try await send(row, "bookings", browser, "none").status == 403)
            #expect(try await send(row, "cargos", browser, csrf).status == 400)
            let viewer = try await Browser.signedIn(service, as: TestService.viewer)
            #expect(try await viewer.get("/clerk/import").status == 403)
            #expect(try await !viewer.get("/clerk").text.contains("/clerk/import"))
            #expect(try await service.send("GET", "/clerk/import", as: nil).status == 303)
            #expect(try await service.send("GET", "/clerk/cargos.csv", as: nil).status == 303)
            #expect(try await CargoKit(store: service.store, clock: service.store.clock).cargos().cargos.isEmpty)
        }
    }

    @Test func `the list is downloaded as the command line prints it, all pages of it, with the list's filter`() async throws {
        try await run { service, browser, csrf in
            let row = "\(Self.header)\nHKHKG,SESTO,2026-06-01T00:00:00Z,BETA,ONE1,customer:PO"
            #expect(try await send(row, "bookings", browser, csrf).status == 200)
            for number in 1...1200 {
                try await service.store.cargos.save(.stub("ROW\(number)", customer: number % 2 == 0 ? "ACME" : "BETA")).get()
            }
            let file = try await browser.get("/clerk/cargos.csv")
            #expect(file.status == 200 && file["content-type"] == "text/csv; charset=utf-8")
            #expect(file["content-disposition"] == #"attachment; filename="cargos.csv""#)
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.count == 1202 && Set(lines).count == 1202)
            #expect(lines[0].hasPrefix("tracking_id,customer_id,origin,destination,arrival_deadline,transport_status,"))
            let first =
                "ONE1,BETA,HKHKG,SESTO,2026-06-01T00:00:00.000Z,NOT_RECEIVED,NOT_ROUTED,false,CONFIRMED,,false,false,false,CUSTOMER:PO,,,"
            #expect(lines.contains(first[...]))
            let list = try await browser.get("/clerk?customerId=ACME&attention=UNROUTED").text
            #expect(list.contains(#"href="/clerk/cargos.csv?attention=UNROUTED&amp;customerId=ACME" download"#))
            let filtered = try await browser.get("/clerk/cargos.csv?attention=UNROUTED&customerId=ACME").text.split(separator: "\r\n")
            #expect(filtered.count == 601 && filtered.dropFirst().allSatisfy { $0.contains(",ACME,") })
            #expect(try await browser.get("/clerk/cargos.csv?attention=NONE").status == 422)
        }
    }
}
