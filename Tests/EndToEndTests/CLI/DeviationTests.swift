import Testing

@Suite("Cancellations, retractions and missed connections through the command line", .waitsForProcesses)
struct DeviationTests {
    @Test func `a booking is cancelled, listed and reinstated`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("cancel", "ABC", "--reason", " ").status == 65)
        #expect(try cli("cancel", "NOBODY", "--reason", "Order withdrawn").status == 3)
        #expect(try cli("cancel", "ABC", "--reason", "Order withdrawn", "--dry-run").status == 0)
        #expect(try cli("list", "--cancelled", "-o", "json").output == "[]\n")
        #expect(try cli("cancel", "abc", "--reason", "Order withdrawn").output == "ABC\n")
        #expect(try cli("list", "--cancelled", "-o", "ndjson").output.contains(#""bookingStatus":"CANCELLED""#))
        let tracked = try cli("track", "ABC", "--exit-status")
        #expect(tracked.status == 0)
        #expect(tracked.output.hasPrefix("ABC  Cancelled  cancelled\n"))
        #expect(tracked.output.contains("Cancelled 2026-03-01 08:00 UTC: Order withdrawn\n"))
        let refused = try cli("route", "change-destination", "ABC", "DEHAM", "-o", "json")
        #expect(refused.status == 1)
        #expect(refused.notes.contains(#""code":"cargo_cancelled""#))
        #expect(try cli("reinstate", "ABC").output == "ABC\n")
        #expect(try cli("list", "--cancelled", "-o", "json").output == "[]\n")
    }

    @Test func `a cargo that was received cannot be cancelled`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("handle", "receive", "ABC", "--at", "HKHKG").status == 0)
        let refused = try cli("cancel", "ABC", "--reason", "Order withdrawn", "-o", "json")
        #expect(refused.status == 1)
        #expect(refused.notes.contains(#""code":"cargo_already_received""#))
    }

    @Test func `a retracted scan no longer counts, and an export keeps it`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        let scan = ["unload", "ABC", "--at", "JPTYO", "--voyage", "V100"]
        let unloaded = ["--completed", "2026-03-09T20:00:00Z"]
        let now = ["CARGO_NOW": "2026-03-10T09:00:00Z"]
        #expect(try cli.run(["handle"] + scan + unloaded, environment: now).status == 0)
        #expect(try cli("track", "ABC", "--exit-status", environment: now).status == 5)

        let retract = ["handle", "retract"] + scan
        let reason = ["--reason", "Wrong container", "-o", "json"]
        let unknown = try cli.run(retract + ["--completed", "2026-03-09T21:00:00Z"] + reason, environment: now)
        #expect(unknown.status == 3)
        #expect(unknown.notes.contains(#""code":"handling_event_not_found""#))
        #expect(try cli.run(retract + unloaded + reason + ["--dry-run"], environment: now).output.contains(#""isNew":true"#))
        #expect(try cli.run(retract + unloaded + reason, environment: now).output.contains(#""isNew":true"#))
        #expect(try cli.run(retract + unloaded + reason, environment: now).output.contains(#""isNew":false"#))
        let tracked = try cli("track", "ABC", "--exit-status", environment: now)
        #expect(tracked.status == 0)
        #expect(tracked.output.hasPrefix("ABC  Onboard voyage V100  on track\n"))

        // The export carries the retraction, and the imported store is the same.
        let exported = try cli("store", "export")
        #expect(exported.status == 0)
        #expect(exported.output.contains(#""reason":"Wrong container""#))
        try cli.file("export.json", exported.output)
        #expect(try cli("store", "import", "export.json", "--store", "json:restored").status == 0)
        #expect(try cli("store", "export", "--store", "json:restored").output == exported.output)
        #expect(try cli("store", "copy", "--from", "json:cargo-data", "--to", "json:copied").status == 0)
        #expect(try cli("store", "export", "--store", "json:copied").output == exported.output)
    }

    @Test func `a missed connection is listed, shown in words and resolved at sea`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        let delayed = try cli.file(
            "late.json",
            """
            [{"departureLocation":"HKHKG","departureTime":"2026-03-05T06:00:00Z","arrivalLocation":"JPTYO","arrivalTime":"2026-03-09T18:00:00Z"},
             {"departureLocation":"JPTYO","departureTime":"2026-03-10T06:00:00Z","arrivalLocation":"USNYC","arrivalTime":"2026-03-29T12:00:00Z"}]
            """
        )
        let now = ["CARGO_NOW": "2026-03-08T09:00:00Z"]
        let affected = #""affectedCargos":[{"disruption":{"leg":1,"location":"USNYC","reason":"CONNECTION_MISSED","voyageNumber":"V200"},"#
        #expect(try cli("voyage", "reschedule", "V100", delayed, "--dry-run", "-o", "json", environment: now).output.contains(affected))
        #expect(try cli("list", "--disrupted", "-o", "json").output == "[]\n")
        let rescheduled = try cli("voyage", "reschedule", "V100", delayed, environment: now)
        #expect(rescheduled.status == 0)
        #expect(rescheduled.output.contains("misses V200 in USNYC"))
        #expect(try cli("list", "--disrupted", "-o", "ndjson").output.contains(#""trackingId":"ABC""#))

        let tracked = try cli("track", "ABC", "--exit-status", environment: now)
        #expect(tracked.status == 5)
        #expect(
            tracked.output.hasPrefix(
                """
                ABC  Onboard voyage V100  disrupted
                  Misses V200 in New York: V100 arrives 2026-03-29 12:00, V200 leaves 2026-03-27 08:00
                  Find another route: cargo-cli route candidates ABC

                """
            )
        )

        // The ship still calls at Tokyo, where the cargo can change to V300.
        let candidates = try cli("route", "candidates", "ABC", "-o", "ndjson", environment: now)
        #expect(candidates.output.contains(#""unloadLocation":"JPTYO""#))
        #expect(try cli("route", "assign", "ABC", "--candidate", "1", environment: now).status == 0)
        #expect(try cli("track", "ABC", "--exit-status", environment: now).status == 0)
        #expect(try cli("events", "-o", "csv").output.contains(",RouteDisrupted,"))
    }

    @Test func `a delay is shown in words`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        let delayed = try cli.file(
            "late.json",
            """
            [{"departureLocation":"USNYC","departureTime":"2026-03-27T08:00:00Z","arrivalLocation":"SESTO","arrivalTime":"2026-04-11T16:00:00Z"}]
            """
        )
        let voyage = try cli("voyage", "reschedule", "V200", delayed, environment: ["CARGO_NOW": "2026-03-08T09:00:00Z"])
        #expect(voyage.output.contains("4 days late"))
        let arrival = "Arrival   promised 2026-04-07 16:00, now 2026-04-11 16:00 UTC: 4 days late\n"
        #expect(try cli("track", "ABC", "--exit-status").output.contains(arrival))
    }

    @Test func `a cargo is overdue when its next scan is missing for longer than asked`() throws {
        let cli = try CommandLineTool()
        try cli.givenAtSea()
        // The plan unloads it in New York at 2026-03-26T12:00:00Z.
        func overdue(_ span: String, at now: String) throws -> Bool {
            let run = try cli("list", "--overdue", span, "-o", "ndjson", environment: ["CARGO_NOW": now])
            try #require(run.status == 0, "\(run.notes)")
            return !run.output.isEmpty
        }
        #expect(try !overdue("PT0S", at: "2026-03-26T12:00:00Z"))
        #expect(try overdue("PT0S", at: "2026-03-26T12:00:00.001Z"))
        #expect(try !overdue("PT24H", at: "2026-03-27T12:00:00Z"))
        #expect(try overdue("PT24H", at: "2026-03-27T12:00:00.001Z"))
        #expect(try cli("list", "--overdue", "soon").status == 64)
    }
}
