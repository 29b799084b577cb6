import Testing

@Suite("What carriers report, roll-overs, holds and pick-up through the command line", .waitsForProcesses)
struct RealityTests {
    private static let march8 = ["CARGO_NOW": "2026-03-08T09:00:00Z"]
    private static let missed =
        #"{"disruption":{"leg":1,"location":"USNYC","reason":"CONNECTION_MISSED","voyageNumber":"V200"},"#
        + #""isLate":false,"trackingId":"ABC"}"#

    @Test func `a report of a late ship lists the cargos that it affects, and says whether it was new`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        let report = [
            "voyage", "report", "V100", "--at", "usnyc", "--end", "arrival", "--status", "estimated", "--time", "2026-03-29T12:00:00Z",
        ]
        func response(isNew: Bool) -> String {
            #"{"affectedCargos":[\#(Self.missed)],"isNew":\#(isNew),"version":2,"voyageNumber":"V100"}"# + "\n"
        }
        let before = try cli.records()
        #expect(try cli.run(report + ["-o", "json", "--dry-run"], environment: Self.march8).output == response(isNew: true))
        #expect(try cli.records() == before)
        let first = try cli.run(report, environment: Self.march8)
        #expect(first.status == 0)
        #expect(first.output.contains("misses V200 in USNYC"))
        #expect(first.notes == "The report of voyage V100 is new.\nThe listed cargos are affected.\n")
        let again = try cli.run(report + ["-o", "json"], environment: Self.march8)
        #expect(again.output == response(isNew: false))
        #expect(again.notes.hasPrefix("The report of voyage V100 is not new: it says no more than an earlier one.\n"))

        let earlier = try cli.run(report + ["--reported", "2026-03-07T00:00:00Z", "-o", "csv"], environment: Self.march8)
        #expect(earlier.output == "voyage_number,version,is_new,affected_cargos\r\nV100,2,false,ABC\r\n")
        let shown = try cli("voyage", "show", "V100")
        #expect(shown.output.contains("  USNYC  arrives  2026-03-26 12:00  2026-03-29 12:00  estimated\n"))
        let csv = try cli("voyage", "show", "V100", "-o", "csv").output.split(separator: "\r\n")
        #expect(
            csv.last
                == "JPTYO,2026-03-10T06:00:00.000Z,USNYC,2026-03-26T12:00:00.000Z,2026-03-10T06:00:00.000Z,,2026-03-29T12:00:00.000Z,ESTIMATED"
        )

        // The times of the missed leg aren't shown as if the cargo would make it.
        let tracked = try cli("track", "ABC", environment: Self.march8).output
        #expect(tracked.contains("  Arrival   unknown, promised 2026-04-07 16:00 UTC\n"))
        #expect(tracked.contains("unload  USNYC  2026-03-26 12:00  2026-03-29 12:00\n"))
        #expect(tracked.contains("load    USNYC  2026-03-27 08:00\n"))
        #expect(tracked.contains("unload  SESTO  2026-04-07 16:00\n"))
    }

    @Test func `the details of a voyage are set, shown and removed`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let described = try cli(
            "voyage",
            "describe",
            "V100",
            "--carrier",
            "maeu",
            "--carrier-voyage",
            " 053E",
            "--carrier-voyage",
            "052W",
            "--carrier-voyage",
            "052W",
            "--vessel-imo",
            "9074729",
            "--vessel-name",
            "Ever Given",
            "--mode",
            "vessel"
        )
        #expect(described.output == "V100\n")
        #expect(described.notes == "Voyage V100 has these details. To see it, run: cargo-cli voyage show V100\n")
        let details =
            #""details":{"carrier":"MAEU","carrierVoyageNumbers":["052W","053E"],"mode":"VESSEL","#
            + #""vessel":{"imoNumber":"9074729","name":"Ever Given"}}"#
        #expect(try cli("voyage", "show", "V100", "-o", "json").output.contains(details))
        #expect(
            try cli("voyage", "show", "V100").output.hasPrefix(
                """
                V100  version 2
                  Carrier            MAEU, voyage 052W, 053E
                  Ship               Ever Given, IMO 9074729
                  Means of transport Sea-going ship

                  AT              SCHEDULED         FORECAST          REPORT
                  HKHKG  departs  2026-03-05 06:00  2026-03-05 06:00

                """
            )
        )
        #expect(try cli("voyage", "describe", "V100", "-o", "json").output == #"{"version":3,"voyageNumber":"V100"}"# + "\n")
        #expect(try !cli("voyage", "show", "V100", "-o", "json").output.contains("details"))
    }

    @Test func `a roll-over moves each cargo that it can, and names the others`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        for (number, last) in [("V230", "2026-03-30T00:00:00Z"), ("V240", "2026-04-12T16:00:00Z")] {
            let onward =
                #"{"departureLocation":"SESTO","departureTime":"2026-03-31T00:00:00Z","arrivalLocation":"FIHEL","#
                + #""arrivalTime":"2026-04-01T00:00:00Z"}"#
            let schedule =
                #"[{"departureLocation":"USNYC","departureTime":"2026-03-20T00:00:00Z","arrivalLocation":"SESTO","#
                + #""arrivalTime":"\#(last)"}\#(number == "V230" ? "," + onward : "")]"#
            #expect(try cli("voyage", "add", number, "-", input: schedule).status == 0)
        }
        for (id, destination) in [("A-1", "SESTO"), ("B-1", "FIHEL")] {
            let words = ["book", "--origin", "USNYC", "--destination", destination, "--customer", "ACME", "--tracking-id", id]
            #expect(try cli.run(words + ["--deadline", "2026-06-01T00:00:00Z"]).status == 0)
            #expect(try cli("route", "assign", id, "--candidate", "1").status == 0)
        }
        let rollOver = ["voyage", "roll-over", "V230", "--at", "USNYC", "--to", "V240"]
        let before = try cli.records()
        let dry = try cli.run(rollOver + ["--dry-run", "-o", "json"])
        #expect(dry.status == 4)
        #expect(try cli.records() == before)
        let run = try cli.run(rollOver + ["-o", "json"])
        #expect(run.status == 4)
        #expect(run.output == dry.output)
        #expect(
            run.output == """
                {"affectedCargos":[{"arrivalDelay":1180800000,"estimatedArrival":"2026-04-12T16:00:00.000Z","isLate":false,\
                "trackingId":"A-1"}],"failures":[{"code":"voyage_does_not_call","trackingId":"B-1"}]}

                """
        )
        #expect(run.notes == "1 cargo was put on voyage V240.\n1 cargo can't be moved.\n")

        // What is moved already isn't moved again.
        let again = try cli.run(rollOver)
        #expect(again.status == 1)
        #expect(
            again.output == """
                NOT MOVED  CODE                  REASON
                B-1        voyage_does_not_call  The voyage does not call there.

                """
        )
        let nobody = try cli("voyage", "roll-over", "V100", "--at", "HKHKG", "--to", "V200")
        #expect(nobody.status == 0)
        #expect(nobody.notes == "No cargos wait for voyage V100 in HKHKG.\n")
    }

    @Test func `a leg is put on another voyage, and the promise stays`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        let schedule =
            #"[{"departureLocation":"USNYC","departureTime":"2026-03-31T08:00:00Z","arrivalLocation":"SESTO","#
            + #""arrivalTime":"2026-04-12T16:00:00Z"}]"#
        #expect(try cli("voyage", "add", "V210", "-", input: schedule).status == 0)
        let unknown = try cli("route", "substitute", "ABC", "--leg", "3", "--voyage", "V210")
        #expect(unknown.status == 65)
        #expect(unknown.notes == "error: ABC has no leg 3.\nhint: Run 'cargo-cli track ABC' to see its route.\n")
        #expect(try cli("route", "substitute", "ABC", "--leg", "2", "--voyage", "V300").status == 1)
        let substituted = try cli("route", "substitute", "abc", "--leg", "2", "--voyage", "V210")
        #expect(substituted.output == "ABC\n")
        #expect(substituted.notes == "Leg 2 is on voyage V210. To see the cargo, run: cargo-cli track ABC\n")
        let tracked = try cli("track", "ABC", environment: Self.march8).output
        #expect(tracked.contains("  Arrival   promised 2026-04-07 16:00, now 2026-04-12 16:00 UTC: 5 days late\n"))
        #expect(tracked.contains("  V210    load    USNYC  2026-03-27 08:00  2026-03-31 08:00\n"))
    }

    @Test func `a hold is placed, listed, shown in both languages and released`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let placed = try cli("hold", "place", "abc", "customs", "--reason", "Inspection")
        #expect(placed.output == "ABC\n")
        #expect(placed.notes == "The cargo is held. To see the cargo, run: cargo-cli track ABC\n")
        #expect(
            try cli("hold", "place", "ABC", "CUSTOMS", "--reason", "Other", "-o", "json").output == #"{"trackingId":"ABC","version":2}"#
                + "\n"
        )
        #expect(try cli("list", "--held", "-o", "ndjson").output.contains(#""isHeld":true"#))
        #expect(try cli("track", "ABC").output.contains("\n  Held by customs: Inspection, since 2026-03-01 08:00 UTC\n"))
        let german = try cli("track", "ABC", environment: ["LANG": "de_DE.UTF-8"])
        #expect(german.output.contains("\n  Vom Zoll festgehalten: Inspection, seit 2026-03-01 08:00 UTC\n"))
        #expect(try cli("hold", "release", "ABC", "customs").output == "ABC\n")
        #expect(try cli("hold", "release", "ABC", "customs").status == 0)
        #expect(try cli("list", "--held", "-o", "json").output == "[]\n")
    }

    @Test func `a pick-up deadline is set, shown, overdue and removed`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        for (type, at, voyage) in [("unload", "USNYC", "V100"), ("load", "USNYC", "V200"), ("unload", "SESTO", "V200")] {
            let now = [
                "CARGO_NOW": at == "SESTO" ? "2026-04-07T16:00:00Z" : type == "load" ? "2026-03-27T08:00:00Z" : "2026-03-26T12:00:00Z"
            ]
            #expect(try cli("handle", type, "ABC", "--at", at, "--voyage", voyage, environment: now).status == 0)
        }
        #expect(try cli("pickup-deadline", "ABC", "2026-04-12T00:00:00Z").notes.hasPrefix("Pick-up deadline set."))
        let early = ["CARGO_NOW": "2026-04-12T00:00:00Z"]
        let late = ["CARGO_NOW": "2026-04-12T00:00:00.001Z"]
        #expect(try cli("track", "ABC", environment: early).output.contains("\n  Collect by 2026-04-12 00:00 UTC\n"))
        let overdue = try cli("track", "ABC", environment: late).output
        #expect(overdue.hasPrefix("ABC  In port Stockholm  not collected\n"))
        #expect(overdue.contains("\n  Overdue   to be collected by 2026-04-12 00:00 UTC\n"))
        #expect(try cli("list", "--overdue", "PT0S", "-o", "json", environment: early).output == "[]\n")
        #expect(try cli("list", "--overdue", "PT0S", "-o", "json", environment: late).output != "[]\n")
        #expect(try cli("pickup-deadline", "ABC").notes.hasPrefix("Pick-up deadline removed."))
        #expect(try !cli("track", "ABC", environment: late).output.contains("collected"))
    }

    @Test func `routes that are too late are shown, with how late they are and how to go on`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("route", "change-deadline", "ABC", "2026-04-07T10:00:00Z").status == 0)
        let run = try cli("route", "candidates", "ABC")
        #expect(run.status == 0)
        #expect(
            run.notes == """
                No route arrives before 2026-04-07 10:00 UTC. The earliest arrives 2026-04-07 16:00 UTC, 6 hours late.
                To assign one of them, set a later deadline first: cargo-cli route change-deadline ABC INSTANT

                """
        )
        #expect(run.output.contains("1  2026-03-05 06:00  2026-04-07 16:00     2  HKHKG –V100→ USNYC –V200→ SESTO\n"))
        #expect(try cli("route", "candidates", "ABC", "-o", "json").output == "[]\n")
        #expect(try cli("route", "candidates", "ABC", "-o", "ndjson", "--too-late").output == CommandLineTool.itinerary + "\n")
        let refused = try cli("route", "assign", "ABC", "--candidate", "1")
        #expect(refused.status == 3)
        #expect(refused.notes.contains("hint: Run 'cargo-cli route candidates ABC' to see the candidates."))
    }

    @Test func `an import describes voyages and, with --update, reschedules those that changed and lists the cargos`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        let file = try cli.file(
            "late.csv",
            """
            voyage_number,departure_location,departure_time,arrival_location,arrival_time,carrier,carrier_voyage_numbers
            V100,HKHKG,2026-03-05T06:00:00Z,JPTYO,2026-03-09T18:00:00Z,maeu,053E | 052W|053E
            V100,JPTYO,2026-03-10T06:00:00Z,USNYC,2026-03-29T12:00:00Z,,
            V300,JPTYO,2026-03-14T08:00:00Z,DEHAM,2026-04-04T20:00:00Z,,
            V900,DEHAM,2026-04-20T08:00:00Z,SESTO,2026-04-22T20:00:00Z,,

            """
        )
        func summary(added: Int, unchanged: Int, updated: Int, cargos: String) -> String {
            #"{"added":\#(added),"affectedCargos":[\#(cargos)],"read":4,"rejected":0,"skipped":0,"unchanged":\#(unchanged),"#
                + #""updated":\#(updated),"warnings":0}"# + "\n"
        }
        let before = try cli.records()
        let strict = try cli("voyage", "import", file, "--dry-run", "-o", "json", environment: Self.march8)
        #expect(strict.status == 4)
        #expect(strict.notes.contains("line 2: rejected voyage_already_exists"))
        let update = ["voyage", "import", file, "--update"]
        let expected = summary(added: 1, unchanged: 1, updated: 1, cargos: Self.missed)
        #expect(try cli.run(update + ["--dry-run", "-o", "json"], environment: Self.march8).output == expected)
        #expect(try cli.records() == before)
        let run = try cli.run(update, environment: Self.march8)
        #expect(run.status == 0)
        #expect(run.output.contains("misses V200 in USNYC"))
        #expect(run.notes == "Imported voyages: 4 rows (1 new, 1 updated, 1 unchanged)\nThe listed cargos are affected.\n")
        let shown = try cli("voyage", "show", "V100", "-o", "json").output
        #expect(shown.contains(#""details":{"carrier":"MAEU","carrierVoyageNumbers":["052W","053E"]}"#))
        #expect(shown.contains("2026-03-29T12:00:00.000Z"))
        let again = try cli.run(update + ["-o", "json"], environment: Self.march8)
        #expect(again.output == summary(added: 0, unchanged: 3, updated: 0, cargos: ""))
    }
}
