import Foundation
import Testing

@Suite("Bookings with references, and bookings from files", .waitsForProcesses)
struct BookingTests {
    private static let header = "origin,destination,arrival_deadline,customer_id,tracking_id,idempotency_key,references\n"
    private static let fields = "hkhkg,sesto,2026-06-01T00:00:00Z,ACME"

    private static func book(_ options: String...) -> [String] {
        ["book", "--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2026-06-01T00:00:00Z", "--customer", "ACME"] + options
    }

    /// The cargos in the store.
    private func count(_ cli: CommandLineTool) throws -> Int { try cli("list", "-o", "ndjson").output.split(separator: "\n").count }

    private func references(_ id: String, _ cli: CommandLineTool) throws -> [String] {
        let view = try JSONSerialization.jsonObject(with: Data(try cli("track", id, "-o", "json").output.utf8)) as? [String: Any]
        return (view?["references"] as? [[String: String]] ?? []).map { "\($0["type"] ?? ""):\($0["value"] ?? "")" }
    }

    @Test func `book adds references, and adds what is missing when it is repeated`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let first = try cli.run(Self.book("--idempotency-key", "K1", "--reference", "container:csqu 305438-3"))
        try #require(first.status == 0, "\(first.notes)")
        let id = first.output.trimmingCharacters(in: .newlines)
        #expect(try references(id, cli) == ["CONTAINER:CSQU3054383"])
        let second = try cli.run(
            Self.book("--idempotency-key", "K1", "--reference", "Bill-of-Lading:APLU 42", "--reference", "container:CSQU3054383")
        )
        #expect(second.output == first.output)
        #expect(try references(id, cli) == ["CONTAINER:CSQU3054383", "BILL_OF_LADING:APLU 42"])
        let before = try cli.records()
        #expect(try cli.run(Self.book("--dry-run", "--reference", "booking:1")).status == 0)
        #expect(try cli.records() == before)
    }

    @Test(arguments: [
        ("CSQU3054383", "reference_type_invalid"), ("invoice:1", "reference_type_invalid"), ("container:CSQU3054384", "reference_invalid"),
        ("booking:", "reference_invalid"),
    ])
    func `an invalid reference books nothing`(text: String, code: String) throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let run = try cli.run(Self.book("--reference", "booking:1", "--reference", text, "-o", "json"))
        #expect(run.status == 65)
        #expect(run.notes.contains(#""fields":[{"code":"\#(code)","path":"references[1]"}]"#), "\(run.notes)")
        #expect(run.notes.contains("such as container:CSQU3054383.") == (code == "reference_type_invalid"))
        #expect(try count(cli) == 0)
        let boxes = try cli.run(Self.book("--reference", "container:CSQU3054383", "--reference", "equipment:BOX"))
        #expect(boxes.status == 1)
        #expect(try count(cli) == 0)
    }

    @Test func `a file is imported once, and its tracking ids are listed`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        try cli.file(
            "in.csv",
            Self.header + "\(Self.fields),AAA,,container:CSQU3054383;booking:BKG 17\n\(Self.fields),,,\n\(Self.fields),,,\n"
                + "\(Self.fields),BBB,,CSQU3054383\n"
        )
        let before = try cli.records()
        let dry = try cli("book", "import", "in.csv", "--dry-run", "-o", "csv")
        #expect(dry.status == 4)
        #expect(dry.output == "file,line,tracking_id,is_new\r\n,2,AAA,true\r\n,3,,true\r\n,4,,true\r\n")
        #expect(dry.notes.contains("Would import bookings: 4 rows (3 new, 1 rejected); nothing was written"), "\(dry.notes)")
        let twice = try cli("book", "import", "in.csv", "in.csv", "--dry-run", "-o", "json").output
        #expect(twice.hasPrefix(#"{"added":3,"#) && twice.contains(#""read":8,"rejected":2,"skipped":0,"unchanged":3,"#), "\(twice)")
        #expect(try cli.records() == before)

        let run = try cli("book", "import", "in.csv", "-o", "ndjson", "--rejects", "rejects")
        #expect(run.status == 4)
        #expect(run.output.hasPrefix(#"{"isNew":true,"line":2,"trackingId":"AAA"}"# + "\n"), "\(run.output)")
        #expect(run.output.split(separator: "\n").count == 3)
        #expect(try cli.text("rejects").hasPrefix(#"{"code":"reference_type_invalid","line":5,"path":"references","text":"#))
        #expect(try references("AAA", cli) == ["CONTAINER:CSQU3054383", "BOOKING:BKG 17"])

        let again = try cli("book", "import", "in.csv", "-o", "ndjson")
        #expect(again.output == run.output.replacingOccurrences(of: "true", with: "false"))
        #expect(try count(cli) == 3)
        let json = try cli("book", "import", "in.csv", "-o", "json").output
        #expect(json.hasPrefix(#"{"added":0,"bookings":[{"isNew":false,"line":2,"trackingId":"AAA"},"#), "\(json)")
        #expect(json.hasSuffix(#"],"read":4,"rejected":1,"skipped":0,"unchanged":3,"updated":0,"warnings":0}"# + "\n"), "\(json)")
        #expect(try cli("book", "import", "in.csv").output.hasPrefix("LINE  TRACKING ID"))
        let two = try cli("book", "import", "in.csv", "in.csv", "-o", "csv").output
        #expect(two.hasPrefix("file,line,tracking_id,is_new\r\nin.csv,2,AAA,false\r\n"), "\(two)")
    }

    @Test func `a file of another program is read with a mapping, with semicolons, and in UTF-16`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let rows = "Von;Nach;Bis;Kunde;Papiere;Rest\r\nHongkong;SESTO;01.06.2026 12:00;ACME;\"container:CSQU3054383;booking:1\";x\r\n"
        try Data([0xFF, 0xFE] + rows.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).write(
            to: cli.directory.appending(path: "in.csv")
        )
        try cli.file(
            "map.json",
            """
            {"columns":{"origin":"Von","destination":"Nach","arrival_deadline":"Bis","customer_id":"Kunde","references":"Papiere"},
             "values":{"origin":{"Hongkong":"HKHKG"}},"constants":{"tracking_id":"AAA"},
             "times":{"formats":["dd.MM.yyyy HH:mm"],"zones":{"SESTO":"UTC"}}}
            """
        )
        let run = try cli("book", "import", "in.csv", "--map", "map.json", "-o", "csv")
        #expect(run.status == 0, "\(run.notes)")
        #expect(run.output == "file,line,tracking_id,is_new\r\n,2,AAA,true\r\n")
        #expect(try references("AAA", cli) == ["CONTAINER:CSQU3054383", "BOOKING:1"])
        #expect(try cli("track", "AAA", "-o", "json").output.contains(#""arrivalDeadline":"2026-06-01T12:00:00.000Z""#))
    }

    @Test func `an import that is killed again and again books each row once, with its references`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let rows = (0..<1500).map { "\(Self.fields),,,booking:B\($0 / 2);customer:C\($0 / 2)\n" }
        try cli.file("in.csv", Self.header + rows.joined())
        let run = try cli.shell(
            """
            for delay in 0.1 0.2 0.3 0.4; do
                "$CLI" book import in.csv -q > /dev/null & pid=$!
                sleep $delay
                kill -9 $pid 2>/dev/null
                wait $pid
            done
            "$CLI" book import in.csv -o json
            """
        )
        #expect(run.status == 0, "\(run.notes)")
        #expect(run.output.contains(#""read":1500,"rejected":0"#))
        #expect(try cli("store", "verify").status == 0)
        #expect(try count(cli) == 1500)
        let exported = try cli("store", "export").output
        #expect(exported.components(separatedBy: #"{"type":"BOOKING","value":"B"#).count > 1500)
        for number in [0, 1, 400, 749] {
            let found = try cli("list", "--reference", "booking:B\(number)", "-o", "ndjson").output
            #expect(found.split(separator: "\n").count == 2, "B\(number)")
            #expect(try cli("list", "--reference", "customer:C\(number)", "-o", "ndjson").output == found)
        }
    }
}
