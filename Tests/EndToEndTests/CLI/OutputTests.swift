import Foundation
import Testing

@Suite("Data goes to standard output in the requested format", .waitsForProcesses)
struct OutputTests {
    static let abc = """
        {"arrivalDeadline":"2026-06-01T00:00:00.000Z","bookingStatus":"CONFIRMED","customerId":"ACME","destination":"SESTO",\
        "isDisrupted":false,"isHeld":false,"isLate":false,"isMisdirected":false,"origin":"HKHKG",\
        "routingStatus":"NOT_ROUTED","trackingId":"ABC","transportStatus":"NOT_RECEIVED"}
        """
    static let tracked = """
        {"arrivalDeadline":"2026-06-01T00:00:00.000Z","bookingStatus":"CONFIRMED","customerId":"ACME","destination":{"name":"Stockholm","unLocode":"SESTO"},"events":[],\
        "isLate":false,"isMisdirected":false,"isUnloadedAtDestination":false,"legs":[],"origin":{"name":"Hong Kong","unLocode":"HKHKG"},\
        "routingStatus":"NOT_ROUTED","statusText":"Not received","trackingId":"ABC","transportStatus":"NOT_RECEIVED"}
        """

    struct Case: Sendable {
        let words: String
        let output: String
        var input: String?
    }

    /// Commands on a store with ports, voyages and two cargos, in an order in which they don't affect each other's output.
    static let cases: [Case] = [
        Case(words: "list -o json", output: "[\(abc),\(abc.replacingOccurrences(of: "ABC", with: "XYZ"))]\n"),
        Case(words: "list -o ndjson --limit 1", output: "\(abc)\n"),
        Case(words: "list -o ndjson --after abc", output: "\(abc.replacingOccurrences(of: "ABC", with: "XYZ"))\n"),
        Case(words: "list -o json --customer NOBODY", output: "[]\n"),
        Case(words: "list -o json --routing-status routed", output: "[]\n"),
        Case(words: "list -o json --transport-status not-received --limit 1", output: "[\(abc)]\n"),
        Case(words: "list -o json --misdirected", output: "[]\n"),
        Case(words: "list -o json --late", output: "[]\n"),
        Case(words: "list -o json --disrupted", output: "[]\n"),
        Case(words: "list -o json --cancelled", output: "[]\n"),
        Case(words: "list -o json --overdue PT0S", output: "[]\n"),
        Case(words: "list --customer NOBODY", output: ""),
        Case(words: "list -o ndjson --customer NOBODY", output: ""),
        Case(
            words: "list -o csv --limit 1",
            output: "tracking_id,customer_id,origin,destination,arrival_deadline,transport_status,routing_status,is_misdirected,"
                + "booking_status,estimated_arrival,is_late,is_disrupted,is_held,references,disrupted_by,disrupted_at,delay_hours\r\n"
                + "ABC,ACME,HKHKG,SESTO,2026-06-01T00:00:00.000Z,NOT_RECEIVED,NOT_ROUTED,false,CONFIRMED,,false,false,false,,,,\r\n"
        ),
        Case(
            words: "list",
            output: """
                TRACKING ID  CUSTOMER  FROM   TO     DEADLINE          TRANSPORT     ROUTING     ARRIVAL  STATE
                ABC          ACME      HKHKG  SESTO  2026-06-01 00:00  not received  not routed           no route yet
                XYZ          ACME      HKHKG  SESTO  2026-06-01 00:00  not received  not routed           no route yet

                """
        ),
        Case(words: "track ABC -o json", output: "\(tracked)\n"),
        Case(words: "track abc XYZ -o json", output: "[\(tracked),\(tracked.replacingOccurrences(of: "ABC", with: "XYZ"))]\n"),
        Case(words: "track - -o ndjson", output: "\(tracked)\n", input: "  abc\n"),
        Case(
            words: "track ABC",
            output: """
                ABC  Not received  no route yet
                  Customer  ACME
                  Journey   Hong Kong (HKHKG) → Stockholm (SESTO)
                  Deadline  2026-06-01 00:00 UTC

                """
        ),
        Case(words: "route candidates ABC -o json --limit 1", output: "[\(CommandLineTool.itinerary)]\n"),
        Case(words: "route candidates ABC -o json --max-legs 1", output: "[]\n"),
        Case(words: "route candidates ABC -o json --min-connection P30D", output: "[]\n"),
        Case(
            words: "route candidates ABC -o csv --limit 1",
            output: "candidate,voyage_number,load_location,load_time,unload_location,unload_time\r\n"
                + "1,V100,HKHKG,2026-03-05T06:00:00.000Z,USNYC,2026-03-26T12:00:00.000Z\r\n"
                + "1,V200,USNYC,2026-03-27T08:00:00.000Z,SESTO,2026-04-07T16:00:00.000Z\r\n"
        ),
        Case(words: "location show sesto -o json", output: #"{"name":"Stockholm","unLocode":"SESTO"}"# + "\n"),
        Case(words: "location show SESTO", output: "Stockholm (SESTO)\n"),
        Case(words: "location search HO -o csv", output: "un_locode,name\r\nHKHKG,Hong Kong\r\nSESTO,Stockholm\r\n"),
        Case(words: "location search zzz -o json", output: "[]\n"),
        Case(words: "location search zzz -o csv", output: "un_locode,name\r\n"),
        Case(words: "location add segot Göteborg -o json", output: #"{"name":"Göteborg","unLocode":"SEGOT"}"# + "\n"),
        Case(words: "location list -o ndjson", output: locations),
        Case(
            words: "voyage show V300 -o json",
            output: """
                {"schedule":[{"arrivalLocation":"DEHAM","arrivalTime":"2026-04-04T20:00:00.000Z","departureLocation":"JPTYO",\
                "departureTime":"2026-03-14T08:00:00.000Z"}],"version":1,"voyageNumber":"V300"}

                """
        ),
        Case(
            words: "voyage list",
            output: """
                VOYAGE  FROM   DEPARTS           TO     ARRIVES           STOPS
                V100    HKHKG  2026-03-05 06:00  USNYC  2026-03-26 12:00      3
                V200    USNYC  2026-03-27 08:00  SESTO  2026-04-07 16:00      2
                V300    JPTYO  2026-03-14 08:00  DEHAM  2026-04-04 20:00      2
                V400    DEHAM  2026-04-06 06:00  FIHEL  2026-04-10 08:00      3

                """
        ),
        Case(words: "voyage add V9 - -o json", output: #"{"version":1,"voyageNumber":"V9"}"# + "\n", input: BadInputTests.schedule),
        Case(words: "voyage add V9 -", output: "V9\n", input: BadInputTests.schedule),
        Case(
            words: "voyage reschedule V9 - -o json",
            output: #"{"affectedCargos":[],"version":2,"voyageNumber":"V9"}"# + "\n",
            input: BadInputTests.schedule.replacingOccurrences(of: "03-05", with: "03-06")
        ),
        Case(
            words: "route assign XYZ --itinerary - -o json",
            output: #"{"trackingId":"XYZ","version":2}"# + "\n",
            input: CommandLineTool.itinerary
        ),
        Case(
            words: "voyage reschedule V200 -",
            output: """
                TRACKING ID  ARRIVAL           DELAY                EFFECT
                XYZ          2026-04-10 00:00  2 days 8 hours late  in time

                """,
            input: """
                [{"arrivalLocation":"SESTO","arrivalTime":"2026-04-10T00:00:00Z","departureLocation":"USNYC",\
                "departureTime":"2026-03-28T00:00:00Z"}]
                """
        ),
        Case(
            words: "handle receive ABC --at hkhkg -o json",
            output: """
                {"event":{"completionTime":"2026-03-01T08:00:00.000Z","location":"HKHKG","registrationTime":"2026-03-01T08:00:00.000Z",\
                "trackingId":"ABC","type":"RECEIVE"},"isNew":true}

                """
        ),
        Case(
            words: "handle receive ABC --at HKHKG -o csv",
            output:
                "tracking_id,type,un_locode,voyage_number,completion_time,is_new\r\nABC,RECEIVE,HKHKG,,2026-03-01T08:00:00.000Z,false\r\n"
        ),
        Case(words: "route change-destination ABC FIHEL -o json", output: #"{"trackingId":"ABC","version":3}"# + "\n"),
        Case(words: "route change-deadline ABC 2026-07-01T00:00:00+02:00 -o ndjson", output: #"{"trackingId":"ABC","version":4}"# + "\n"),
        Case(words: "route specify ABC --destination SESTO", output: "ABC\n"),
        Case(
            words: "events --limit 1",
            output: """
                {"actor":"cli:USER","aggregateId":"ABC","aggregateType":"Cargo","aggregateVersion":1,"data":{"customerId":"ACME","origin":"HKHKG",\
                "routeSpecification":{"arrivalDeadline":"2026-06-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"}},\
                "eventId":"Cargo:ABC:1:0","occurredAt":"2026-03-01T08:00:00.000Z","schemaVersion":2,"sequence":1,"type":"CargoBooked"}

                """
        ),
        Case(words: "events --after 1000 -o json", output: "[]\n"),
        Case(
            words: "location import - -o json",
            output: #"{"added":1,"read":3,"rejected":0,"renamed":1,"skipped":0,"unchanged":1,"warnings":0}"# + "\n",
            input: "un_locode,name\nsesto,Stockholm\nFIHEL,Helsingfors\nNLRTM,Rotterdam\n"
        ),
        Case(words: "store verify -o json", output: "[]\n"),
    ]

    static let locations = """
        {"name":"Hamburg","unLocode":"DEHAM"}
        {"name":"Helsinki","unLocode":"FIHEL"}
        {"name":"Hong Kong","unLocode":"HKHKG"}
        {"name":"Tokyo","unLocode":"JPTYO"}
        {"name":"Göteborg","unLocode":"SEGOT"}
        {"name":"Stockholm","unLocode":"SESTO"}
        {"name":"New York","unLocode":"USNYC"}

        """

    @Test func `every command prints exactly the expected data`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let booked = try cli(
            "book",
            "--origin",
            " hkhkg ",
            "--destination",
            "sesto",
            "--deadline",
            " 2026-06-01T00:00:00Z",
            "--customer",
            "ACME",
            "--tracking-id",
            "xyz",
            "-o",
            "json"
        )
        #expect(booked.output == #"{"trackingId":"XYZ"}"# + "\n")
        for example in Self.cases {
            let words = example.words.split(separator: " ").map { String($0) }
            let run = try cli.run(words, input: example.input.map { .init($0.utf8) })
            #expect(run.status == 0, "\(example.words): \(run.notes)")
            #expect(run.output.replacing("cli:\(CommandLineTool.user)", with: "cli:USER") == example.output, "\(example.words)")
        }
    }

    @Test func `a limit reports that there are more cargos, and how to continue`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        try cli.book("A-1")
        for id in ["A-2", "A-3"] {
            #expect(
                try cli.run(["book"] + BadInputTests.book.split(separator: " ").map { String($0) } + ["--tracking-id", id]).status == 0
            )
        }
        let first = try cli("list", "--limit", "2", "-o", "csv")
        #expect(first.output.split(separator: "\r\n").count == 3)
        #expect(first.notes == "There are more cargos. Continue with --after A-2\n")
        let rest = try cli("list", "--limit", "2", "--after", "A-2", "-o", "csv")
        #expect(rest.output.split(separator: "\r\n").count == 2)
        #expect(rest.notes.isEmpty)
        #expect(try cli("list", "--limit", "3", "-q").output.split(separator: "\n").count == 4)
        #expect(try cli("list", "--limit", "3").notes.isEmpty)
        #expect(
            try cli("list", "--limit", "1", "--routing-status", "not-routed").notes == "There are more cargos. Continue with --after A-1\n"
        )
    }

    @Test func `the cargos in a port are listed by its code`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try cli.book("XYZ")
        func listed(_ arguments: String...) throws -> [String] {
            try cli.run(["list", "-o", "csv"] + arguments).output.split(separator: "\r\n").dropFirst().map { String($0.prefix(3)) }
        }
        #expect(try listed("--at", "HKHKG") == [])
        #expect(try cli("handle", "receive", "XYZ", "--at", "HKHKG").status == 0)
        #expect(try listed("--at", "hkhkg") == ["XYZ"])
        let refused = try cli("list", "--at", "Hamburg")
        #expect(refused.status == 64)
        #expect(refused.notes.contains("--at: ‘Hamburg’ is not a UN/LOCODE."))
    }

    @Test func `a cargo is late if its estimated arrival is at its deadline or after it`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try cli.book("XYZ")
        #expect(try cli("route", "assign", "XYZ", "--candidate", "1").status == 0)
        func late() throws -> [Substring] {
            try cli("list", "--late", "-o", "csv").output.split(separator: "\r\n").dropFirst().map { $0.prefix(3) }
        }
        // The route ends at 2026-04-07T16:00:00Z.
        #expect(try cli("route", "change-deadline", "XYZ", "2026-04-07T16:00:00.001Z").status == 0)
        #expect(try late() == [])
        #expect(try cli("track", "XYZ", "--exit-status").status == 0)
        #expect(try cli("route", "change-deadline", "XYZ", "2026-04-07T16:00:00Z").status == 0)
        #expect(try late() == ["XYZ"])
        let tracked = try cli("track", "XYZ", "--exit-status")
        #expect(tracked.status == 5)
        #expect(tracked.output.hasPrefix("XYZ  Not received  late\n"))
        #expect(try cli("track", "XYZ", "-o", "json").output.contains(#""isLate":true"#))
    }

    @Test func `a dry run prints the result and writes nothing`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let before = try cli.records()
        let commands: [(String, String?)] = [
            ("book --origin HKHKG --destination SESTO --deadline 2026-06-01T00:00:00Z --customer ACME --idempotency-key k1", nil),
            ("route assign ABC --candidate 1", nil), ("route change-destination ABC FIHEL", nil),
            ("route change-deadline ABC 2026-07-01T00:00:00Z", nil), ("route specify ABC --destination FIHEL", nil),
            ("handle receive ABC --at HKHKG", nil), ("location add SEGOT Goteborg", nil),
            ("voyage add V9 -", BadInputTests.schedule), ("voyage reschedule V300 -", BadInputTests.schedule),
            ("voyage report V100 --at USNYC --end arrival --status estimated --time 2026-03-28T00:00:00Z", nil),
            ("voyage describe V100 --carrier MAEU", nil), ("voyage roll-over V100 --at HKHKG --to V200", nil),
            ("hold place ABC customs --reason Inspection", nil), ("hold release ABC customs", nil),
            ("pickup-deadline ABC 2026-06-08T00:00:00Z", nil),
            ("voyage import - --update", CommandLineTool.voyages.replacingOccurrences(of: "2026-03-26", with: "2026-03-28")),
            ("location import -", "un_locode,name\nSEGOT,Göteborg\n"),
            ("voyage import -", CommandLineTool.voyages.replacingOccurrences(of: "\nV", with: "\nW")),
            ("handle import -", "completion_time,tracking_id,type,un_locode\n2026-03-01T00:00:00Z,ABC,RECEIVE,HKHKG\n"),
        ]
        for (words, input) in commands {
            let run = try cli.run(words.split(separator: " ").map { String($0) } + ["--dry-run"], input: input.map { .init($0.utf8) })
            #expect(run.status == 0, "\(words): \(run.notes)")
            #expect(run.notes.contains("dry run") || run.notes.contains("nothing was written"), "\(words): \(run.notes)")
        }
        #expect(
            try cli.run(["book"] + BadInputTests.book.split(separator: " ").map { String($0) } + ["--tracking-id", "ABC", "--dry-run"])
                .status == 1
        )
        #expect(try cli.records() == before)
    }

    @Test func `with several cargos, the command is partly done if some fail`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let some = try cli("handle", "receive", "ABC", "NOBODY", "--at", "HKHKG", "-o", "json")
        #expect(some.status == 4)
        #expect(some.output.hasPrefix(#"[{"event":"#))
        #expect(some.notes.contains("cargo_not_found"))
        #expect(try cli("handle", "receive", "NOBODY", "NOONE", "--at", "HKHKG").status == 3)
        let tracked = try cli("track", "NOBODY", "ABC", "-o", "ndjson")
        #expect(tracked.status == 3)
        #expect(tracked.output.split(separator: "\n").count == 1)
        #expect(tracked.notes.contains("cargo_not_found"))
    }

    @Test func `repeating a booking with the same idempotency key books once`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let words = ["book"] + BadInputTests.book.split(separator: " ").map { String($0) } + ["--idempotency-key", "order-1"]
        let first = try cli.run(words)
        #expect(first.status == 0)
        #expect(try cli.run(words).output == first.output)
        #expect(try cli("list", "-o", "ndjson").output.split(separator: "\n").count == 1)
        #expect(try cli.run(words + ["--customer", "OTHER"]).status == 1)
    }

    @Test func `watching prints each change, and ends when the cargo is claimed`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let run = try cli.shell(
            """
            "$CLI" track ABC --watch -o ndjson > watched & watcher=$!
            while [ ! -s watched ]; do sleep 0.05; done
            "$CLI" handle receive ABC --at HKHKG -q > /dev/null
            "$CLI" handle claim ABC --at HKHKG -q > /dev/null
            wait $watcher
            """
        )
        #expect(run.status == 0, "\(run.notes)")
        let views = try cli.text("watched").split(separator: "\n")
        #expect(views.first?.contains(#""transportStatus":"NOT_RECEIVED""#) == true)
        #expect(views.last?.contains(#""transportStatus":"CLAIMED""#) == true)
        #expect(try cli("track", "ABC", "--watch", "-q").status == 0)
    }

    @Test func `following the events prints later ones, too`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let run = try cli.shell(
            """
            "$CLI" events --follow --limit 2 > followed & follower=$!
            while [ ! -s followed ]; do sleep 0.05; done
            "$CLI" route change-deadline ABC 2026-07-01T00:00:00Z -q > /dev/null
            wait $follower
            """
        )
        #expect(run.status == 0, "\(run.notes)")
        let types = try cli.text("followed").split(separator: "\n").map { $0.suffix(25) }
        #expect(types.count == 2 && types[1].contains("DeadlineChanged"))
    }
}
