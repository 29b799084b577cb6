import Foundation
import Testing

@Suite("Many cargos at once", .waitsForProcesses)
struct ManyCargosTests {
    /// Books cargos from Hong Kong to Stockholm, with the ids C001 and so on; those with an even number belong to BETA.
    private func givenCargos(_ count: Int) throws -> CommandLineTool {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let rows = (1...count).map { number in
            let id = "C" + String(String(1000 + number).dropFirst())
            return "HKHKG,SESTO,2026-06-01T00:00:00Z,\(number.isMultiple(of: 2) ? "BETA" : "ACME"),\(id),booking:BKG\(number % 2)"
        }
        let header = "origin,destination,arrival_deadline,customer_id,tracking_id,references"
        let run = try cli("book", "import", cli.file("bookings.csv", ([header] + rows).joined(separator: "\n") + "\n"))
        try #require(run.status == 0, "\(run.notes)")
        return cli
    }

    private func ids(_ cli: CommandLineTool, _ conditions: String...) throws -> [Substring] {
        try cli.run(["list", "--ids"] + conditions).output.split(separator: "\n")
    }

    @Test func `cargos are named, read from standard input, or chosen by a reference or by conditions`() throws {
        let cli = try givenCargos(4)
        let named = try cli("hold", "place", "C001", "c002", "NONE1", "customs", "--reason", "Inspection", "-o", "csv")
        #expect(named.status == 4)
        #expect(
            named.output == "tracking_id,result,code\r\nC001,changed,\r\nC002,changed,\r\nNONE1,failed,cargo_not_found\r\n"
        )
        #expect(named.notes.contains("3 cargos: 2 changed, 1 failed"))
        let read = try cli("hold", "place", "-", "customs", "--reason", "Inspection", "-o", "csv", input: "C001 C003\n")
        #expect(read.status == 0 && read.output.contains("C001,unchanged") && read.output.contains("C003,changed"))
        #expect(try ids(cli, "--held") == ["C001", "C002", "C003"])
        let released = try cli("hold", "release", "--hold", "customs", "--customer", "BETA", "customs", "-o", "csv")
        #expect(released.output == "tracking_id,result,code\r\nC002,changed,\r\n")
        let referred = try cli("reference", "add", "--reference", "BOOKING:BKG1", "customer", "PO-4711", "-o", "ndjson")
        #expect(
            referred.output == "{\"result\":\"changed\",\"trackingId\":\"C001\"}\n{\"result\":\"changed\",\"trackingId\":\"C003\"}\n"
        )
        #expect(try ids(cli, "--reference", "CUSTOMER:PO-4711") == ["C001", "C003"])
        #expect(try ids(cli, "--held", "--unrouted") == ["C001", "C003"])
        #expect(try ids(cli, "--held", "--late") == [] && ids(cli, "--held", "--late", "--any") == ["C001", "C003"])
        let all = try cli("route", "assign", "--unrouted", "--candidate", "1")
        #expect(all.status == 0 && all.notes.contains("4 cargos: 4 changed"))
        #expect(try ids(cli, "--voyage", "V100", "--at", "HKHKG").count == 4)
        #expect(try cli("route", "change-deadline", "--voyage", "V100", "2026-05-01T00:00:00Z").status == 0)
        #expect(try cli("cancel", "--customer", "BETA", "--reason", "Withdrawn").status == 0)
        #expect(try cli("reinstate", "--cancelled").notes.contains("2 cargos: 2 changed"))
    }

    @Test func `cargos are changed at once, and printed in their order, also one that is named twice`() throws {
        let cli = try givenCargos(100)
        let names = (1...100).map { "C" + String(String(1000 + $0).dropFirst()) }
        let run = try cli(
            "hold",
            "place",
            "-",
            "customs",
            "--reason",
            "Inspection",
            "-o",
            "csv",
            input: ([names[0]] + names).joined(separator: "\n")
        )
        let lines = ["tracking_id,result,code", "C001,changed,", "C001,unchanged,"] + names.dropFirst().map { "\($0),changed," }
        #expect(run.status == 0 && run.output == lines.map { $0 + "\r\n" }.joined())
        // By its id and by each of its references at once.
        for number in 1...7 { try #require(try cli("reference", "add", "C002", "customer", "PO-\(number)").status == 0) }
        let one = ["C002"] + (1...7).map { "CUSTOMER:PO-\($0)" }
        let released = try cli.run(["hold", "release"] + one + ["customs", "-o", "csv"])
        #expect(released.status == 0 && released.output.components(separatedBy: "C002,").count == 9, "\(released.output)")
    }

    @Test func `the routes of several cargos are one list, with the tracking ids`() throws {
        let cli = try givenCargos(3)
        let one = try cli("route", "candidates", "C001", "-o", "ndjson").output
        let all = try cli("route", "candidates", "--unrouted", "-o", "ndjson")
        let lines = ["C001", "C002", "C003"].map { one.dropLast(2) + #","trackingId":"\#($0)"}"# + "\n" }
        #expect(all.status == 0 && all.output == lines.joined())
        let csv = try cli("route", "candidates", "-", "--limit", "1", "-o", "csv", input: "C003 C001\n")
        #expect(
            csv.output == """
                tracking_id,candidate,voyage_number,load_location,load_time,unload_location,unload_time\r
                C003,1,V100,HKHKG,2026-03-05T06:00:00.000Z,USNYC,2026-03-26T12:00:00.000Z\r
                C003,1,V200,USNYC,2026-03-27T08:00:00.000Z,SESTO,2026-04-07T16:00:00.000Z\r
                C001,1,V100,HKHKG,2026-03-05T06:00:00.000Z,USNYC,2026-03-26T12:00:00.000Z\r
                C001,1,V200,USNYC,2026-03-27T08:00:00.000Z,SESTO,2026-04-07T16:00:00.000Z\r

                """
        )
        #expect(try cli("route", "change-deadline", "C002", "2026-04-07T10:00:00Z").status == 0)
        let table = try cli("route", "candidates", "C001", "C002", "NONE1")
        #expect(table.status == 4 && table.notes.contains("C002 has no route that meets its deadline.") && table.notes.contains("NONE1"))
        #expect(
            table.output == """
                TRACKING ID  #  DEPARTS           ARRIVES           ROUTE
                C001         1  2026-03-05 06:00  2026-04-07 16:00  HKHKG –V100→ USNYC –V200→ SESTO

                """
        )
        #expect(try cli("route", "candidates", "C001", "C002", "--too-late").output.contains("C002         1  2026-03-05 06:00"))
        #expect(try cli("route", "candidates", "NONE1", "NONE2").status == 3)
        #expect(try cli("route", "candidates", "--disrupted").notes.contains("No routes were found."))
        #expect(try cli("route", "candidates").status == 64 && cli("route", "candidates", "C001", "--unrouted").status == 64)
    }

    @Test func `a dry run changes nothing, and nothing is chosen by mistake`() throws {
        let cli = try givenCargos(2)
        let before = try cli.records()
        let dry = try cli("route", "assign", "--unrouted", "--candidate", "1", "--dry-run")
        #expect(dry.status == 0 && dry.notes.contains("2 cargos: 2 changed") && dry.notes.contains("this was a dry run"))
        for words in [
            ["hold", "release", "customs"], ["cancel", "--reason", "x"], ["route", "assign", "--candidate", "1"], ["pickup-deadline"],
            ["hold", "release", "C001", "customs", "--held"], ["hold", "place", "--held", "--reason", "x"],
        ] {
            let run = try cli.run(words)
            #expect(run.status == 64 && run.output.isEmpty, "\(words): \(run.notes)")
        }
        for words in [
            ["pickup-deadline", "C001", "tomorrow"], ["cancel", "C001", "C002,C003", "--reason", "x"],
            ["hold", "place", "C001", "C002", "--reason", "x"],
        ] {
            let run = try cli.run(words)
            #expect(run.status == 65, "\(words): \(run.notes)")
        }
        let none = try cli("route", "assign", "--disrupted", "--candidate", "1")
        #expect(none.status == 0 && none.output.isEmpty && none.notes.contains("No cargos match"))
        let missing = try cli("hold", "place", "NONE1", "NONE2", "customs", "--reason", "x")
        #expect(missing.status == 3)
        #expect(try cli.records() == before)
    }

    @Test func `a morning takes seven commands`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        try #require(
            try cli(
                "voyage",
                "import",
                cli.file(
                    "late.csv",
                    """
                    voyage_number,departure_location,departure_time,arrival_location,arrival_time
                    V210,USNYC,2026-04-02T08:00:00Z,SESTO,2026-04-14T16:00:00Z

                    """
                )
            ).status == 0
        )
        let cargos = 1...20
        let bookings = cargos.map { "HKHKG,SESTO,2026-06-01T00:00:00Z,ACME,M\(100 + $0),customer:PO-\($0) ; booking:BKG7" }
        try cli.file(
            "bookings.csv",
            (["origin,destination,arrival_deadline,customer_id,tracking_id,references"] + bookings).joined(separator: "\n") + "\n"
        )
        let scans = cargos.flatMap { number in
            [
                "2026-03-04T10:00:00Z,M\(100 + number),RECEIVE,HKHKG,", "2026-03-05T05:00:00Z,M\(100 + number),LOAD,HKHKG,V100",
            ]
        }
        try cli.file("scans.csv", (["completion_time,tracking_id,type,un_locode,voyage_number"] + scans).joined(separator: "\n") + "\n")
        let now = ["CARGO_NOW": "2026-03-06T08:00:00Z"]
        func run(_ words: String) throws -> CommandLineTool.Run {
            let run = try cli.run(words.split(separator: " ").map(String.init), environment: now)
            try #require(run.status == 0, "\(words): \(run.notes)")
            return run
        }
        _ = try run("book import bookings.csv")
        _ = try cli("route", "assign", "--unrouted", "--candidate", "1")
        _ = try run("handle import scans.csv")
        _ = try run("voyage report V100 --at USNYC --end arrival --status estimated --time 2026-03-30T12:00:00Z")
        let worklist = try run("worklist -o csv").output.split(separator: "\r\n")
        #expect(
            worklist.dropFirst() == [
                "20,20 cargos miss voyage V200 in New York (USNYC),cargo-cli route assign --disrupted --voyage V200 --at USNYC --candidate 1"
            ]
        )
        // As the list says it.
        _ = try run(String(worklist[1].split(separator: ",")[2].dropFirst("cargo-cli ".count)))
        let report = try run("list -o csv").output.split(separator: "\r\n")
        #expect(report.count == 21)
        #expect(report[1].hasSuffix(",false,false,false,\"BOOKING:BKG7; CUSTOMER:PO-1\",,,26.0"), "\(report[1])")
        #expect(try run("worklist").notes.contains("Nothing needs attention."))
    }

    @Test(arguments: ["INT", "KILL"]) func `what is interrupted and repeated changes each cargo once`(signal: String) throws {
        let cli = try givenCargos(1000)
        let run = try cli.shell(
            """
            set -m
            mkfifo rows
            "$CLI" route assign --unrouted --candidate 1 -o ndjson > rows & all=$!
            exec 3< rows
            for row in 1 2 3 4 5; do read -r line <&3; done
            kill -\(signal) $all
            wait $all; echo "status $?"
            "$CLI" route assign --unrouted --candidate 1 -q > rest
            """
        )
        #expect(run.output == "status \(signal == "INT" ? 130 : 137)\n", "\(run.notes)")
        #expect(try ids(cli, "--unrouted").isEmpty)
        let events = try cli("events", "-o", "csv", "--limit", "10000").output.split(separator: "\r\n")
        let routed = events.filter { $0.contains("CargoRouted") }.compactMap { $0.split(separator: ",").dropFirst(4).first }
        #expect(routed.count == 1000 && Set(routed).count == 1000)
        #expect(try cli("store", "verify").status == 0)
    }

    @Test func `a reschedule that is killed again and again announces each cargo once`() throws {
        let cli = try givenCargos(150)
        try #require(try cli("route", "assign", "--unrouted", "--candidate", "1").status == 0)
        let movement = """
            {"departureLocation":"USNYC","departureTime":"2026-03-25T08:00:00Z","arrivalLocation":"SESTO","arrivalTime":"2026-04-07T16:00:00Z"}
            """
        try cli.file("early.json", "[\(movement)]")
        let run = try cli.shell(
            """
            for delay in 0.05 0.1 0.2 0.3; do
                "$CLI" voyage reschedule V200 early.json -q > /dev/null & pid=$!
                sleep $delay
                kill -9 $pid 2>/dev/null
                wait $pid
            done
            "$CLI" voyage reschedule V200 early.json -o json
            """
        )
        #expect(run.status == 0, "\(run.notes)")
        #expect(run.output.components(separatedBy: #""reason":"CONNECTION_MISSED""#).count - 1 == 150, "\(run.output.prefix(300))")
        let events = try cli("events", "-o", "csv").output
        for (type, count) in ["VoyageRescheduled": 1, "RouteDisrupted": 150, "EstimatedArrivalChanged": 150] {
            #expect(events.components(separatedBy: type).count - 1 == count, "\(type)")
        }
        #expect(try cli("voyage", "reschedule", "V200", "early.json").status == 0)
        #expect(try cli("events", "-o", "csv").output == events)
    }
}
