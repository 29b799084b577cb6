import Foundation
import Testing

@Suite("Vessel schedules of carriers are imported, once and as they appear", .waitsForProcesses)
struct ScheduleTests {
    /// One day's file: a ship that becomes later, calls that are over and aren't shown any more, and one that is omitted in the end.
    private static func file(day: Int) -> String {
        func time(_ type: String, _ classifier: String, _ time: String) -> String {
            #"{"eventTypeCode":"\#(type)","eventClassifierCode":"\#(classifier)","eventDateTime":"2026-\#(time)T06:00:00Z"}"#
        }
        func call(_ port: String, _ imported: String, _ exported: String, _ times: [String], _ more: String = "") -> String {
            """
            {"carrierImportVoyageNumber":"\(imported)","carrierExportVoyageNumber":"\(exported)",\
            "location":{"locationType":"UNLO","UNLocationCode":"\(port)"},"timestamps":[\(times.joined(separator: ","))]\(more)}
            """
        }
        let late = 26 + day
        let arrival = late <= 31 ? "03-\(late)" : "04-0\(late - 31)"
        var calls = [
            call("JPTYO", "610E", "610E", [time("ARRI", "PLN", "03-09"), time("DEPA", "PLN", "03-10"), time("DEPA", "EST", "03-1\(day)")]),
            call("USNYC", "610E", "615W", [time("ARRI", "PLN", "03-26"), time("ARRI", "EST", arrival), time("DEPA", "PLN", "03-28")]),
            call("SESTO", "615W", "615W", [time("ARRI", "PLN", "04-07")], day == 7 ? #","statusCode":"OMIT""# : ""),
            call("DEHAM", "615W", "620E", [time("ARRI", "PLN", "04-10")]),
        ]
        if day < 4 { calls.insert(call("HKHKG", "9999R", "610E", [time("DEPA", "PLN", "03-05")]), at: 0) }
        let ship = #""vesselIMONumber":"9074729","vesselName":"EVER GIVEN","isDummyVessel":false,"vesselOperatorSMDGLinerCode":"EMC""#
        return #"[{"carrierServiceCode":"FE1","vesselSchedules":[{\#(ship),"transportCalls":[\#(calls.joined(separator: ","))]}]}]"#
    }

    @Test func `a week of schedules, each newer than the last, through a watched directory`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        #expect(try cli("voyage", "import", "--format", "ovs", cli.file("first.json", Self.file(day: 0))).status == 0)
        try cli.book()
        let assigned = try cli(
            "route",
            "assign",
            "ABC",
            "--itinerary",
            "-",
            input: """
                {"legs":[{"loadLocation":"HKHKG","loadTime":"2026-03-05T06:00:00Z","unloadLocation":"USNYC","unloadTime":"2026-03-26T06:00:00Z",\
                "voyageNumber":"9074729-610E"},{"loadLocation":"USNYC","loadTime":"2026-03-28T06:00:00Z","unloadLocation":"SESTO",\
                "unloadTime":"2026-04-07T06:00:00Z","voyageNumber":"9074729-615W"}]}
                """
        )
        try #require(assigned.status == 0, "\(assigned.notes)")
        try FileManager.default.createDirectory(at: cli.directory.appending(path: "in"), withIntermediateDirectories: false)
        for day in 1...7 { try cli.file("in/day\(day).json", Self.file(day: day)) }
        try cli.file("in/day8.json", "[{")
        try cli.file("in/scans.csv", "x\n")
        let run = try cli.shell(
            """
            "$CLI" voyage import --format ovs --watch in & pid=$!
            for _ in $(seq 600); do [ -e in/failed/day8.json ] && break; kill -0 $pid 2>/dev/null || break; sleep 0.1; done
            kill -9 $pid 2>/dev/null
            wait $pid
            """
        )
        #expect(run.notes.contains("‘day1.json’:"), "\(run.notes)")
        #expect(run.output.contains("ABC"), "\(run.output)")
        #expect(cli.exists("in/failed/day8.json") && cli.exists("in/imported/day7.json") && cli.exists("in/scans.csv"), "\(run.notes)")

        let voyage = try cli("voyage", "show", "9074729-610E", "-o", "json").output
        // The first call is kept though the later files don't show it, and the plan stays the plan.
        #expect(
            voyage.contains(
                #""schedule":[{"arrivalLocation":"JPTYO","arrivalTime":"2026-03-09T06:00:00.000Z","departureLocation":"HKHKG""#
            ),
            "\(voyage)"
        )
        #expect(voyage.contains(#""time":"2026-04-02T06:00:00.000Z""#), "\(voyage)")
        let next = try cli("voyage", "show", "9074729-615W", "-o", "json").output
        #expect(!next.contains("SESTO"), "\(next)")
        #expect(try cli("track", "ABC", "-o", "json").output.contains(#""disruption""#))

        let before = try cli.records()
        let again = try cli("voyage", "import", "--format", "ovs", "in/imported/day7.json", "-o", "json")
        #expect(again.output.contains(#""updated":0"#), "\(again.output)")
        #expect(try cli.records() == before)
    }

    @Test func `a dry run writes nothing, and rejected calls are written with their paths`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let before = try cli.records()
        let bad = Self.file(day: 1).replacingOccurrences(of: "DEHAM", with: "D")
        let run = try cli("voyage", "import", "--format", "ovs", cli.file("a.json", bad), "--dry-run", "--rejects", "rejects", "-o", "json")
        #expect(run.status == 4, "\(run.notes)")
        #expect(run.output.contains(#""added":1"#), "\(run.output)")
        #expect(
            try cli.text("rejects").contains(
                #"{"code":"un_locode_invalid","line":0,"path":"[0].vesselSchedules[0].transportCalls[4].location.UNLocationCode""#
            )
        )
        #expect(try cli.records() == before)
        for words in [["handle", "import", "a.json", "--format", "ovs"], ["location", "import", "--format", "ovs", "--watch", "in"]] {
            let refused = try cli.run(words)
            #expect(refused.status == 64)
            #expect(refused.notes.contains("The format ovs is only for voyages."), "\(refused.notes)")
        }
    }
}
