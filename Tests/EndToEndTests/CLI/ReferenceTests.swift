#if CLI
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
#endif
