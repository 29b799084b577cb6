import Testing

@Suite("The life of a cargo through the command line", .waitsForProcesses)
struct LifecycleTests {
    /// Hong Kong to Stockholm, misdirected at Tokyo, re-routed via Hamburg: the scenario of Evans' reference application.
    @Test func `a cargo is booked, routed, misdirected, re-routed and claimed`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()

        // When it is booked, it has no route.
        #expect(try status(cli) == "NOT_RECEIVED NOT_ROUTED false -")

        // Then candidates are found, and the first is assigned.
        let candidates = try cli("route", "candidates", "ABC", "-o", "ndjson")
        #expect(candidates.status == 0)
        #expect(candidates.output.split(separator: "\n").first.map { String($0) } == CommandLineTool.itinerary)
        #expect(try cli("route", "assign", "abc", "--candidate", "1").output == "ABC\n")
        #expect(try status(cli) == "NOT_RECEIVED ROUTED false Receive in Hong Kong")

        // Then it is received and loaded in Hong Kong.
        try handle(cli, "receive", at: "HKHKG", now: "2026-03-04T10:00:00Z")
        try handle(cli, "load", at: "HKHKG", voyage: "V100", now: "2026-03-05T05:00:00Z")
        #expect(try status(cli) == "ONBOARD_CARRIER ROUTED false Unload off voyage V100 in New York")

        // Then it is unloaded in Tokyo by mistake.
        try handle(cli, "unload", at: "JPTYO", voyage: "V100", now: "2026-03-09T20:00:00Z")
        #expect(try status(cli) == "IN_PORT ROUTED true -")
        #expect(try cli("track", "ABC", "--exit-status", "-q").status == 5)
        #expect(try cli("list", "--misdirected", "-o", "csv").output.split(separator: "\r\n").count == 2)

        // Then it is re-routed from Tokyo via Hamburg.
        let now = ["CARGO_NOW": "2026-03-10T09:00:00Z"]
        #expect(try cli("route", "specify", "ABC", "--origin", "JPTYO", environment: now).status == 0)
        #expect(try status(cli) == "IN_PORT MISROUTED true -")
        #expect(try cli("route", "assign", "ABC", "--candidate", "1", environment: now).status == 0)
        #expect(try status(cli) == "IN_PORT ROUTED false Load onto voyage V300 in Tokyo")
        #expect(try cli("track", "ABC", "--exit-status", "-q").status == 0)

        // Then it travels to Stockholm and is claimed.
        try handle(cli, "load", at: "JPTYO", voyage: "V300", now: "2026-03-14T07:00:00Z")
        try handle(cli, "unload", at: "DEHAM", voyage: "V300", now: "2026-04-04T21:00:00Z")
        try handle(cli, "load", at: "DEHAM", voyage: "V400", now: "2026-04-06T05:00:00Z")
        #expect(try status(cli) == "ONBOARD_CARRIER ROUTED false Unload off voyage V400 in Stockholm")
        try handle(cli, "unload", at: "SESTO", voyage: "V400", now: "2026-04-08T18:30:00Z")
        try handle(cli, "customs", at: "SESTO", now: "2026-04-08T20:00:00Z")
        #expect(try status(cli) == "IN_PORT ROUTED false Claim in Stockholm")
        try handle(cli, "claim", at: "SESTO", now: "2026-04-09T09:00:00Z")
        #expect(try status(cli) == "CLAIMED ROUTED false -")

        // Then it can no longer be changed, and the outbox has all its events.
        #expect(try cli("route", "assign", "ABC", "--candidate", "1").status != 0)
        #expect(try cli("route", "change-destination", "ABC", "FIHEL").status == 1)
        let events = try cli("events", "-o", "csv").output.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[2] }
        #expect(events.count(where: { $0 == "HandlingEventRegistered" }) == 9)
        #expect(
            events.filter { $0 != "HandlingEventRegistered" } == [
                "CargoBooked", "CargoRouted", "CargoHandled", "CargoHandled", "CargoHandled", "CargoMisdirected", "EstimatedArrivalChanged",
                "RouteRespecified", "CargoRouted", "CargoBackOnTrack", "CargoHandled", "CargoHandled", "CargoHandled", "CargoHandled",
                "CargoArrived", "EstimatedArrivalChanged", "CargoHandled", "CargoHandled", "CargoClaimed",
            ]
        )
        #expect(try cli("store", "verify").status == 0)
    }

    @Test func `the demo succeeds and prints the same each time`() throws {
        let cli = try CommandLineTool()
        let first = try cli("demo")
        #expect(first.status == 0, "\(first.notes)")
        for sentence in [
            "A cargo goes from Hong Kong to Stockholm", "In port Tokyo  misdirected", "Onboard voyage V100  disrupted",
            "promised 2026-04-07 16:00, now 2026-04-12 16:00 UTC: 5 days late", "In port Stockholm  held",
            "Held by customs: Inspection, since 2026-04-12 20:00 UTC", "In port Stockholm  not collected", "Claimed in Stockholm  done",
        ] {
            #expect(first.output.contains(sentence))
        }
        #expect(!first.output.contains("\u{1B}"))
        #expect(try cli("demo").output == first.output)
        #expect(!cli.exists("cargo-data"))
    }

    @Test func `the demo can run twice in the same store`() throws {
        let cli = try CommandLineTool()
        #expect(try cli("demo", "--store", "json:mine").status == 0)
        #expect(try cli("demo", "--store", "json:mine").status == 0)
        #expect(try cli("list", "--store", "json:mine", "-o", "ndjson").output.split(separator: "\n").count == 2)
        #expect(try cli("demo", "--store", "memory:").status == 64)
    }

    private func handle(_ cli: CommandLineTool, _ type: String, at port: String, voyage: String? = nil, now: String) throws {
        let run = try cli.run(
            ["handle", type, "ABC", "--at", port] + (voyage.map { ["--voyage", $0] } ?? []),
            environment: ["CARGO_NOW": now]
        )
        #expect(run.status == 0, "\(run.notes)")
    }

    /// Transport status, routing status, misdirection and next activity, from the CSV output.
    private func status(_ cli: CommandLineTool) throws -> String {
        let run = try cli("track", "ABC", "-o", "csv")
        let lines = run.output.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        }
        let cargo = Dictionary(uniqueKeysWithValues: zip(try #require(lines.first), try #require(lines.last)))
        let next = cargo["next_expected_text"] ?? ""
        return [cargo["transport_status"], cargo["routing_status"], cargo["is_misdirected"], next.isEmpty ? "-" : next]
            .compactMap(\.self).joined(separator: " ")
    }
}
