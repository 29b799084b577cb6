import Foundation
import Testing

@Suite("References on the command line", .waitsForProcesses)
struct ReferenceTests {
    @Test func `a reference is added, tracked, listed and removed`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("reference", "add", "ABC", "container", "CSQU3054384").status == 65)
        #expect(try cli("reference", "add", "ABC", "invoice", "1").status == 65)
        #expect(try cli("reference", "add", "NOBODY", "booking", "1").status == 3)
        #expect(try cli("reference", "add", "abc", "Container", "csqu 305438-3", "--dry-run").status == 0)
        #expect(try cli("list", "--reference", "CSQU3054383", "-o", "json").output == "[]\n")
        #expect(try cli("reference", "add", "abc", "Container", "csqu 305438-3").output == "ABC\n")
        #expect(try cli("reference", "add", "ABC", "bill-of-lading", "APLU-0042 7").output == "ABC\n")
        for typed in ["CSQU3054383", "csqu 305438 3", "container:CSQU3054383", "APLU-0042 7", "bill of lading: APLU-0042 7", "abc"] {
            let tracked = try cli("track", typed)
            #expect(tracked.status == 0, "\(typed): \(tracked.notes)")
            #expect(tracked.output.hasPrefix("ABC  "), "\(typed)")
        }
        let tracked = try cli("track", "ABC").output
        #expect(tracked.contains("  Container CSQU3054383\n  B/L       APLU-0042 7\n"))
        #expect(try cli("track", "ABC", "-o", "json").output.contains(#""references":[{"type":"CONTAINER","value":"CSQU3054383"},"#))
        #expect(try cli("list", "--reference", "csqu 305438 3", "-o", "ndjson").output.contains(#""trackingId":"ABC""#))
        #expect(try cli("list", "--reference", "CSQU3054384", "-o", "json").output == "[]\n")
        #expect(try cli("list", "--reference", "container:X").status == 64)
        #expect(try cli("reference", "remove", "ABC", "CONTAINER", "CSQU3054383").output == "ABC\n")
        #expect(try cli("track", "CSQU3054383").status == 3)
        let exported = try cli("store", "export").output
        #expect(exported.contains(#""references":[{"type":"BILL_OF_LADING""#))
        try cli.file("export.json", exported)
        #expect(try cli("store", "import", "export.json", "--store", "json:restored").status == 0)
        #expect(try cli("store", "export", "--store", "json:restored").output == exported)
        #expect(try cli("store", "copy", "--from", "json:cargo-data", "--to", "json:copied").status == 0)
        #expect(try cli("store", "export", "--store", "json:copied").output == exported)
        #expect(try cli("store", "verify").status == 0)
    }

    @Test func `track shows every cargo with a reference`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let book = ["book", "--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2026-06-01T00:00:00Z", "--customer", "ACME"]
        #expect(try cli.run(book + ["--tracking-id", "DEF"]).status == 0)
        for id in ["ABC", "DEF"] { #expect(try cli("reference", "add", id, "booking", "BKG 17").status == 0) }
        let tracked = try cli("track", "BKG 17", "-o", "ndjson").output
        #expect(tracked.split(separator: "\n").count == 2)
        #expect(try cli("track", "DEF", "BKG 17").output.components(separatedBy: "Not received").count == 4)
        #expect(try cli("track", "BKG 18").status == 65)
    }

    @Test func `each command about one cargo takes a reference that no other cargo has`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("reference", "add", "ABC", "container", "CSQU3054383").status == 0)
        let name = "csqu 305438-3"
        let commands = [
            ["reference", "add", name, "booking", "BKG 17"], ["reference", "remove", "BKG 17", "booking", "BKG 17"],
            ["route", "change-deadline", name, "2026-06-02T00:00:00Z"], ["route", "change-destination", name, "HKHKG"],
            ["route", "specify", name, "--destination", "SESTO"], ["cancel", name, "--reason", "Withdrawn"], ["reinstate", name],
        ]
        for command in commands {
            let run = try cli.run(command)
            #expect(run.output == (command[0] == "route" && command[1] == "change-destination" ? "" : "ABC\n"), "\(command): \(run.notes)")
        }
        let handled = ["--at", "HKHKG", "--completed", "2026-02-27T09:00:00Z"]
        #expect(try cli.run(["handle", "receive", name] + handled).output.contains("ABC"))
        #expect(try cli.run(["handle", "retract", "receive", name, "--reason", "Wrong scan"] + handled).output.contains("ABC"))
        #expect(try cli("map", name).output.hasPrefix("ABC  "))
        let found = try cli("route", "candidates", name, "-o", "json").output
        #expect(try cli("route", "candidates", "ABC", "-o", "json").output == found)
        #expect(try cli("route", "assign", name, "--candidate", "1").status == cli("route", "assign", "ABC", "--candidate", "1").status)
    }

    @Test func `a reference that several cargos have names none of them to a command about one`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let book = ["book", "--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2026-06-01T00:00:00Z", "--customer", "ACME"]
        #expect(try cli.run(book + ["--tracking-id", "DEF"]).status == 0)
        for id in ["ABC", "DEF"] { #expect(try cli("reference", "add", id, "booking", "BKG 17").status == 0) }
        let refused = try cli("cancel", "BKG 17", "--reason", "Withdrawn")
        #expect(refused.status == 65)
        #expect(refused.notes.contains("Several cargos have the reference ‘BKG 17’: ABC, DEF."), "\(refused.notes)")
        #expect(try cli("track", "ABC").output.contains("Cancelled") == false)
        let json = try cli("cancel", "BKG 17", "--reason", "Withdrawn", "-o", "json").notes
        #expect(json.contains(#""code":"reference_ambiguous""#), "\(json)")
        // The id of a cargo comes before a reference with the same text.
        #expect(try cli("reference", "add", "DEF", "booking", "ABC").status == 0)
        #expect(try cli("cancel", "ABC", "--reason", "Withdrawn").output == "ABC\n")
        #expect(try cli("cancel", "BKG 18", "--reason", "Withdrawn").notes.contains("BKG 18"))
    }

    @Test func `handling is imported by reference`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("reference", "add", "ABC", "container", "CSQU3054383").status == 0)
        let rows = try cli.file(
            "events.csv",
            """
            completion_time,tracking_id,type,un_locode,voyage_number
            2026-02-27T09:00:00Z,CSQU 305438 3,RECEIVE,HKHKG,
            2026-02-27T09:00:00Z,CSQU3054384,RECEIVE,HKHKG,

            """
        )
        let imported = try cli("handle", "import", rows)
        #expect(imported.notes.contains("cargo_not_found"), "\(imported.notes)")
        #expect(try cli("track", "ABC").output.contains("Received in"))
    }
}
