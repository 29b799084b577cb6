import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoTesting
import Testing

@testable import CargoServer

@Suite("Local times on pages")
struct PortTimeZonesTests {
    private static let file = "un_locode,time_zone,km_to_city\nDEHAM,Europe/Berlin,1\nUSNYC,America/New_York,2\n\"INNSA\",Asia/Kolkata,3\n"

    private func time(_ text: String, at place: String) throws -> PageTime {
        let zones = try PortTimeZones(csv: Array(Self.file.utf8))
        return try PortTimeZones.$current.withValue(zones) { try PageTime(Instant(text), at: .stub(place)) }
    }

    @Test(arguments: [
        ("2026-01-10T12:00:00Z", "DEHAM", "13:00 local time"), ("2026-07-10T12:00:00Z", "DEHAM", "14:00 local time"),
        // Summer time begins at 01:00 UTC, and ends at 01:00 UTC.
        ("2026-03-29T00:59:00Z", "DEHAM", "01:59 local time"), ("2026-03-29T01:00:00Z", "DEHAM", "03:00 local time"),
        ("2026-10-25T00:30:00Z", "DEHAM", "02:30 local time"), ("2026-10-25T01:30:00Z", "DEHAM", "02:30 local time"),
        ("2026-01-10T02:00:00Z", "USNYC", "9 Jan 2026, 21:00 local time"),
        ("2026-12-31T23:00:00Z", "DEHAM", "1 Jan 2027, 00:00 local time"),
        ("2026-01-10T12:00:00Z", "INNSA", "17:30 local time"),
    ])
    func `a time is shown in the zone of its port, with the date if that differs`(instant: String, place: String, local: String) throws {
        #expect(try time(instant, at: place).local == local)
    }

    @Test func `a port without a zone, and a time without a port, are in UTC alone`() throws {
        #expect(try time("2026-01-10T12:00:00Z", at: "SESTO").local == nil)
        #expect(try PageTime(Instant("2026-01-10T12:00:00Z")).local == nil)
        #expect(try PageTime(Instant("2026-01-10T12:00:00Z"), at: .stub("DEHAM")).local == nil, "without a table")
        #expect(try time("2026-01-10T12:00:00Z", at: "DEHAM").text == "10 Jan 2026, 12:00")
    }

    @Test func `a local time is written in the reader's language`() throws {
        let shown = try Language.$current.withValue(.german) { try time("2026-03-10T23:30:00Z", at: "DEHAM") }
        #expect(shown.text == "10. März 2026, 23:30")
        #expect(shown.local == "11. März 2026, 00:30 Ortszeit")
    }

    @Test(arguments: [
        ("", "line 1: expected the columns un_locode and time_zone"),
        ("code,zone\n", "line 1: expected the columns un_locode and time_zone"),
        ("un_locode,time_zone\nDEHAM\n", "line 2: not a row of the header's columns"),
        ("un_locode,time_zone\nDEHAM,Europe/Berlin\nHamburg,Europe/Berlin\n", "line 3: Hamburg is not a UN/LOCODE"),
        ("un_locode,time_zone\nDEHAM,Europe/Hamburg\n", "line 2: Europe/Hamburg is not a time zone"),
        ("un_locode,time_zone\nDEHAM,\"Europe/Berlin\n", "line 2: not a row of the header's columns"),
    ])
    func `an invalid file is refused with the line at fault`(text: String, reason: String) {
        #expect(throws: ServerSettingsError.invalid(key: "pages.timeZones", reason: reason)) { try PortTimeZones(csv: Array(text.utf8)) }
    }

    @Test func `the lists of clerks and customers show the local time at the destination`() async throws {
        let zones = try PortTimeZones(csv: Array("un_locode,time_zone\nSESTO,Europe/Stockholm\n".utf8))
        try await TestService.run(try CustomerTests.settings, timeZones: zones) { service in
            try await service.prepare()
            #expect(try await service.send("POST", "/v1/cargos", TestService.booking).status == 201)
            for (door, token) in [("/clerk", TestService.clerk), ("/customer", CustomerTests.acme)] {
                var browser = Browser(service: service)
                browser.cookie = try await browser.post("\(door)/sign-in", "token=\(token)").cookie
                let list = try await browser.get(door).text
                #expect(list.contains(#"</time> <span class="local">(01:00 local time)</span>"#), "\(door): \(list)")
            }
        }
    }

    @Test func `a missing file is refused`() {
        #expect(throws: ServerSettingsError.invalid(key: "pages.timeZones", reason: "can't read /nowhere/zones.csv")) {
            try PortTimeZones(file: "/nowhere/zones.csv")
        }
    }
}
