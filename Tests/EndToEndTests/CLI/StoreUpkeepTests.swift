import Foundation
import Testing

@Suite("A store is created, described, verified, repaired, compacted, exported and imported", .waitsForProcesses)
struct StoreUpkeepTests {
    @Test func `init creates an empty store and leaves an existing one unchanged`() throws {
        let cli = try CommandLineTool()
        #expect(try cli("store", "info", "-o", "csv").output.contains(",false,0,"))
        #expect(!cli.exists("cargo-data"))
        #expect(try cli("store", "init").status == 0)
        #expect(cli.exists("cargo-data/MANIFEST.json"))
        #expect(try cli("store", "verify").notes == "The store is sound.\n")
        #expect(try cli("location", "import", cli.file("ports.csv", CommandLineTool.ports)).status == 0)
        try cli.book()
        let before = try cli.records()
        #expect(try cli("store", "init").status == 0)
        #expect(try cli.records() == before)
        let info = try cli("store", "info", "-o", "json")
        #expect(info.output.contains(#"{"count":1,"kind":"cargo"}"#))
        #expect(info.output.contains(#"{"count":6,"kind":"location"}"#))
        #expect(try cli("store", "info").output.contains("  Cargos        1\n"))
    }

    @Test func `commands that read create no store`() throws {
        let cli = try CommandLineTool()
        for words in ["list", "location list", "voyage list", "events", "store info", "store verify", "store export", "track ABC"] {
            _ = try cli.run(words.split(separator: " ").map { String($0) })
            #expect(!cli.exists("cargo-data"), "\(words)")
        }
    }

    @Test func `verify finds damage and names the place; sound records can still be read`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let segment = "cargo-data/seg-000001.jsonl"
        let text = try cli.text(segment)
        try cli.file(segment, text.replacingOccurrences(of: "Hamburg", with: "Iamburg"))
        let run = try cli("store", "verify", "-o", "json")
        #expect(run.status == 74)
        #expect(run.output.contains(#""file":"seg-000001.jsonl""#), "\(run.output)")
        #expect(run.notes.hasPrefix(#"{"error":{"code":"store_damaged""#))
        #expect(try cli("store", "verify", "--structure-only", "-o", "json").output == run.output)
        #expect(try cli("track", "ABC").status == 0)
        let location = try cli("location", "show", "DEHAM")
        #expect(location.status == 74)
        #expect(location.notes.contains("DEHAM"))
        #expect(try cli("store", "export").status == 74)
    }

    @Test func `repair moves damage to quarantine, and restores older versions only on request`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("store", "repair").notes == "The store is sound; nothing was done.\n")
        #expect(try cli("location", "add", "FIHEL", "Helsinki").status == 0)
        #expect(try cli("location", "add", "FIHEL", "Helsingfors").status == 0)
        let segment = "cargo-data/seg-000001.jsonl"
        try cli.file(segment, try cli.text(segment).replacingOccurrences(of: "Helsingfors", with: "Jelsingfors"))
        #expect(try cli("location", "add", "NOOSL", "Oslo").status == 74)

        let run = try cli("store", "repair", "-o", "json")
        #expect(run.status == 74)
        #expect(run.output.hasPrefix(#"{"lost":["location FIHEL"],"removals":[{"file":"seg-000001.jsonl","length":"#))
        #expect(run.output.contains(#""record":"location FIHEL""#))
        #expect(run.notes.hasPrefix(#"{"error":{"code":"store_damaged""#))
        let quarantine = try FileManager.default.contentsOfDirectory(
            atPath: cli.directory.appendingPathComponent("cargo-data/quarantine").path
        )
        #expect(quarantine.count == 1)
        #expect(try cli.text("cargo-data/quarantine/\(quarantine[0])").contains("Jelsingfors"))
        #expect(try cli("location", "add", "NOOSL", "Oslo").status == 0)
        #expect(try cli("location", "show", "FIHEL").status == 74)
        #expect(try cli("store", "verify", "-o", "json").output.contains(#""advice":"Restore the store from a backup, or restore"#))
        // A lost document does not damage the structure of the files.
        #expect(try cli("store", "verify", "--structure-only").notes == "The store is sound.\n")

        let accepted = try cli("store", "repair", "--accept-older")
        #expect(accepted.status == 0)
        #expect(accepted.output == "Restored an older version: location FIHEL\n")
        #expect(try cli("location", "show", "FIHEL").output.contains("Helsinki"))
        #expect(try cli("store", "verify").notes == "The store is sound.\n")
    }

    @Test func `repair changes nothing if the lost records are unknown, unless older versions are accepted`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let segment = "cargo-data/seg-000001.jsonl"
        var lines = try cli.text(segment).split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        lines[2] = String(repeating: "?", count: lines[2].utf8.count)
        try cli.file(segment, lines.joined(separator: "\n"))
        let before = try cli.text(segment)
        let run = try cli("store", "repair")
        #expect(run.status == 74)
        #expect(run.notes.contains("--accept-older"))
        #expect(try cli.text(segment) == before)
        #expect(try cli("store", "repair", "--accept-older").status == 0)
        #expect(try cli("store", "verify").status == 0)
    }

    @Test(
        arguments: [
            ("manifest-missing", "MANIFEST.json", "MANIFEST.json is missing, though the directory holds records"),
            ("manifest-damaged", "MANIFEST.json", "MANIFEST.json: its checksum is wrong"),
            ("manifest-cut", "MANIFEST.json", "MANIFEST.json: its checksum is wrong"),
            ("segment-missing", "seg-000001.jsonl", "seg-000001.jsonl is missing, though the manifest names it"),
            ("active-segment-missing", "seg-000002.jsonl", "seg-000002.jsonl is missing, though the manifest names it"),
        ]
    )
    func `every command names a lost manifest or file, and nothing is changed`(name: String, file: String, cause: String)
        throws
    {
        let cli = try CommandLineTool()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.copyItem(
            at: root.appending(path: "spec/files/v1/\(name)/store"),
            to: cli.directory.appending(path: "cargo-data")
        )
        let before = try cli.shell("cd cargo-data && cksum *").output
        for words in ["list", "store info", "store repair", "store compact", "location add SEGOT Goteborg"] {
            let run = try cli.run(words.split(separator: " ").map { String($0) })
            #expect(run.status == 74, "\(words)")
            #expect(run.notes.hasPrefix("error: The store cannot be opened: /"), "\(words): \(run.notes)")
            #expect(run.notes.contains("/\(cause).\nhint: Run 'cargo-cli store verify' to see what to do.\n"), "\(words): \(run.notes)")
        }
        let run = try cli("store", "verify", "-o", "ndjson")
        #expect(run.status == 74)
        #expect(run.output.hasPrefix(#"{"advice":"Restore \#(file) or the whole store from a backup"#), "\(run.output)")
        #expect(run.output.contains(#""file":"\#(file)","problem":"manifest"}"#), "\(run.output)")
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.notes.contains(#""code":"store_damaged""#))
        #expect(try cli.shell("cd cargo-data && cksum *").output == before)
    }

    @Test func `compact removes superseded documents and nothing else`() throws {
        let cli = try CommandLineTool()
        #expect(try cli("store", "compact").notes == "There is nothing to compact.\n")
        #expect(!cli.exists("cargo-data"))
        try cli.givenCargo()
        for name in ["Helsinki", "Helsingfors", "Helsinki again"] { #expect(try cli("location", "add", "FIHEL", name).status == 0) }
        let exported = try cli("store", "export").output
        let run = try cli("store", "compact", "-o", "json")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(#"{"bytesAfter":"#))
        #expect(try cli("store", "export").output == exported)
        #expect(!(try cli.text("cargo-data/seg-000002.jsonl").contains("Helsingfors")))
        #expect(try cli("store", "verify").status == 0)
        #expect(try cli("location", "add", "FIHEL", "Helsinki").status == 0)
    }

    @Test func `importing an export gives the same store`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let book = ["book"] + BadInputTests.book.split(separator: " ").map { String($0) }
        #expect(try cli.run(book + ["--tracking-id", "KEY-1", "--idempotency-key", #"a"b\c%d"#]).status == 0)
        for words in [
            "route assign ABC --candidate 1", "handle receive ABC --at HKHKG", "handle customs ABC --at SESTO",
            "location add FIHEL Helsingfors",
            "route change-deadline KEY-1 2026-07-01T00:00:00Z", "route change-deadline ABC 2026-07-01T00:00:00Z",
        ] {
            #expect(try cli.run(words.split(separator: " ").map { String($0) }).status == 0)
        }
        let schedule = BadInputTests.schedule
        #expect(try cli("voyage", "reschedule", "V300", "-", input: schedule).status == 0)

        let exported = try cli("store", "export")
        #expect(exported.status == 0)
        #expect(try JSONSerialization.jsonObject(with: Data(exported.output.utf8)) is [String: Any])
        try cli.file("export.json", exported.output)
        #expect(try cli("store", "import", "export.json", "--store", "json:copy", "--dry-run").status == 0)
        #expect(!cli.exists("copy"))
        let imported = try cli("store", "import", "export.json", "--store", "json:copy")
        #expect(imported.status == 0, "\(imported.notes)")
        #expect(try cli("store", "export", "--store", "json:copy").output == exported.output)
        #expect(try cli("store", "verify", "--store", "json:copy").status == 0)
        #expect(try cli("events", "--store", "json:copy").output == cli("events").output)
        #expect(try cli("track", "ABC", "-o", "json", "--store", "json:copy").output == cli("track", "ABC", "-o", "json").output)

        // In the copy, versions, events and keys continue where they were.
        #expect(try cli.run(book + ["--idempotency-key", #"a"b\c%d"#, "--store", "json:copy"]).output == "KEY-1\n")
        #expect(try cli("route", "change-deadline", "ABC", "2026-08-01T00:00:00Z", "--store", "json:copy").status == 0)
        let last = try cli("events", "--store", "json:copy", "-o", "csv").output.split(separator: "\r\n").last ?? ""
        #expect(last.contains(",DeadlineChanged,Cargo,ABC,"))
        #expect(last.hasPrefix("\(try cli("events").output.split(separator: "\n").count + 1),"))
        #expect(try cli("store", "verify", "--store", "json:copy").status == 0)

        // An import into a store that is not empty is refused.
        let before = try cli.records("copy")
        #expect(try cli("store", "import", "export.json", "--store", "json:copy").status == 1)
        #expect(try cli.records("copy") == before)
    }

    @Test func `an invalid document imports nothing`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try cli("route", "assign", "ABC", "--candidate", "1").status == 0)
        let exported = try cli("store", "export").output
        let broken: [(String, Int32)] = [
            ("", 65), ("{}", 65), (exported + "x", 65), (exported.replacingOccurrences(of: #""format":1"#, with: #""format":2"#), 78),
            (exported.replacingOccurrences(of: #""sequence":1"#, with: #""sequence":2"#), 65),
            (exported.replacingOccurrences(of: #""routingStatus":"ROUTED""#, with: #""routingStatus":"MISROUTED""#), 74),
            (exported.replacingOccurrences(of: #""unLocode":"DEHAM""#, with: #""unLocode":"DE""#), 65),
            (exported.replacingOccurrences(of: #""aggregateVersion":1"#, with: #""aggregateVersion":9"#), 65),
        ]
        for (document, status) in broken {
            let run = try cli("store", "import", "-", "--store", "json:copy", input: document)
            #expect(run.status == status, "\(run.notes)")
            #expect(!cli.exists("copy"))
        }
    }

    @Test func `maintenance commands reject a store in memory`() throws {
        let cli = try CommandLineTool()
        for words in ["init", "info", "verify", "export", "repair", "compact"] {
            #expect(try cli("store", words, "--store", "memory:").status == 64)
        }
    }
}
