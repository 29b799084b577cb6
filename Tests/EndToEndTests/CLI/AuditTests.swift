import Foundation
import Testing

@Suite("Who changed what", .waitsForProcesses)
struct AuditTests {
    private static let user = CommandLineTool.user

    /// A tool with the cargos ABC, which was booked and received by commands, and IMP, which was imported.
    private static func tool() throws -> CommandLineTool {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try cli.file(
            "bookings.csv",
            "tracking_id,origin,destination,customer_id,arrival_deadline\nIMP,HKHKG,SESTO,ACME,2026-06-01T00:00:00Z\n"
        )
        let (second, third) = (["CARGO_NOW": "2026-03-02T08:00:00Z"], ["CARGO_NOW": "2026-03-03T08:00:00Z"])
        #expect(try cli("book", "import", "bookings.csv", environment: second).status == 0)
        #expect(try cli("hold", "place", "ABC", "customs", "--reason", "Seal", environment: third).status == 0)
        return cli
    }

    @Test func `a cargo's trail is a table, JSON and CSV`() throws {
        let cli = try Self.tool()
        let table = try cli("audit", "IMP")
        #expect(table.status == 0, "\(table.notes)")
        let lines = table.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines == ["TIME WHO WHAT ID REQUEST", "2026-03-02 08:00 import:\(Self.user) Cargo booked IMP"])
        #expect(
            try cli("audit", "IMP", "-o", "csv").output
                == "sequence,occurred_at,actor,type,aggregate_type,aggregate_id,aggregate_version,correlation_id,event_id\r\n"
                + "2,2026-03-02T08:00:00.000Z,import:\(Self.user),CargoBooked,Cargo,IMP,1,,Cargo:IMP:1:0\r\n"
        )
        let json = try cli("audit", "IMP", "-o", "json").output
        let start = #"[{"actor":"import:\#(Self.user)","aggregateId":"IMP","aggregateType":"Cargo","aggregateVersion":1,"#
        #expect(json.hasPrefix(start), "\(json)")
        #expect(try cli("audit", "IMP", "-o", "ndjson").output + "" == json.dropFirst().dropLast(2) + "\n")
    }

    @Test func `the whole trail is found by actor and by time`() throws {
        let cli = try Self.tool()
        func types(_ words: String...) throws -> [Substring] {
            let run = try cli.run(["audit", "-o", "csv"] + words)
            #expect(run.status == 0, "\(run.notes)")
            return run.output.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] }
        }
        #expect(try types() == ["CargoBooked", "CargoBooked", "CargoHeld"])
        #expect(try types("--actor", "import") == ["CargoBooked"])
        #expect(try types("--actor", "cli:\(Self.user)") == ["CargoBooked", "CargoHeld"])
        #expect(try types("--actor", "cli:\(Self.user)x") == [])
        #expect(try types("--since", "2026-03-02T08:00:00Z") == ["CargoBooked", "CargoHeld"])
        #expect(try types("--since", "2026-03-02T08:00:00Z", "--until", "2026-03-03T08:00:00Z") == ["CargoBooked"])
        #expect(try types("ABC", "--since", "2026-03-02T00:00:00Z") == ["CargoHeld"])
    }

    @Test func `an unknown cargo, and what isn't an actor or a time, are errors`() throws {
        let cli = try Self.tool()
        #expect(try cli("audit", "NOBODY").status == 3)
        for words in [["--since", "yesterday"], ["--until", ""], ["a b"]] {
            let run = try cli.run(["audit"] + words)
            #expect(run.status == 64 || run.status == 65 || run.status == 1, "\(words): \(run.status)")
            #expect(run.output.isEmpty && !run.notes.isEmpty, "\(words)")
        }
        let none = try cli("audit", "--actor", "token:ops")
        #expect(none.output.isEmpty && none.notes == "No changes.\n")
    }

    @Test func `the trail of an archived cargo comes from its archive, also after trimming`() throws {
        let cli = try Self.tool()
        #expect(try cli("cancel", "IMP", "--reason", "Not needed").status == 0)
        let before = try cli("audit", "IMP", "-o", "ndjson").output
        let later = ["CARGO_NOW": "2027-06-01T00:00:00Z"]
        try FileManager.default.createDirectory(at: cli.directory.appending(path: "archives"), withIntermediateDirectories: true)
        #expect(try cli("store", "archive", "--to", "archives/2026.jsonl.gz", environment: later).status == 0)
        let gone = try cli("audit", "IMP")
        #expect(gone.status == 3 && gone.notes.contains("It is in the archive ‘2026’."), "\(gone.notes)")
        let held = try cli("audit", "IMP", "--archives", "archives", "-o", "ndjson").output
        #expect(held.hasPrefix(before) && held.contains(#""type":"CargoArchived""#), "\(held)")
        let muchLater = ["CARGO_NOW": "2028-06-01T00:00:00Z"]
        #expect(try cli("store", "trim", "--include-stored-cargos", environment: muchLater).status == 0)
        #expect(try cli("audit", "-o", "ndjson").output == "")
        #expect(try cli("audit", "IMP", "--archives", "archives", "-o", "ndjson").output == before)
        let export = try cli("customer", "export", "ACME", "--archives", "archives").output
        #expect(export.contains(#""type":"CargoBooked""#) && !export.contains("import:"), "\(export)")
    }
}
