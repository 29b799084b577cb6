import Foundation
import Testing

@Suite("Cargos are archived and restored, events trimmed, customers erased", .waitsForProcesses)
struct RetentionTests {
    private static let later = ["CARGO_NOW": "2027-06-01T00:00:00Z"]

    /// A tool whose store has cargos CARGO-1 to CARGO-n of ACME, all cancelled but the last.
    private static func tool(cargos count: Int) throws -> CommandLineTool {
        let cli = try CommandLineTool()
        try cli("location", "import", cli.file("ports.csv", CommandLineTool.ports))
        let rows = (1...count).map { "CARGO-\($0),HKHKG,SESTO,ACME,2026-06-01T00:00:00Z,customer:Order of Smith \($0)\n" }.joined()
        let file = try cli.file("bookings.csv", "tracking_id,origin,destination,customer_id,arrival_deadline,references\n" + rows)
        #expect(try cli("book", "import", file).status == 0)
        let ids = (1..<count).map { "CARGO-\($0)\n" }.joined()
        #expect(try cli("cancel", "-", "--reason", "Smith is bankrupt", input: ids).status == 0)
        try FileManager.default.createDirectory(at: cli.directory.appending(path: "archives"), withIntermediateDirectories: true)
        return cli
    }

    @Test func `an archived cargo says where it is, is tracked there, and comes back`() throws {
        let cli = try Self.tool(cargos: 3)
        let archive = ["store", "archive", "--to", "archives/2026.jsonl.gz", "--older-than", "P1Y"]
        #expect(try cli.run(archive + ["--dry-run"], environment: Self.later).output == "2 cargos would go into the archive.\n")
        #expect(!cli.exists("archives/2026.jsonl.gz"))
        #expect(try cli.run(archive, environment: Self.later).output == "2 cargos were moved to archives/2026.jsonl.gz.\n")
        #expect(try cli.run(archive, environment: Self.later).output == "0 cargos were moved to archives/2026.jsonl.gz.\n")
        let gone = try cli("track", "CARGO-1")
        #expect(gone.status == 3 && gone.notes.contains("It is in the archive ‘2026’."), "\(gone.notes)")
        let found = try cli("track", "CARGO-1", "--archives", "archives")
        #expect(found.status == 0 && found.notes == "CARGO-1 is in the archive 2026.\n" && found.output.contains("Cancelled"))
        let again = try cli(
            "book",
            "--tracking-id",
            "CARGO-1",
            "--origin",
            "HKHKG",
            "--destination",
            "SESTO",
            "--customer",
            "B",
            "--deadline",
            "2026-09-01T00:00:00Z"
        )
        #expect(again.status == 1 && again.notes.contains("already has the tracking id"))
        #expect(try cli("store", "restore", "CARGO-1", "--archives", "archives").status == 0)
        #expect(try cli("track", "CARGO-1").status == 0)
        #expect(try cli("store", "restore", "CARGO-1", "--archives", "archives").status == 75)
        #expect(try cli("store", "restore", "CARGO-2", "--archives", ".").status == 3)
        #expect(try cli("store", "archive", "--to", "archives/2026.gz").status == 65)
        for age in ["PT12H", "P1DT1H", "P-1D", "1Y", "P", "P1Y1D"] {
            #expect(try cli("store", "archive", "--to", "archives/2026.jsonl.gz", "--older-than", age).status == 64, "\(age)")
        }
        #expect(try cli("store", "archive", "--to", "nowhere/2026.jsonl.gz", environment: Self.later).status == 69)
        #expect(try cli("store", "verify").notes == "The store is sound.\n")
    }

    @Test func `trimmed events are told, and the store says why the others stay`() throws {
        let cli = try Self.tool(cargos: 3)
        _ = try cli("store", "archive", "--to", "archives/2026.jsonl.gz", environment: Self.later)
        let trimmed = try cli("store", "trim", "-o", "json", environment: Self.later)
        #expect(trimmed.output.contains(#""stays":"cargo","staysFor":"CARGO-3""#), "\(trimmed.output)")
        let all = try cli("store", "trim", "--include-stored-cargos", "-o", "json", environment: Self.later)
        #expect(all.output.contains(#""stays":"young""#), "\(all.output)")
        let events = try cli("events", "--after", "1")
        #expect(events.status == 3 && events.notes.contains("The first one that it has is number"), "\(events.notes)")
        #expect(try cli("events").output.contains("CargoArchived"))
        #expect(try cli("store", "info", environment: Self.later).output.contains("they are younger"))
        #expect(try cli("store", "export").status == 78)
        #expect(try cli("store", "verify").notes == "The store is sound.\n")
    }

    @Test func `nothing of an erased customer is in any file`() throws {
        let cli = try Self.tool(cargos: 4)
        _ = try cli("store", "archive", "--to", "archives/2026.jsonl.gz", environment: Self.later)
        let export = try cli("customer", "export", "ACME", "--archives", "archives")
        #expect(export.output.components(separatedBy: "Order of Smith").count > 4)
        let erased = try cli("customer", "erase", "ACME", "--reason", "Asked to", "--archives", "archives")
        #expect(erased.output.hasPrefix("4 cargos are cargos of ERASED-"), "\(erased.output)")
        let found = try cli.shell(
            """
            mkdir words && for file in archives/*; do gunzip -c "$file" > "words/$(basename "$file")"; done
            grep -raE '"ACME"|Smith' cargo-data words
            """
        )
        #expect(found.output == "" && found.status == 1)
        let again = try cli("customer", "erase", "ACME", "--reason", "Asked to", "--archives", "archives")
        #expect(again.output == "Nothing is held of this customer.\n")
        #expect(try cli("list", "-o", "ndjson").output.contains("ERASED-"))
        #expect(try cli("store", "verify").notes == "The store is sound.\n")
    }

    @Test func `an archive that is killed at any time loses no cargo and none of them twice`() throws {
        let cli = try Self.tool(cargos: 400)
        for _ in 1...12 {
            _ = try cli.shell(
                """
                "$CLI" store archive --to archives/2026.jsonl.gz >/dev/null 2>&1 & pid=$!
                sleep 0.$(printf %03d $((RANDOM % 250)))
                kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null; true
                """,
                environment: Self.later
            )
            #expect(try cli("store", "verify").status == 0)
        }
        #expect(try cli("store", "archive", "--to", "archives/2026.jsonl.gz", environment: Self.later).status == 0)
        let archived = try cli.shell(
            #"gunzip -c archives/2026.jsonl.gz | grep -o '"trackingId":"CARGO-[0-9]*","version"' | sort -u | wc -l"#
        )
        #expect(Int(archived.output.trimmingCharacters(in: .whitespacesAndNewlines)) == 399)
        #expect(try cli("list", "-o", "ndjson").output.split(separator: "\n").count == 1)
        for id in ["CARGO-1", "CARGO-200", "CARGO-399"] {
            #expect(try cli("track", id, "--archives", "archives").status == 0)
        }
        for _ in 1...6 {
            _ = try cli.shell(
                """
                "$CLI" store trim --include-stored-cargos >/dev/null 2>&1 & pid=$!
                sleep 0.$(printf %03d $((RANDOM % 250)))
                kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null; true
                """,
                environment: Self.later
            )
            #expect(try cli("store", "verify").status == 0)
        }
        #expect(try cli("track", "CARGO-200", "--archives", "archives").status == 0)
        #expect(try cli("track", "CARGO-400").status == 0)
    }
}
