import Foundation
import Testing

@Suite("Files are imported as others write them, and as they appear", .waitsForProcesses)
struct WatchTests {
    private let cli: CommandLineTool

    init() throws {
        cli = try CommandLineTool()
        try cli.givenCargo()
        try FileManager.default.createDirectory(at: cli.directory.appending(path: "in"), withIntermediateDirectories: false)
    }

    private static let header = "completion_time,tracking_id,type,un_locode,voyage_number\n"
    private static let received = header + "2026-02-01T00:00:00Z,ABC,RECEIVE,HKHKG,\n"

    // MARK: Mappings

    @Test func `scans with other columns are imported by a mapping`() throws {
        try cli.file("map.json", #"{"columns":{"completion_time":"Date","tracking_id":"Box No.","un_locode":"Ort"},"separator":";"}"#)
        try cli.file(
            "theirs.csv",
            "Remark;ORT;Type;box no.;Date;voyage_number\r\n\"a;b\";hkhkg;receive;abc;2026-02-01T00:00:00Z;\r\n"
                + ";HKHKG;RECEIVE;NOBODY;2026-02-01T00:00:00Z;\r\n"
        )
        let run = try cli("handle", "import", "theirs.csv", "--mapping", "map.json", "-o", "json")
        #expect(run.status == 4, "\(run.notes)")
        #expect(run.output == ImportTests.summary(2, added: 1, rejected: 1))
        let missing = try cli("handle", "import", "theirs.csv", "--mapping", try cli.file("other.json", #"{"separator":";"}"#))
        #expect(missing.status == 65)
        #expect(missing.notes.contains("missing: completion_time, tracking_id, un_locode"), "\(missing.notes)")
    }

    @Test(arguments: [
        (#"{"separator":"ab"}"#, " at ‘separator’"), (#"{"columns":{"a\nb":"X"}}"#, #" at ‘columns.a\u{a}b’"#), ("{", ""), ("[]", ""),
        (#"{"separator":";","separator":"|"}"#, ""), ("\u{FEFF}{}", ""),
    ])
    func `an invalid mapping is refused with the place`(mapping: String, place: String) throws {
        try cli.file("map.json", mapping)
        let run = try cli("handle", "import", try cli.file("scans.csv", Self.received), "--map", "map.json")
        #expect(run.status == 64)
        #expect(run.notes.contains("‘map.json’ is not a valid mapping\(place)."), "\(run.notes)")
        #expect(
            run.notes.contains("hint: Columns: completion_time, tracking_id, type, un_locode, voyage_number. Example: {\"columns\""),
            "\(run.notes)"
        )
    }

    @Test(arguments: [false, true])
    func `a German Excel's file is imported with its words and local times, and rejects name its columns`(isUTF16: Bool) throws {
        try cli.file(
            "map.json",
            #"""
            {"columns":{"completion_time":"Datum","tracking_id":"Box","type":"Status","un_locode":"Hafen"},"constants":{"voyage_number":""},
             "times":{"formats":["dd.MM.yyyy HH:mm"],"zone":"Europe/Berlin","zones":{"HKHKG":"Asia/Hong_Kong"}},
             "values":{"type":{"GI":"RECEIVE"},"un_locode":{"Hongkong":"HKHKG"}}}
            """#
        )
        let text = "sep=;\r\nBox;Status;Hafen;Datum;Größe\r\nABC;gi;hongkong;01.02.2026 08:00;\"a;b\"\r\nABC;GI;Hongkong;1. Februar;c\r\n"
        try #require(text.data(using: isUTF16 ? .utf16 : .utf8)).write(to: cli.directory.appending(path: "theirs.csv"))
        let run = try cli("handle", "import", "theirs.csv", "--map", "map.json", "-o", "json", "--rejects", "rejects")
        #expect(run.status == 4, "\(run.notes)")
        #expect(run.output == ImportTests.summary(2, added: 1, rejected: 1))
        let rejects = try cli.text("rejects")
        #expect(rejects.contains(#""code":"instant_invalid","line":4,"path":"Datum""#), "\(rejects)")
        // The same event in the kit's own form is known.
        let again = try cli("handle", "import", try cli.file("ours.csv", Self.received), "-o", "json")
        #expect(again.output == ImportTests.summary(1, unchanged: 1), "\(again.notes)")
    }

    @Test(arguments: [
        ("UNA:+.? '\r\nUNB+UNOC:3+SENDER+US+260201:0800+1'", "edifact_unsupported"),
        ("UNB+UNOC:3+SENDER+US+260201:0800+1'UNH+1+IFTSTA:D:00B:UN'", "edifact_unsupported"),
        ("PK\u{3}\u{4}\u{14}", "workbook_unsupported"),
    ])
    func `a file of another format is named as what it is`(text: String, code: String) throws {
        for format in ["csv", "ndjson"] {
            let run = try cli("handle", "import", "-", "--format", format, "-o", "json", input: text)
            #expect(run.status == 65)
            #expect(run.notes.contains("\"code\":\"\(code)\""), "\(run.notes)")
        }
    }

    @Test func `a mapping for lines of JSON, and a directory beside a file, are usage errors`() throws {
        try cli.file("map.json", "{}")
        let lines = try cli("handle", "import", try cli.file("scans.ndjson", "{}\n"), "--mapping", "map.json")
        #expect(lines.status == 64)
        #expect(lines.notes.contains("--map is only for CSV files."))
        for words in [[], ["scans.csv", "--watch", "nowhere"]] {
            let run = try cli.run(["handle", "import"] + words)
            #expect(run.status == 64)
            #expect(run.notes.contains("Give either files or --watch."), "\(run.notes)")
        }
        for words in [["--dry-run"], ["--rejects", "x"]] {
            let run = try cli.run(["handle", "import", "--watch", "nowhere"] + words)
            #expect(run.status == 64)
            #expect(run.notes.contains("--watch can't be combined with --rejects or --dry-run."), "\(run.notes)")
        }
    }

    // MARK: Watching

    /// Watches `in` until the files exist or the command exits, then kills the command.
    /// - Parameters:
    ///   - prefix: what starts the command.
    ///   - options: more options, and redirections.
    ///   - first: commands to run before.
    private func watch(
        until files: String...,
        prefix: String = "",
        options: String = "",
        first: String = ""
    ) throws -> CommandLineTool.Run {
        try cli.shell(
            """
            \(first)
            \(prefix) "$CLI" handle import --watch in \(options) & pid=$!
            for file in \(files.joined(separator: " ")); do
                for _ in $(seq 600); do [ -e "$file" ] && break; kill -0 $pid 2>/dev/null || break; sleep 0.1; done
            done
            kill -9 $pid 2>/dev/null
            wait $pid
            """
        )
    }

    @Test func `each file is imported once, with its rejects beside it`() throws {
        try cli.file("in/a.csv", Self.received)
        try cli.file("in/b.csv", "nothing,useful\n1,2\n")
        try cli.file("in/c.CSV", Self.received + "2026-02-02T00:00:00Z,NOBODY,RECEIVE,HKHKG,\n")
        try cli.file("in/d.ndjson", #"{"completionTime":"2026-02-02T00:00:00Z","location":"HKHKG","trackingId":"ABC","type":"CUSTOMS"}"#)
        for name in [".e.csv", "f.csv.part", "g.txt"] { try cli.file("in/\(name)", Self.received) }
        let run = try watch(until: "in/imported/a.csv", "in/failed/b.csv", "in/imported/c.CSV", "in/imported/d.ndjson")
        let first = "Watching ‘in’. Press Ctrl-C to stop.\n‘a.csv’:\nImported handling events: 1 row (1 new)\n"
        #expect(run.notes.hasPrefix(first), "\(run.notes)")
        #expect(run.notes.contains("‘b.csv’:\nerror: ‘in/b.csv’ has an invalid header"), "\(run.notes)")
        #expect(try names("in") == [".cargo-cli.lock", ".e.csv", "f.csv.part", "failed", "g.txt", "imported"])
        #expect(try names("in/imported") == ["a.csv", "c.CSV", "c.CSV.rejects.ndjson", "d.ndjson"])
        #expect(try names("in/failed") == ["b.csv"])
        #expect(try cli.text("in/imported/c.CSV.rejects.ndjson").contains(#""code":"cargo_not_found","line":3"#))
        let records = try cli.records()

        // Another file of a name that was imported replaces neither the file nor its rejects.
        try cli.file("in/a.csv", Self.received)
        try FileManager.default.removeItem(at: cli.directory.appending(path: "in/imported/c.CSV"))
        try cli.file("in/c.CSV", Self.received)
        _ = try watch(until: "in/imported/a.csv.2", "in/imported/c.CSV.2")
        #expect(try names("in/imported") == ["a.csv", "a.csv.2", "c.CSV.2", "c.CSV.rejects.ndjson", "d.ndjson"])
        #expect(try cli.records() == records)
    }

    #if os(Linux)
    @Test func `a file whose name isn't UTF-8 is named, and the others are imported`() throws {
        try cli.file("in/a.csv", Self.received)
        let run = try watch(until: "in/imported/a.csv", first: #"printf 'x' > "$(printf 'in/b\377.csv')""#)
        #expect(run.notes.contains("isn't UTF-8, so the file isn't imported. Rename it."), "\(run.notes)")
        #expect(run.notes.components(separatedBy: "UTF-8").count == 2)
    }
    #endif

    @Test func `a mapping holds for CSV files, not for lines of JSON`() throws {
        try cli.file("map.json", #"{"separator":";"}"#)
        try cli.file("in/a.csv", Self.received.replacing(",", with: ";"))
        try cli.file("in/b.ndjson", #"{"completionTime":"2026-02-02T00:00:00Z","location":"HKHKG","trackingId":"ABC","type":"CUSTOMS"}"#)
        let run = try watch(until: "in/imported/a.csv", "in/imported/b.ndjson", options: "--mapping map.json -o json 2>/dev/null")
        #expect(run.output == ImportTests.summary(1, added: 1) + ImportTests.summary(1, added: 1))
    }

    @Test func `a watcher that is killed during an import adds nothing twice and loses nothing`() throws {
        let rows = (0..<300).map { "2026-02-01T10:00:00.\($0 + 100)Z,ABC,CUSTOMS,HKHKG,\n" }
        try cli.file("in/a.csv", Self.received + rows.joined() + "bad,ABC,RECEIVE,HKHKG,\n")
        // The hidden file is there from the first row on.
        for _ in 1...3 {
            _ = try watch(until: "in/imported/.rejects")
            try #require(cli.exists("in/a.csv"))
            try FileManager.default.removeItem(at: cli.directory.appending(path: "in/imported/.rejects"))
        }
        let run = try watch(until: "in/imported/a.csv")
        #expect(try names("in/imported") == ["a.csv", "a.csv.rejects.ndjson"], "\(run.notes)")
        #expect(try cli.text("in/imported/a.csv.rejects.ndjson").split(separator: "\n").count == 1)
        let again = try cli("handle", "import", "in/imported/a.csv", "-o", "json")
        #expect(again.output == ImportTests.summary(302, unchanged: 301, rejected: 1))
    }

    @Test func `a watcher that was killed between the import and the move imports the file again, which changes nothing`() throws {
        try cli.file("in/a.csv", Self.received)
        #expect(try cli("handle", "import", "in/a.csv").status == 0)
        let records = try cli.records()
        let run = try watch(until: "in/imported/a.csv")
        #expect(run.notes.contains("Imported handling events: 1 row (1 unchanged)"), "\(run.notes)")
        #expect(try cli.records() == records)
    }

    @Test func `symbolic links, pipes and directories are left alone, and the rejects never follow a link`() throws {
        try cli.file("outside.csv", Self.received)
        try cli.file("precious", "precious")
        try cli.file("in/z.csv", Self.header + "bad\n")
        let before = try cli.records()
        let run = try watch(
            until: "in/imported/z.csv",
            first: """
                ln -s ../outside.csv in/a.csv; ln -s gone in/b.csv; mkfifo in/c.csv; mkdir in/d.csv
                mkdir in/imported; ln -s ../../precious in/imported/.rejects
                """
        )
        #expect(try names("in/imported") == ["z.csv", "z.csv.rejects.ndjson"], "\(run.notes)")
        #expect(try names("in").filter { $0.hasSuffix(".csv") } == ["a.csv", "b.csv", "c.csv", "d.csv"])
        #expect(try cli.text("precious") == "precious")
        #expect(try cli.records() == before)
    }

    @Test func `a name as long as names can be doesn't stop the others`() throws {
        let long = String(repeating: "a", count: 245) + "ä.ndjson"
        try cli.file("in/\(long)", "bad\n")
        try cli.file("in/z.csv", Self.received)
        let run = try watch(until: "in/imported/z.csv", first: "mkdir in/.z.csv.rejects")
        let short = String(repeating: "a", count: 200)
        #expect(try names("in/imported") == [short, short + ".rejects.ndjson", "z.csv"], "\(run.notes)")
    }

    @Test func `moved files stay within the directory`() throws {
        let run = try watch(until: "never", first: "mkdir outside; ln -s ../outside in/imported")
        #expect(run.status == 74)
        #expect(run.notes.contains("error: Cannot read ‘in’: Not a directory."), "\(run.notes)")
    }

    @Test func `a file that may not be read is moved aside`() throws {
        try cli.file("in/a.csv", Self.received)
        try cli.file("in/b.csv", Self.received)
        // The superuser may read every file, unless it gives that up.
        let prefix = geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
        let run = try watch(until: "in/failed/a.csv", "in/imported/b.csv", prefix: prefix, first: "chmod 0 in/a.csv")
        #expect(try names("in/failed") == ["a.csv"], "\(run.notes)")
        #expect(try names("in/imported") == ["b.csv"], "\(run.notes)")
        #expect(run.notes.contains("error: Not permitted to read ‘in/a.csv’: Permission denied."), "\(run.notes)")
    }

    @Test func `a store that fails ends the command, and the file stays`() throws {
        try cli.file("in/a.csv", Self.received)
        try cli.file("broken", "")
        let run = try watch(until: "never", options: "--store json:broken")
        #expect(run.status != 137)
        #expect(cli.exists("in/a.csv"), "\(run.notes)")
    }

    @Test func `one process watches a directory at a time`() throws {
        let run = try cli.shell(
            """
            "$CLI" handle import --watch in 2>first & pid=$!
            for _ in $(seq 600); do grep -q Watching first && break; sleep 0.1; done
            timeout -s KILL 60 "$CLI" handle import --watch in; status=$?
            LANG=de_DE.UTF-8 timeout -s KILL 60 "$CLI" handle import --watch in
            kill -9 $pid
            exit $status
            """
        )
        #expect(run.status == 75)
        #expect(
            run.notes.hasPrefix(
                """
                error: Another process watches ‘in’.
                hint: Stop it, or watch another directory.
                Fehler: Ein anderer Prozess überwacht „in“.
                Hinweis: Beenden Sie ihn, oder überwachen Sie ein anderes Verzeichnis.

                """
            ),
            "\(run.notes)"
        )
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cli.directory.appending(path: folder).path).sorted()
    }
}
